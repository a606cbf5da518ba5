import FaceEngine
import OnboardingCore
import OnboardingStorage
import Testing

@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Operations
@testable import Tenancy

/// Templates of another model are made anew, each from what it was made from.
@Suite struct TemplateRenewalTests {
    private static let older = ModelIdentity(name: "older", digest: String(repeating: "cd", count: 32))

    @Test func samplesAndFacesOfUsersAreRenewedFromTheirOwnImages() async throws {
        let test = try await TestInstallation()
        let tenant = try await Returner.tenant(
            options: #""authentication":{"verifyDevice":true,"keepSample":true}"#, at: test)
        var faces = MadeUpFaces()
        let evidence = try Samples.assessment(.live).evidence
        let ada = try await Returner(
            at: test, tenant: tenant,
            showing: LivenessAssessment(evidence: evidence, template: faces.next(), codes: []))
        let stored = try #require(try await test.data.store.enrollment(tenant: tenant.id, code: ada.code))
        let client = UserRequester(
            principal: Principal(tenant: tenant, role: .client(id: "desk", scopes: [.users, .administerUsers])),
            user: nil)
        let old = try (0..<3).map { _ in try faces.next(by: Self.older) }
        let (sample, image) = (try faces.next(), try faces.next())

        // By the older model: an image that is kept no longer, one that is, and a sample.
        test.engines.set { $0.stillFace = { _ in .face(old[0], image: [1], quality: Samples.quality()) } }
        _ = try await test.useCases.portal.users.addFaces([[1]], to: "ada", by: client, at: test.now)
        test.advance(milliseconds: 1000)
        #expect(try await test.data.store.forgetImages(tenant: tenant.id, before: test.now, limit: 10) == 1)
        test.engines.set { $0.stillFace = { _ in .face(old[1], image: [2], quality: Samples.quality()) } }
        _ = try await test.useCases.portal.users.addFaces([[2]], to: "ada", by: client, at: test.now)
        let assessment = LivenessAssessment(evidence: evidence, template: old[2], codes: [])
        test.engines.set { $0.face = { _ in assessment } }
        let token = try await ada.begin()
        _ = try await ada.verifyDevice(token, signature: try #require(ada.key).signES256([UInt8](token.utf8)))
        #expect(try await ada.verifyFace(token).status == .complete)

        test.engines.set {
            $0.stillFace = { $0 == [2] ? .face(image, image: [2], quality: Samples.quality()) : .noFace }
            $0.regeneratedFace = { _ in sample }
        }
        let renewal = TemplateRenewal(data: test.data, engines: test.engines.engines)
        let progress = try await renewal.run { _ in }
        #expect(progress.total == 3 && progress.renewed == 2)
        #expect(progress.failures.count == 1 && progress.failures[0].contains(stored.id.text))
        let dataKey = try test.cases.dataKey(of: stored)
        let kept = try await test.data.store.templates(of: stored.id).map { try $0.open(of: stored.id, under: dataKey) }
        #expect(kept.count == 4 && kept.contains(image) && kept.contains(sample) && kept.contains(old[0]))

        // Searches find the person by what was renewed.
        let index = FaceIndex()
        try await FaceIndexing(
            store: test.data.store, keys: test.data.keys, index: index, model: Samples.model, logger: test.logger
        ).round()
        for template in [image, sample] {
            guard
                case .candidates(let found) = index.search(
                    template, tenant: tenant.id, excluding: nil, atLeast: 0.99)
            else {
                Issue.record("not ready")
                return
            }
            #expect(found.candidates.map(\.enrollment) == [stored.id] && found.templates == 3)
        }
    }
}
