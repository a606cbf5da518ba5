import OnboardingCore
import Testing

@testable import DocVerify
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture
@testable import Tenancy

/// Every outcome of addDocument, with engines that say what the test wants.
@Suite struct AddDocumentTests {
    /// Somebody whose face was accepted.
    private func visitor(_ test: TestInstallation) async throws -> Visitor {
        let visitor = try await Visitor(at: test, tenant: try await test.tenant())
        let live = try Samples.assessment(.live)
        test.engines.set { $0.face = { _ in live } }
        try await visitor.addDevice()
        try await visitor.addFace()
        return visitor
    }

    private func show(_ reading: DocumentReading, score: Double = 6, _ test: TestInstallation) {
        test.engines.set {
            $0.document = { _ in reading }
            $0.comparison = { Samples.score(score) }
        }
    }

    @Test func aVerifiedAndMatchingDocumentCompletesTheEnrollment() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        show(try Samples.document(), test)
        let body = Visitor.newBody()
        let result = try await visitor.addDocument(body: body)
        #expect(result.decision == .verified && result.isMatching && result.portraitScore == 6)
        #expect(result.standing.status == .complete && result.standing.registrationCode.count == 10)
        #expect(result.document.hasMRZ && result.document.portrait != nil && result.document.isVerified)
        #expect(try await visitor.addDocument(body: body) == result)
        await #expect(throws: Refusal(.enrollmentFinished)) { try await visitor.addDocument() }
    }

    @Test func anotherPersonsDocumentDoesNotMatch() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        show(try Samples.document(), score: 0.1, test)
        for attempt in 1...5 {
            let result = try await visitor.addDocument()
            #expect(result.decision == .notMatching && !result.isMatching)
            #expect(result.standing.status == (attempt < 5 ? .pending : .failed))
        }
    }

    /// A descriptor whose scores are too lenient keeps a tenant from asking for less than it stands for.
    @Test func aDescriptorMayAskForMoreThanTheTenantDoes() async throws {
        for (least, decision) in [(0.0, DocumentDecision.verified), (3.5, .notMatching)] {
            let test = try await TestInstallation(leastMatchThreshold: least)
            let visitor = try await visitor(test)
            show(try Samples.document(), score: 3.2, test)
            #expect(try await visitor.addDocument().decision == decision)
        }
    }

    @Test func aWrongDigitIsNotVerified() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        show(try Samples.document(isRight: false), test)
        let result = try await visitor.addDocument()
        #expect(result.decision == .notVerified && result.document.isRefused)
        #expect(result.document.findings.contains(.checkDigit))
    }

    @Test func whatCannotBeReadOrComparedAsksForAnotherCapture() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        show(try Samples.document(readability: .retry(.mrzBlurred)), test)
        #expect(try await visitor.addDocument().document.findings.contains(.imageQuality))
        show(try Samples.document(hasPortrait: false), test)
        let result = try await visitor.addDocument()
        #expect(result.decision == .retryCapture && result.portraitScore == nil)
    }

    @Test func theClientsRulesMakeTheTenantsStricter() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        show(try Samples.document(), test)
        let rules = AddDocument.ClientRules(
            minimumAge: (120, true), maximumAge: (nil, false), asksForUnexpired: true, fieldRules: [])
        let result = try await visitor.addDocument(rules: rules)
        #expect(result.decision == .notVerified)
        #expect(result.document.ruleResults == ["minimumAge": false, "documentNotExpired": true])
        await #expect(throws: Refusal.self) {
            try await visitor.addDocument(
                rules: .init(
                    minimumAge: (nil, true), maximumAge: (nil, false), asksForUnexpired: false, fieldRules: []))
        }
    }

    @Test func whatIsWrongWithTheImagesIsNamed() async throws {
        let test = try await TestInstallation()
        let visitor = try await visitor(test)
        show(try Samples.document(), test)
        await #expect(throws: Refusal(.fieldMissing)) { try await visitor.addDocument(images: []) }
        await #expect(throws: Refusal(.encryptedContainerUnsupported)) {
            try await visitor.addDocument(images: [], encrypted: true)
        }
        await #expect(throws: Refusal(.lightUnreadable)) {
            try await visitor.addDocument(images: [.init(bytes: [1], light: .invisible)])
        }
        await #expect(throws: Refusal(.tooManyImages)) {
            try await visitor.addDocument(count: Limit.documentImages.value + 1)
        }
        test.engines.set { $0.document = { _ in throw DocumentError.image(.corrupt, index: 0) } }
        let files = [(Array("II*\0".utf8), "This is TIFF; JPEG, PNG,"), ([0xFF, 0xD8, 0xFF], "This is JPEG, but")]
        for (bytes, start) in files {
            let refusal = await #expect(throws: Refusal.self) {
                try await visitor.addDocument(images: [.init(bytes: bytes, light: .white)])
            }
            #expect(refusal?.reason == .notAnImage && refusal?.message?.hasPrefix(start) == true)
        }
    }

    @Test func aStepBeforeItsTurnIsRefused() async throws {
        let test = try await TestInstallation()
        let visitor = try await Visitor(at: test, tenant: try await test.tenant())
        await #expect(throws: Refusal(.stepOutOfOrder)) { try await visitor.addDocument() }
    }
}
