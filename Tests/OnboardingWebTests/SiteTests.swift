import Foundation
import HTTPTypes
import OnboardingAPI
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
        let usual = PageHeaders.all(usesCamera: false)
        let capturing = PageHeaders.all(usesCamera: true)
        #expect(usual[.permissionsPolicy]?.contains("camera=()") == true)
        #expect(capturing[.permissionsPolicy]?.contains("camera=(self)") == true)
    }

    @Test func noPageMayRunOrLoadWhatIsNotOurs() throws {
        let policy = try #require(PageHeaders.all(usesCamera: true)[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(!policy.contains("http:") && !policy.contains("https:") && !policy.contains("*"))
        #expect(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"))
    }

    @Test(arguments: [
        ("/desk", "/desk"), ("/desk?state=failed&text=M%C3%BCller", "/desk?state=failed&text=M%C3%BCller"),
        ("/desk?next=//evil.example", "/desk?next=//evil.example"), ("/onboarding?data=secret", "/onboarding"),
        ("/onboarding?d%61ta=secret&lang=de", "/onboarding?lang=de"), ("/desk?text=\"<b>", "/desk"),
        ("/desk?a=%ZZ", "/desk?a=%ZZ"), ("/desk?%ZZ=a&b=c", "/desk?b=c"),
        ("/desk?" + String(repeating: "a", count: 1025), "/desk"), ("/desk?", "/desk"),
    ]) func aPageIsGoneOnToWithItsQueryButForWhatIsSecret(sent: String, kept: String) {
        #expect(OwnPath(sent)?.text == kept)
    }

    @Test(arguments: [
        "", "/", "?a=b", "//evil.example", "//evil.example/desk", "https://evil.example", "/\\evil.example",
        "\\\\evil.example",
        "/desk//evil.example", "javascript:alert(1)", "/desk\r\nSet-Cookie: a=b", "/desk?\u{301}a=b",
        "/%2F/evil.example",
        "/@evil.example?//", " /desk", "/" + String(repeating: "a", count: 1024),
    ]) func noOtherSiteIsGoneOnTo(sent: String) {
        #expect(OwnPath(sent) == nil)
    }

    @Test func aPathWithAQueryIsOneValueOfAnother() throws {
        let path = try #require(OwnPath("/desk?state=failed&text=a+b%20c"))
        #expect(path.escaped == "/desk%3Fstate%3Dfailed%26text%3Da%2Bb%2520c")
        let fields = try #require(FormFields([UInt8]("next=\(path.escaped)".utf8), atMost: 9))
        #expect(OwnPath(fields["next"]) == path)
    }

    @Test func anotherLanguageIsTheSamePageWithItsQuery() throws {
        func links(_ query: PageQuery) throws -> [String] {
            let words = try Words(file: Material.packageRoot + "/web/texts/en.json")
            return PageFrame(
                words: words, language: .english, base: "", staticVersion: "0", path: "/desk", principal: nil,
                session: nil, content: [:] as [String: Any], query: query
            ).languages.map(\.query)
        }
        #expect(try links(.empty) == ["?lang=en", "?lang=de"])
        let query = PageQuery("state=failed&lang=en&data=secret&text=a", without: ["lang"])
        #expect(try links(query) == ["?state=failed&text=a&lang=en", "?state=failed&text=a&lang=de"])
        #expect(PageQuery(["tenant": "a b&c", "next": ""]).suffix == "?tenant=a%20b%26c")
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
        // What only those load who come back, choose an image from their phone, answer a challenge, have to try again or are told
        // of a day; and what is needed once a capture has begun.
        let later = [
            "returning.js": 20 << 10, "gallery.js": 2 << 10, "challenge.js": 3 << 10, "causes.js": 5 << 10,
            "turn.js": 4 << 10, "distance.js": 4 << 10, "hpke.js": 4 << 10, "sizes.js": 4 << 10, "times.js": 2 << 10,
        ]
        var bytes = 0
        for (path, content) in files where path.hasSuffix(".js") {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            if let limit = later[name] {
                #expect(content.count <= limit, "\(name)")
            } else {
                bytes += content.count
            }
        }
        #expect(bytes <= 65 << 10)
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
