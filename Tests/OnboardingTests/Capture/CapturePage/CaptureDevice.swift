import Foundation
import OnboardingCore

@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// Somebody's browser before the capture page: it holds what the server gave it, and a key of its own.
struct CaptureDevice {
    let test: TestInstallation
    var secret: String?
    /// The thumbprint of the key that it proves.
    var key = [UInt8](UUID().uuidString.utf8)

    init(at test: TestInstallation) {
        self.test = test
    }

    /// - Returns: whether it was given something new to hold.
    @discardableResult
    mutating func open(_ handed: HandedOver, takesOver: Bool = false) async throws -> Bool {
        try await asks(for: handed, takesOver: takesOver).secret != nil
    }

    /// Opens, or asks to go on in the place of another device.
    @discardableResult
    mutating func asks(for handed: HandedOver, takesOver: Bool = true) async throws -> OpenCapture.Opened {
        let opened = try await test.useCases.person.openCapture.perform(
            data: handed.data, takesOver: takesOver, holding: secret, key: key, at: test.now)
        if let new = opened.secret { secret = new }
        return opened
    }

    /// What another device asks under, as this one shows it.
    func asked() async throws -> String? {
        try await test.useCases.person.takeOver.asked(holding: secret, key: key, at: test.now)
    }

    func answer(_ code: String, allows: Bool) async throws {
        try await test.useCases.person.takeOver.answer(
            code, allows: allows, holding: secret, key: key, at: test.now)
    }

    /// Goes on in the place of `other`, with the person's word on both.
    mutating func takeOver(_ handed: HandedOver, from other: CaptureDevice) async throws {
        let code = try await asks(for: handed).asksUnder
        try await other.answer(code ?? "", allows: true)
    }

    func standing() async throws -> CaptureStanding {
        try await test.useCases.person.captureStandings.standing(holding: secret, key: key, at: test.now)
    }

    func principal() async throws -> Principal {
        try await test.useCases.person.captureRights.principal(holding: secret, key: key, at: test.now)
    }

    /// As the page begins it.
    @discardableResult
    func enroll(_ consent: Consent? = agreed) async throws -> Enroll.Result {
        let principal = try await principal()
        try await test.useCases.person.validateSession.noteArrival(of: principal, at: test.now)
        return try await test.useCases.person.enroll.perform(
            .init(person: .ofOwnSession, consent: consent), bodyDigest: Visitor.newBody(), by: principal,
            at: test.now)
    }

    func addDevice() async throws {
        let token = try await standing().token ?? ""
        _ = try await test.useCases.person.addDevice.perform(
            Visitor.incoming(.init(enrollmentToken: token, deviceID: "device", pushID: nil, publicKey: nil)),
            by: try await principal(), at: test.now)
    }

    func addFace() async throws {
        let token = try await standing().token ?? ""
        _ = try await test.useCases.person.addFace.perform(
            Visitor.incoming(
                .init(
                    enrollmentToken: token, package: .plain(Visitor.capture()), challenge: nil,
                    readContent: { _ in nil })), by: try await principal(), at: test.now)
    }

    static let agreed = Consent(
        textHash: String(repeating: "ab", count: 32), textVersion: "1", language: "en",
        acceptedAt: "2026-03-02T07:36:25Z")
}

/// What a portal hands over: the data of a QR code, and the session behind them.
struct HandedOver {
    let data: String
    let sessionToken: String

    init(_ username: String, of tenant: Tenant, at test: TestInstallation) async throws {
        let result = try await test.useCases.portal.triggerEnroll.perform(
            .init(
                username: username, email: username + "@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                reference: nil),
            bodyDigest: Visitor.newBody(), by: Principal(tenant: tenant, role: .portal), at: test.now)
        guard case .triggered(let session) = result else { throw Refusal(.tokenUnknown) }
        self.init(callbackURL: session.callbackURL, sessionToken: session.token)
    }

    init(callbackURL: String, sessionToken: String) {
        data = callbackURL.split(separator: "data=").last.map(String.init) ?? ""
        self.sessionToken = sessionToken
    }
}

extension Enroll.Request.Subject {
    /// As the page asks: the right says which session it is.
    static let ofOwnSession = named(
        username: nil, email: nil, firstName: nil, lastName: nil, phoneNumber: nil, reference: nil)
}
