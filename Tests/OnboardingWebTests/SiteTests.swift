import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import OnboardingWeb

@Suite struct SiteTests {
    @Test(arguments: [
        ("de-AT,de;q=0.9,en;q=0.5", Language.german), ("en-GB", .english), ("fr, de;q=0.2, en;q=0.8", .english),
        ("de;q=0", nil), ("", nil), ("tlh", nil),
    ]) func theBestOfTheLanguagesThatABrowserAsksForIsTaken(field: String, language: Language?) {
        #expect(Language.accepted(field) == language)
    }

    @Test func onlyThePageThatCapturesMayUseTheCamera() {
        let usual = PageHeaders.all(usesCamera: false, isOverTLS: true)
        let capturing = PageHeaders.all(usesCamera: true, isOverTLS: true)
        #expect(usual[.permissionsPolicy]?.contains("camera=()") == true)
        #expect(capturing[.permissionsPolicy]?.contains("camera=(self)") == true)
    }

    @Test func noPageMayRunOrLoadWhatIsNotOurs() throws {
        let policy = try #require(PageHeaders.all(usesCamera: true, isOverTLS: true)[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(!policy.contains("http:") && !policy.contains("https:") && !policy.contains("*"))
        #expect(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"))
    }

    @Test func onlyAServerBehindTLSAsksForNothingButTLS() {
        #expect(PageHeaders.all(usesCamera: false, isOverTLS: false)[.strictTransportSecurity] == nil)
        #expect(PageHeaders.all(usesCamera: false, isOverTLS: true)[.strictTransportSecurity] != nil)
    }

    @Test func aFormOfAnotherSessionIsNotOfThisOne() {
        let token = FormToken(session: "one")
        #expect(token.matches(FormToken(session: "one").text))
        #expect(!token.matches(FormToken(session: "two").text))
        #expect(!token.matches(nil))
        #expect(!token.matches(""))
    }

    @Test func theScriptsOfTheCapturePageStaySmall() throws {
        let files = try FolderFiles(Material.packageRoot + "/web/static/capture").contents
        let bytes = files.filter { $0.key.hasSuffix(".js") }.map(\.value.count).reduce(0, +)
        #expect(bytes < 60 << 10)
    }

    @Test func noTemplateHoldsAScriptOrAStyle() throws {
        for (path, bytes) in try FolderFiles(Material.packageRoot + "/web/templates").contents {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("<style"), "\(path)")
            #expect(text.firstMatch(of: /\sstyle\s*=/) == nil, "\(path)")
            #expect(text.firstMatch(of: /\son[a-z]+\s*=\s*["']/) == nil, "\(path)")
            #expect(text.firstMatch(of: /<script(?![^>]*\ssrc=)[^>]*>/) == nil, "\(path)")
        }
    }
}
