import Foundation
import LivenessScorer
import OnboardingCore
import OnboardingCrypto
import OnboardingStorage

@testable import Casework
@testable import Onboarding
@testable import Tenancy

/// Somebody registered who comes back, in a tenant that enrolls by device and face.
struct Returner {
    static let device = "device"

    let test: TestInstallation
    let tenant: Tenant
    let username: String
    let code: String
    /// Of the registered device; nil for one without.
    let key: ECKeyPair?

    var portal: Principal { Principal(tenant: tenant, role: .portal) }

    /// - Parameter settings: JSON members of `onboardingConfig`, beside those of this kind of tenant.
    static func tenant(_ settings: String = "", options: String = "", at test: TestInstallation) async throws -> Tenant
    {
        try await test.tenant(
            configuration: """
                {"onboardingConfig":{"faceWorkflow":"passive"\(settings.isEmpty ? "" : "," + settings),
                "onboardingOptions":{"enrollment":{"addDocument":false}\(options.isEmpty ? "" : "," + options)}}}
                """)
    }

    /// Enrolls.
    /// - Parameter assessment: of the face; nil for any that is live.
    init(
        _ username: String = "ada", at test: TestInstallation, tenant: Tenant, hasKey: Bool = true,
        showing assessment: LivenessAssessment? = nil
    ) async throws {
        (self.test, self.tenant, self.username) = (test, tenant, username)
        let key = hasKey ? try ECKeyPair.generate() : nil
        self.key = key
        let live = try assessment ?? Samples.assessment(.live)
        test.engines.set {
            $0.face = { _ in live }
            $0.document = { _ in try Samples.document() }
            $0.comparison = { Samples.score(6) }
        }
        let visitor = try await Visitor(username, at: test, tenant: tenant)
        try await visitor.addDevice(key: key.map(Self.publicKey))
        code = try await visitor.addFace().standing.registrationCode
    }

    static func publicKey(_ key: ECKeyPair) -> AddDevice.Request.PublicKey {
        .init(text: Data(key.publicKeyDER).base64EncodedString(), spkiDER: key.publicKeyDER)
    }

    func authenticate(
        _ person: Authenticate.Request.Person? = nil, body: [UInt8] = Visitor.newBody(), from address: String = "",
        by principal: Principal? = nil
    ) async throws -> Authenticate.Result {
        try await test.useCases.person.authenticate.perform(
            .init(person: person ?? .named(username: username), deviceID: nil), bodyDigest: body, from: address,
            by: principal ?? portal, at: test.now)
    }

    /// The token of a new authentication.
    func begin() async throws -> String { try await authenticate().authToken }

    func verifyDevice(
        _ token: String, id: String = device, signature: [UInt8]?, body: [UInt8] = Visitor.newBody(),
        by principal: Principal? = nil
    ) async throws -> VerifyDevice.Result {
        try await test.useCases.person.verifyDevice.perform(
            Visitor.incoming(
                .init(
                    authToken: token, deviceID: id, signature: signature,
                    readPublicKey: { Data(base64Encoded: $0).map { [UInt8]($0) } }), body: body),
            by: principal ?? portal, at: test.now)
    }

    @discardableResult
    func verifyFace(
        _ token: String, _ package: SubmittedPackage = .plain(Visitor.capture()), challenge: String? = nil,
        body: [UInt8] = Visitor.newBody(), steps: ReturningSteps? = nil, by principal: Principal? = nil
    ) async throws -> VerifyFace.Result {
        try await (steps ?? test.useCases.person.authentication).verifyFace.perform(
            Visitor.incoming(
                .init(token: token, package: package, challenge: challenge, readContent: { _ in nil }), body: body),
            by: principal ?? portal, at: test.now)
    }

    func verifyDocument(_ token: String) async throws -> AddDocument.Result {
        try await test.useCases.person.authentication.verifyDocument.perform(
            Visitor.incoming(
                .init(
                    enrollmentToken: token, rules: nil, images: [.init(bytes: [1], light: .white)], imageCount: 1,
                    isCropped: false, hasEncryptedContainer: false, givenFace: nil)), by: portal, at: test.now)
    }

    /// What enroll of this person leads to.
    func reEnroll(
        _ person: Enroll.Request.Subject? = nil, from address: String = "", by principal: Principal? = nil
    ) async throws -> ReEnrollment? {
        let named = Enroll.Request.Subject.named(
            username: username, email: username + "@example.org", firstName: nil, lastName: nil, phoneNumber: nil,
            reference: nil)
        let result = try await test.useCases.person.enroll.perform(
            .init(person: person ?? named, consent: nil), bodyDigest: Visitor.newBody(), from: address,
            by: principal ?? portal, at: test.now)
        guard case .userExists(let reEnrollment) = result else { throw Refusal(.internalError) }
        return reEnrollment
    }

    /// A re-enrollment whose face was verified.
    func provenReEnrollment() async throws -> String {
        guard let token = try await reEnroll()?.reEnrollmentToken else { throw Refusal(.internalError) }
        try await verifyFace(token, steps: test.useCases.person.reEnrollment)
        return token
    }

    @discardableResult
    func complete(
        _ token: String, id: String, key: AddDevice.Request.PublicKey? = nil, _ change: DeviceChange = .add
    ) async throws -> CaseStanding {
        try await test.useCases.person.completeReEnroll.perform(
            Visitor.incoming(.init(token: token, deviceID: id, publicKey: key, change: change)), by: portal,
            at: test.now)
    }

    func registration() async throws -> Registrations.Detail {
        try await test.useCases.portal.registrations.detail(registrationCode: code, by: portal, at: test.now)
    }
}
