import Foundation
import HTTPTypes
import OnboardingCore
import TestSupport
import Testing

@testable import OnboardingWeb
@testable import Tenancy

/// Who may ask for the capture page, and what it is told.
@Suite struct CapturePageTests {
    private static func headers(_ changes: [String: String?] = [:]) throws -> HTTPFields {
        var usual: [String: String?] = [
            "Content-Type": "application/json", "Onboarding-Page": "capture", "Sec-Fetch-Site": "same-origin",
        ]
        usual.merge(changes) { $1 }
        var headers = HTTPFields()
        for (name, value) in usual { headers[try #require(HTTPField.Name(name))] = value }
        return headers
    }

    @Test(
        arguments: [
            [:], ["Sec-Fetch-Site": nil], ["Content-Type": "application/json; charset=utf-8"],
            ["Content-Type": "Application/JSON ;charset=utf-8"],
        ] as [[String: String?]])
    func ourPageMayAsk(changes: [String: String?]) throws {
        try OwnPage.checkChange(Self.headers(changes))
    }

    /// What a browser sends for a page of another site without asking the server first, and what it says of itself.
    @Test(
        arguments: [
            ["Onboarding-Page": nil], ["Onboarding-Page": "desk"], ["Content-Type": nil],
            ["Content-Type": "text/plain"],
            ["Content-Type": "multipart/form-data; boundary=application/json"], ["Sec-Fetch-Site": "cross-site"],
            ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
        ] as [[String: String?]])
    func anotherSitesPageMayNot(changes: [String: String?]) {
        #expect(throws: Refusal(.originNotAllowed)) { try OwnPage.checkChange(Self.headers(changes)) }
    }

    @Test func whoHasWithdrawnHoldsNoSecret() throws {
        func cookie(_ set: HTTPField) throws -> CaptureCookie {
            let pair = try #require(set.value.split(separator: ";").first)
            return CaptureCookie(in: [.cookie: String(pair)])
        }
        let held = try cookie(CaptureCookie.set(secret: "s3cret_-", lifetimeInSeconds: 60))
        #expect(held.secret == "s3cret_-" && held.tenantOfWithdrawn == nil)
        let withdrawn = try cookie(CaptureCookie.setWithdrawn(tenant: "acme-1", lifetimeInSeconds: 60))
        #expect(withdrawn.secret == nil && withdrawn.tenantOfWithdrawn == "acme-1")
        let none = CaptureCookie(in: [:])
        #expect(none.secret == nil && none.tenantOfWithdrawn == nil)
    }

    @Test func everyMemberOfAStateIsThere() throws {
        let state = CaptureState(
            step: "ended", end: Nullable("withdrawn"), reason: Nullable(nil),
            token: Nullable(nil), requiredChecks: [], accepted: [], left: Nullable(nil),
            deadline: Nullable(nil),
            tenant: .init(name: "Acme", alternative: Nullable(nil), allowsGallery: false, isTest: true),
            consent: Nullable(nil), keys: Nullable(nil), face: Nullable(nil), challengeRequired: false,
            prescribedTurn: Nullable(nil), review: Nullable(nil), registration: Nullable(nil), purpose: Nullable(nil),
            lockedUntil: Nullable(nil))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(
            String(decoding: try encoder.encode(state), as: UTF8.self) == """
                {"accepted":[],"challengeRequired":false,"consent":null,"deadline":null,"face":null,"keys":null,\
                "left":null,"lockedUntil":null,"outcome":"withdrawn","prescribedTurn":null,"purpose":null,"reason":null,\
                "registration":null,"requiredChecks":[],"review":null,"step":"ended",\
                "tenant":{"allowsGallery":false,"alternative":null,"isTest":true,"name":"Acme"},"token":null}
                """)
    }

    @Test(arguments: Language.allCases) func thereIsATextToAgreeTo(language: Language) throws {
        let words = try Words(file: Material.packageRoot + "/web/texts/\(language.rawValue).json")
        #expect(try #require(words.text(at: ConsentTexts.path)).count > 40)
        #expect(try #require(words.text(at: ConsentTexts.agePath)).count > 40)
    }

    /// The text says how long the page takes a withdrawal, and whom to ask later.
    @Test(arguments: zip(Language.allCases, ["until about an hour after the end", "etwa eine Stunde nach dem Ende"]))
    func theTextPromisesNoMoreThanHolds(language: Language, period: String) throws {
        let words = try Words(file: Material.packageRoot + "/web/texts/\(language.rawValue).json")
        #expect(try #require(words.text(at: ConsentTexts.path)).contains(period))
        #expect(Limit.captureRightLife.seconds == 3600)
    }
}
