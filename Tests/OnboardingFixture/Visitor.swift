import Foundation
import OnboardingCore
import OnboardingCrypto

@testable import Onboarding
@testable import Tenancy

/// Somebody who goes through the use cases of an installation, with another body each time unless the test repeats one.
struct Visitor {
    let test: TestInstallation
    let tenant: Tenant
    let token: String
    let principal: Principal

    /// What every visitor says that the device is.
    static let device = "device"

    /// Whom the tenant's own client enrolls.
    init(
        _ name: String = "ada", at test: TestInstallation, tenant: Tenant, consent: Consent? = nil,
        reference: String? = nil
    ) async throws {
        self.test = test
        self.tenant = tenant
        principal = Principal(tenant: tenant, role: .portal)
        let request = Enroll.Request(
            person: .named(
                username: name, email: name + "@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
                reference: reference),
            consent: consent)
        guard
            case .started(let started) = try await test.useCases.person.enroll.perform(
                request, bodyDigest: Self.newBody(), by: principal, at: test.now)
        else { throw Refusal(.tokenUnknown) }
        token = started.enrollmentToken
    }

    /// Who goes on with a session on a phone.
    init(session: String, at test: TestInstallation, tenant: Tenant) async throws {
        (self.test, self.tenant) = (test, tenant)
        principal = Principal(tenant: tenant, role: .phone(sessionDigest: Cases.sessionDigest(session)))
        let result = try await test.useCases.person.enroll.perform(
            .init(person: .ofSession(token: session), consent: nil), bodyDigest: Self.newBody(), by: principal,
            at: test.now)
        guard case .started(let started) = result else { throw Refusal(.usernameRegistered) }
        token = started.enrollmentToken
    }

    static func newBody() -> [UInt8] { Digest.sha256([UInt8](UUID().uuidString.utf8)) }

    static func incoming<Request: Sendable>(
        _ request: Request, body: [UInt8] = newBody()
    ) -> Incoming<Request> {
        Incoming(bodyDigest: body) { request }
    }

    @discardableResult
    func addDevice(body: [UInt8] = newBody(), key: AddDevice.Request.PublicKey? = nil) async throws -> CaseStanding {
        try await test.useCases.person.addDevice.perform(
            Self.incoming(
                .init(enrollmentToken: token, deviceID: Self.device, pushID: nil, publicKey: key), body: body),
            by: principal, at: test.now)
    }

    /// Frames that were never seen before, 200 ms apart.
    static func capture(
        workflow: String = "charlie4", frames: Int = 4, rotation: Int? = nil, gap: Double = 200,
        sessionID: SubmittedCapture.SessionID = .none, bytes: [UInt8]? = nil, hasTimes: Bool = true
    ) -> SubmittedCapture {
        SubmittedCapture(
            workflow: workflow, rotationInDegrees: rotation,
            frames: (0..<frames).map { index in
                .init(
                    bytes: bytes ?? [UInt8](UUID().uuidString.utf8),
                    timestamp: hasTimes ? 1_000_000 + Double(index) * gap : nil)
            },
            sessionID: sessionID,
            statement: ClientStatement(
                capture: [:], workflow: [:], timestamp: nil, frameTimestamps: [], frames: []))
    }

    @discardableResult
    func addFace(
        _ package: SubmittedPackage = .plain(capture()), challenge: String? = nil, body: [UInt8] = newBody()
    ) async throws -> AddFace.Result {
        try await test.useCases.person.addFace.perform(
            Self.incoming(
                .init(
                    enrollmentToken: token, package: package, challenge: challenge, readContent: { _ in nil }),
                body: body), by: principal, at: test.now)
    }

    func challengeFace() async throws -> FaceChallenge {
        try await test.useCases.person.challengeFace.perform(enrollmentToken: token, by: principal, at: test.now)
    }

    @discardableResult
    func addDocument(
        images: [AddDocument.SubmittedImage] = [.init(bytes: [1], light: .white)], count: Int? = nil,
        rules: AddDocument.ClientRules? = nil, encrypted: Bool = false, face: AddDocument.SubmittedFace? = nil,
        body: [UInt8] = newBody()
    ) async throws -> AddDocument.Result {
        try await test.useCases.person.addDocument.perform(
            Self.incoming(
                .init(
                    enrollmentToken: token, rules: rules, images: images, imageCount: count ?? images.count,
                    isCropped: false, hasEncryptedContainer: encrypted, givenFace: face), body: body),
            by: principal, at: test.now)
    }

    func cancel() async throws -> CaseStanding {
        try await test.useCases.person.cancel.perform(Self.incoming(token), by: principal, at: test.now)
    }
}

extension Principal.Role {
    /// The client that a tenant is made with, which may do everything.
    static let portal = Principal.Role.client(id: "acme-b2b", scopes: Set(Scope.allCases))
}
