import OnboardingCore
import Testing

/// Whoever enrolls twice: what a finding does to an enrollment.
@Suite struct DuplicateTests {
    private static let now = Instant(millisecondsSince1970: 1_800_000_000_000)
    private static let deadline = now.adding(seconds: 600)

    private func open(_ checks: [RequiredCheck], _ events: [Event] = []) throws -> Enrollment {
        let started = Event.started(Policy(requiredChecks: checks), deadline: Self.deadline)
        return try #require(replay([.triggered(until: Self.deadline), started] + events))
    }

    private func decision(_ command: Command, isRefused: Bool, on enrollment: Enrollment) -> Decision {
        decide(
            Proposal(
                command, record: nil, at: Self.now, registrationCode: "CODE",
                duplicate: FoundDuplicate(.sample, isRefused: isRefused)), on: enrollment)
    }

    @Test func aFaceThatIsRefusedAsADuplicateEndsTheEnrollmentHoweverManyAttemptsAreLeft() throws {
        for checks: [RequiredCheck] in [[.addFace], [.addFace, .addDocument]] {
            let enrollment = try open(checks)
            let decided = decision(.addFace(.duplicate), isRefused: true, on: enrollment)
            #expect(
                decided
                    == .accept([
                        .faceRefused(.duplicate, nil), .duplicateFound(of: .sample), .failed(.duplicateEnrollment),
                    ]))
            guard case .accept(let events) = decided else { continue }
            #expect(events.reduce(enrollment, evolve).state == .failed(.duplicateEnrollment))
        }
    }

    @Test func aFindingThatIsReportedChangesNothing() throws {
        #expect(
            decision(.addFace(.live), isRefused: false, on: try open([.addFace, .addDocument]))
                == .accept([.faceAdded(nil), .duplicateFound(of: .sample)]))
        #expect(
            decision(.addFace(.live), isRefused: false, on: try open([.addFace]))
                == .accept([.faceAdded(nil), .duplicateFound(of: .sample), .completed(registrationCode: "CODE")]))
    }

    @Test func whoWasRegisteredByAnotherNameMeanwhileIsNotRegisteredAgain() throws {
        let enrollment = try open([.addFace, .addDocument], [.faceAdded(nil)])
        let decided = decision(.addDocument(.verified), isRefused: true, on: enrollment)
        #expect(
            decided
                == .accept([.documentAdded(nil), .duplicateFound(of: .sample), .failed(.duplicateEnrollment)]))
        #expect(
            decision(.addDocument(.verified), isRefused: false, on: enrollment)
                == .accept([.documentAdded(nil), .duplicateFound(of: .sample), .completed(registrationCode: "CODE")]))
        // A document that is not accepted is refused for itself.
        #expect(
            decision(.addDocument(.notMatching), isRefused: true, on: enrollment)
                == .accept([.documentRefused(.notMatching, nil)]))
    }

    @Test func aDuplicateIsAReasonForWhichAHumanMayLookAgain() throws {
        let failed = try open(
            [.addFace],
            [.faceRefused(.duplicate, nil), .duplicateFound(of: .sample), .failed(.duplicateEnrollment)])
        let request = Proposal(.requestReview, record: nil, at: Self.now, registrationCode: "")
        #expect(decide(request, on: failed) == .accept([.reviewRequested]))
    }
}
