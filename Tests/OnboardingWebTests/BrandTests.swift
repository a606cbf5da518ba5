import Foundation
import OnboardingAPI
import OnboardingCore
import OnboardingJSON
import TestSupport
import Testing

@testable import Casework
@testable import OnboardingWeb
@testable import Tenancy

/// A tenant's own appearance and words on the pages.
@Suite struct BrandTests {
    private static let web = Material.packageRoot + "/web"
    private static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "{{{csrf}}}",
        "\"\u{301} onfocus=alert(1) x=\"\u{301}",
    ]

    private func tenant(_ ui: [String: JSONValue], logo: TenantLogo? = nil) throws -> Tenant {
        let document = try ConfigurationChange.result(
            of: .object(["ui": .object(ui)]), on: CustomerConfiguration.initial(.compatible))
        return Tenant(
            id: try #require(TenantID(text: String(repeating: "a", count: 32))), name: "acme", realm: "acme-consumers",
            isTest: false, credentials: [], apiKeyDigest: [], settings: try TenantSettings(document),
            configurationVersion: 1, logo: logo)
    }

    private func html(
        _ template: String, _ content: Any, brand: BrandFrame? = nil, principal: Principal? = nil
    ) throws -> String {
        let frame = PageFrame(
            words: try AdminMaterial.words(), language: .english, base: "/kyc", staticVersion: "1", path: "/portal",
            principal: principal, session: nil, brand: brand, content: content)
        return try #require(try Templates(folder: Self.web + "/templates").render(template, frame))
    }

    private func capture(_ tenant: Tenant?, _ language: Language = .english) throws -> String {
        let view = CapturePageView(tenant, language, words: try AdminMaterial.words(language), nonce: "n")
        return try html("capture", view, brand: tenant.map(BrandFrame.init))
    }

    private func text(of file: String) throws -> String {
        try String(contentsOfFile: "\(Self.web)/static/\(file)", encoding: .utf8)
    }

    /// What colours are held against is what they stand on.
    @Test func theBackgroundsAreThoseOfTheStyleSheets() throws {
        let (site, admin) = (try text(of: "site.css"), try text(of: "admin/admin.css"))
        let places = [
            (PageScheme.light, try #require(site.firstMatch(of: /(?s):root \{(.*?)\}/)?.1)),
            (.dark, try #require(site.firstMatch(of: /(?s)dark\) \{\s*:root \{(.*?)\}/)?.1)),
            (.light, try #require(admin.firstMatch(of: /\.scheme-light \{(.*?)\}/)?.1)),
            (.dark, try #require(admin.firstMatch(of: /\.scheme-dark \{(.*?)\}/)?.1)),
        ]
        for (scheme, declarations) in places {
            for (name, color) in zip(["--paper", "--surface", "--sunken"], scheme.backgrounds) {
                #expect(declarations.contains("\(name): \(color.text);"), "\(scheme) \(name)")
            }
        }
    }

    @Test func thePagesOwnColorsKeepWhatIsAskedOfATenants() throws {
        let site = try text(of: "site.css")
        let own = site.matches(of: /--accent: (#[0-9a-f]{6});/).compactMap { Color(String($0.1)) }
        #expect(own.count == 2)
        for (color, scheme) in zip(own, PageScheme.allCases) {
            #expect(scheme.shortfall(of: color, as: .text) == nil, "\(scheme)")
        }
    }

    @Test func aTenantsColorsAreAStyleSheetWithAnAddressOfItsOwn() throws {
        let tenant = try tenant(["primaryColor": .string("#8A5A00"), "accentColor": .string("#e06000")])
        let sheet = try #require(BrandStylesheet(tenant.settings.pages))
        #expect(sheet.text.contains(":root, .scheme-light { --accent: #8a5a00; --accent-ink: #ffffff;"))
        #expect(sheet.text.contains("--progress: #e06000;"))
        #expect(sheet.text.contains("@media screen and (prefers-color-scheme: dark) {\n:root { --accent: #b79a63;"))
        #expect(sheet.text.wholeMatch(of: /[-a-z0-9#:;,.{}()@ \n]*/) != nil)
        #expect(sheet.digest.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        #expect(sheet.digest == BrandStylesheet(tenant.settings.pages)?.digest)
        let path = try #require(BrandFrame(tenant).stylesheet)
        #expect(path == "/brand/\(sheet.digest)/colors.css" && !path.contains("acme"))
        let another = try self.tenant(["primaryColor": .string("#8A5A01")])
        #expect(BrandStylesheet(another.settings.pages)?.digest != sheet.digest)
        #expect(BrandStylesheet(try self.tenant([:]).settings.pages) == nil)
    }

    @Test func aPageOfATenantLinksItsColorsBehindItsOwn() throws {
        let logo = TenantLogo(digest: String(repeating: "0a", count: 32), width: 96, height: 48)
        let tenant = try tenant(
            ["primaryColor": .string("#8a5a00"), "displayName": .string("Acme \"&\" Sons")], logo: logo)
        let sheet = "href=\"/kyc" + (try #require(BrandFrame(tenant).stylesheet)) + "\""
        let image = "src=\"/kyc/brand/\(logo.digest)/logo\" width=\"96\" height=\"48\""
        let pages = [
            try capture(tenant), try html("accessibility", [String: Any](), principal: signedIn(tenant)),
        ]
        for page in pages {
            let own = try #require(page.firstRange(of: "site.css"))
            let link = try #require(page.firstRange(of: sheet))
            #expect(own.lowerBound < link.lowerBound && page.contains(image))
            #expect(!page.contains("Acme \""))
        }
    }

    @Test func aPageOfNobodyInParticularLooksAsItAlwaysDoes() throws {
        for page in [try capture(nil), try html("accessibility", [String: Any]())] {
            #expect(!page.contains("/brand/") && !page.contains("class=\"logo\""))
        }
        let page = try capture(try tenant([:]))
        #expect(page == (try capture(nil)))
    }

    @Test func theCapturePageSpeaksInTheTenantsWords() throws {
        let texts = ["title", "welcome", "whatHappens", "success", "support"]
        let tenant = try tenant([
            "displayName": .string("Muster AG"),
            "wording": .object(
                Dictionary(uniqueKeysWithValues: texts.map { ($0, .string("Own \($0) of {tenant}")) })),
        ])
        for language in Language.allCases {
            let page = try capture(tenant, language)
            for text in texts { #expect(page.contains("Own \(text) of Muster AG<"), "\(text)") }
            #expect(page.contains("<title>Muster AG</title>"))
        }
    }

    @Test(arguments: hostile) func whatATenantTypedIsTextWhereverItStands(mark: String) throws {
        let texts = ["title", "welcome", "whatHappens", "success", "support", "portal"]
        let tenant = try tenant([
            "displayName": .string("Name \(mark)"),
            "wording": .object(Dictionary(uniqueKeysWithValues: texts.map { ($0, .string("\($0) \(mark)")) })),
        ])
        let principal = try signedIn(tenant)
        let form = PortalFormView(
            PortalForm(), hint: tenant.wording(\.portal, in: .english), recent: [], requestKey: "1", sendsMail: false,
            words: try AdminMaterial.words(), at: AdminMaterial.now)
        let pages = try capture(tenant) + html("portal/form", form, principal: principal)
        let safe = Markup().escapeText(mark)
        for text in texts { #expect(pages.contains("\(text) \(safe)"), "\(text)") }
        #expect(pages.contains("Name \(safe)"))
        #expect(safe == mark || !pages.contains(mark))
        #expect(pages.ranges(of: "<script ").count == pages.ranges(of: "<script").count)
    }

    @Test func theMenuNamesTheTenantAsPersonsKnowItAndAsSigningInDoes() throws {
        let named = try html(
            "accessibility", [String: Any](), principal: signedIn(tenant(["displayName": .string("Muster AG")])))
        #expect(named.contains("<small>Muster AG</small>") && named.contains("<code>acme</code>"))
        let unnamed = try html("accessibility", [String: Any](), principal: signedIn(tenant([:])))
        #expect(unnamed.contains("<small>acme</small>") && !unnamed.contains("<code>acme</code>"))
    }

    @Test func thePreviewShowsBothSchemesWithTheirContrast() throws {
        let tenant = try tenant(["primaryColor": .string("#6a6a6a")])
        for language in Language.allCases {
            let view = AppearanceView(tenant, .tooLarge, words: try AdminMaterial.words(language))
            #expect(view.schemes.map(\.schemeClass) == ["scheme-light", "scheme-dark"])
            let figures = view.schemes.flatMap(\.figures).map(\.figure)
            #expect(figures.count == 2 && figures[0].contains("#6a6a6a") && figures[0].contains("4.64:1"))
            #expect(view.logoProblem?.contains("64") == true && !view.hasLogo)
            for refusal in LogoRefusal.allCases {
                let problem = AppearanceView(tenant, refusal, words: try AdminMaterial.words(language)).logoProblem
                #expect(problem.map { !$0.contains("admin.") && !$0.contains("{") } == true, "\(refusal)")
            }
        }
    }

    @Test func aColorThatIsNotReadIsRefusedBesideItsField() throws {
        let standing = AdminMaterial.standing()
        let begun = ConfigurationForm(.pages, standing)
        var form = ConfigurationForm(
            .pages, try FormFields(of: begun, changing: ["ui.primaryColor": " #ffd24a "]), standing)
        let changed = form.change()
        let document = try #require(changed)
        #expect(document["ui"]?["primaryColor"] == .string("#ffd24a"))
        do throws(ConfigurationRefusal) {
            _ = try ConfigurationChange.result(of: document, on: CustomerConfiguration.initial(.compatible))
            Issue.record("accepted")
        } catch {
            form.take(error)
        }
        for language in Language.allCases {
            let section = SectionView(form, standing, words: try AdminMaterial.words(language))
            let sentence = try #require(section.sectionProblems.first?.sentence)
            for part in ["#eaeef3", "1.23:1", "4.50:1"] { #expect(sentence.contains(part), "\(part): \(sentence)") }
        }
    }

    private func signedIn(_ tenant: Tenant) throws -> Principal {
        let person = try AdminMaterial.principal().operator
        return Principal(tenant: tenant, role: .operator(try #require(person)))
    }
}
