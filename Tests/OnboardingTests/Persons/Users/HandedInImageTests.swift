import OnboardingCore
import Testing

@testable import FaceEngine
@testable import Onboarding
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// What becomes of an image that a tenant's client handed in when it comes again as a capture.
@Suite struct HandedInImageTests {
    private let test: TestInstallation

    init() async throws {
        test = try await TestInstallation()
        test.engines.set {
            $0.stillFace = { _ in .face(Samples.template, image: [1, 2, 3], quality: Samples.quality()) }
        }
    }

    private static func handedIn(_ number: UInt8) -> [UInt8] { [9, 9, number] }

    /// A tenant with bob, whom the client registered by image 1, and for whom it has added image 2; with somebody who can show
    /// captures.
    private func tenant(_ guardName: String) async throws -> Returner {
        let tenant = try await Returner.tenant("\"replayGuard\":\"\(guardName)\"", at: test)
        let eve = try await Returner("eve", at: test, tenant: tenant)
        let requester = requester(tenant)
        _ = try await test.useCases.portal.users.enroll(
            .init(userID: "bob", groupID: nil, details: nil, consent: nil, images: [Self.handedIn(1)]), by: requester,
            at: test.now)
        _ = try await test.useCases.portal.users.addFaces([Self.handedIn(2)], to: "bob", by: requester, at: test.now)
        return eve
    }

    private func requester(_ tenant: Tenant) -> UserRequester {
        UserRequester(
            principal: Principal(
                tenant: tenant, role: .client(id: "acme-desk", scopes: [.users, .administerUsers])), user: nil)
    }

    private func verify(_ image: [UInt8], of username: String, by eve: Returner) async throws -> VerifyFace.Result {
        let token = try await eve.authenticate(.named(username: username)).authToken
        return try await eve.verifyFace(token, .plain(Visitor.capture(frames: 1, bytes: image)))
    }

    @Test(arguments: ["exact", "near"]) func anImageThatWasHandedInIsNoLiveFace(guardName: String) async throws {
        let eve = try await tenant(guardName)
        for number: UInt8 in [1, 2] {
            for username in ["bob", "eve"] {
                await #expect(throws: Refusal(.packageReplayed)) {
                    _ = try await verify(Self.handedIn(number), of: username, by: eve)
                }
            }
            let visitor = try await Visitor("mallory\(number)", at: test, tenant: eve.tenant)
            try await visitor.addDevice()
            await #expect(throws: Refusal(.packageReplayed)) {
                try await visitor.addFace(.plain(Visitor.capture(frames: 1, bytes: Self.handedIn(number))))
            }
        }
        // The client vouches for what it shows itself, as often as it shows it.
        for _ in 0..<2 {
            _ = try await test.useCases.portal.users.token(
                for: "bob", face: [Self.handedIn(1)], by: requester(eve.tenant), at: test.now)
        }
        #expect(try await verify(Self.handedIn(3), of: "bob", by: eve).status == .complete)
        // The erasure of the person leaves nothing of it.
        try await test.useCases.portal.users.remove("bob", by: requester(eve.tenant), at: test.now)
        #expect(try await verify(Self.handedIn(1), of: "eve", by: eve).status == .complete)
    }

    @Test func withoutAGuardAnyImageIsTaken() async throws {
        let eve = try await tenant("off")
        #expect(try await verify(Self.handedIn(1), of: "bob", by: eve).status == .complete)
    }
}
