import FaceEngine
import OnboardingCore
import Synchronization
import Testing
import Vision

@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// What a client is told of a face, and when nothing is even looked at, with engines that say what the test wants.
@Suite struct EstimateFaceAttributesTests {
    private static let on = """
        {"faceAttributes":{"enabled":true,"fields":["blink","position","mustache"],"purpose":"help with captures"}}
        """

    private static let measured = {
        var measured = AttributeMeasurements(
            orientation: HeadOrientation(yawInDegrees: 0, pitchInDegrees: 0, rollInDegrees: 0), eyeDistanceInPixels: 60,
            alignmentPoints: [], box: ImageRectangle(x: 1, y: 2, width: 3, height: 3), lipGap: 0)
        (measured.rightBlink, measured.leftBlink, measured.glasses, measured.lensDarkness) = (0.9, 0.9, -5, 1)
        return measured
    }()

    private func answer(_ test: TestInstallation, _ finding: AttributeFinding? = nil) {
        test.engines.set {
            $0.attributes = { question in
                finding
                    ?? .estimated(
                        FaceAttributes(Self.measured, fields: question.fields, by: question.modelSet),
                        image: question.images.count - 1, versions: ["landmarks": "abc"])
            }
        }
    }

    private func ask(
        _ request: EstimateFaceAttributes.Request, _ test: TestInstallation, _ tenant: Tenant
    ) async throws -> EstimateFaceAttributes.Result {
        try await test.useCases.portal.estimateFaceAttributes.perform(
            Visitor.incoming(request), by: Principal(tenant: tenant, role: .portal), at: test.now)
    }

    private func ask(_ test: TestInstallation, _ tenant: Tenant) async throws -> EstimateFaceAttributes.Result {
        try await ask(.images([[1, 2, 3]]), test, tenant)
    }

    private func entries(_ test: TestInstallation) async throws -> [[String: String]] {
        try await test.data.store.auditEntries().filter { $0.kind == "faceAttributesEstimated" }.map(\.detail)
    }

    @Test(arguments: [
        ("{}", RefusalReason.faceAttributesDisabled),
        (#"{"faceAttributes":{"enabled":true,"purpose":"x"}}"#, .faceAttributesDisabled),
        (#"{"faceAttributes":{"enabled":false,"fields":["blink"],"purpose":"x"}}"#, .faceAttributesDisabled),
        (#"{"faceAttributes":{"enabled":true,"fields":["blink"]}}"#, .faceAttributesPurposeMissing),
    ]) func whatIsNotSwitchedOnIsNotComputed(configuration: String, reason: RefusalReason) async throws {
        let test = try await TestInstallation()
        test.engines.set {
            $0.attributes = { _ in
                Issue.record("was computed")
                throw StubEngines.Unset()
            }
        }
        let tenant = try await test.tenant(configuration: configuration)
        await #expect(throws: Refusal(reason)) { try await ask(test, tenant) }
        #expect(try await entries(test).isEmpty)
    }

    @Test func theFieldsThatAreOnAreAnsweredAndTheTrailHasNoValue() async throws {
        let test = try await TestInstallation()
        answer(test)
        let tenant = try await test.tenant(configuration: Self.on)
        let result = try await ask(test, tenant)
        #expect(Set(result.attributes.traits.keys) == [.blink, .mustache] && result.attributes.position != nil)
        #expect(result.attributes.age == nil && result.frame == nil && result.versions == ["landmarks": "abc"])
        let told = try await entries(test)
        #expect(told.count == 1)
        #expect(told[0]["fields"] == "blink mustache position" && told[0]["statedPurpose"] == "help with captures")
        #expect(Set(told[0].keys).isSubset(of: ["fields", "statedPurpose", "actor", "address", "request", "purpose"]))
    }

    @Test func ofAPackageTheFrameIsNamed() async throws {
        let test = try await TestInstallation()
        answer(test)
        let tenant = try await test.tenant(configuration: Self.on)
        let result = try await ask(
            .package(.plain(Visitor.capture(frames: 4)), readContent: { _ in nil }), test, tenant)
        #expect(result.frame == 3)
    }

    @Test func eachWrongRequestHasItsReasonAndLeavesNoEntry() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(configuration: Self.on)
        answer(test)
        let wrong: [(EstimateFaceAttributes.Request, RefusalReason)] = [
            (.images([]), .fieldEmpty), (.images([[]]), .fieldEmpty),
            (.images([[1], [2]]), .tooManyImages), (.images([[UInt8]](repeating: [1], count: 6)), .tooManyImages),
            (.package(.plain(Visitor.capture(frames: 0)), readContent: { _ in nil }), .noFrames),
            (.package(.unknown, readContent: { _ in nil }), .packageFormNotAccepted),
        ]
        for (request, reason) in wrong {
            await #expect(throws: Refusal(reason)) { try await ask(request, test, tenant) }
        }
        for (finding, reason) in [(AttributeFinding.noFace, RefusalReason.noFace), (.severalFaces, .severalFaces)] {
            answer(test, finding)
            await #expect(throws: Refusal(reason)) { try await ask(test, tenant) }
        }
        let unreadable: [(ImageError, RefusalReason)] = [
            (.notAnImage, .notAnImage), (.corrupt, .notAnImage), (.tooSmall, .imageTooSmall),
            (.tooLarge, .imageTooLarge),
        ]
        for (error, reason) in unreadable {
            test.engines.set { $0.attributes = { _ in throw UnreadableImage(index: 0, error: error) } }
            let refusal = await #expect(throws: Refusal.self) { try await ask(test, tenant) }
            #expect(refusal?.reason == reason)
        }
        #expect(try await entries(test).isEmpty)
    }

    @Test func anEngineThatFailsIsNoAnswer() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(configuration: Self.on)
        test.engines.set { $0.attributes = { _ in throw StubEngines.Unset() } }
        await #expect(throws: StubEngines.Unset.self) { try await ask(test, tenant) }
    }

    @Test func withoutTheNetworksNothingIsEstimated() async throws {
        let test = try await TestInstallation(hasAttributes: false)
        let tenant = try await test.tenant(configuration: Self.on)
        await #expect(throws: Refusal.modelNotInstalled) { try await ask(test, tenant) }
    }

    /// Of whom it is said needs a reason of its own.
    @Test(arguments: [
        ("emotions", "emotionReason"), ("smiling", "emotionReason"), ("male", "categoryReason"),
        ("age", "categoryReason"),
    ])
    func feelingsAndCategoriesNeedAReason(field: String, reason: String) async throws {
        let test = try await TestInstallation()
        func change(_ reasons: String) -> String {
            #"{"faceAttributes":{"enabled":true,"fields":["\#(field)"],"purpose":"x"\#(reasons)}}"#
        }
        await #expect(throws: (any Error).self) { try await test.tenant(configuration: change("")) }
        let tenant = try await test.tenant(configuration: change(#","\#(reason)":"study 7""#))
        #expect(tenant.settings.faceAttributes.fields.map(\.rawValue) == [field])
    }
}
