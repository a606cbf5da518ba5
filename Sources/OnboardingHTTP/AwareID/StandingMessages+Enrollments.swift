internal import Casework
internal import DocVerify
internal import Foundation
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import Tenancy

extension EnrollmentSearchRequest {
    var search: EnrollmentSearch {
        get throws {
            // A field that was left empty must not ask for everybody.
            var search = EnrollmentSearch()
            search.terms = [
                try username.map { SearchTerm.username(try $0.checked(.username, as: "username")) },
                try email.map { SearchTerm.email(try $0.checked(.username, as: "email")) },
                try phoneNumber.map { SearchTerm.phoneNumber(try $0.checked(as: "phoneNumber")) },
                try documentNumber.map { SearchTerm.documentNumber(try $0.checked(as: "documentNumber")) },
                try reference.map { SearchTerm.reference(try $0.checked(.reference, as: "reference")) },
            ].compactMap(\.self)
            search.enrollmentID = try enrollmentId?.checked(as: "enrollmentId")
            search.sessionToken = try sessionToken?.checked(as: "sessionToken")
            search.registrationCode = try registrationCode?.checked(as: "registrationCode")
            search.from = try from?.checked(as: "from")
            search.to = try to?.checked(as: "to")
            search.states = states ?? []
            search.reasons = reasons ?? []
            search.reviews = reviews ?? []
            search.cursor = try cursor?.checked(as: "cursor")
            search.pageSize = pageSize ?? EnrollmentSearch.usualPageSize
            return search
        }
    }
}

extension EnrollmentSearchResponse {
    init(_ page: Enrollments.Page) {
        self.init(list: page.entries.map(EnrollmentSummary.init), nextCursor: page.cursor)
    }
}

extension EnrollmentSummary {
    init(_ entry: Enrollments.Entry) {
        self.init(
            enrollmentId: entry.id.text, subjectId: entry.subjectID.text, state: State(entry.standing.state),
            origin: Origin(entry.standing.origin), reason: entry.standing.reason?.rawValue,
            review: entry.standing.review.map(Review.init),
            step: entry.standing.check.map(OnboardingAPI.RequiredCheck.init),
            registrationCode: entry.registrationCode, username: entry.username, reference: entry.reference,
            startDate: entry.standing.begunAt.iso8601WithMilliseconds,
            endDate: entry.standing.endedAt?.iso8601WithMilliseconds)
    }
}

extension EnrollmentSummary.State {
    init(_ state: EnrollmentStanding.State) {
        self =
            switch state {
            case .pending: .pending
            case .complete: .complete
            case .failed: .failed
            case .expired: .expired
            case .cancelled: .cancelled
            }
    }
}

extension ErasureResponse {
    init(_ erased: ErasedPerson) {
        self.init(erasedEnrollments: erased.enrollments.map(\.text), certificates: erased.certificates)
    }
}

extension EnrollmentSummary.Origin {
    init(_ origin: EnrollmentOrigin) {
        self =
            switch origin {
            case .enrolled: .enrolled
            case .handedIn: .handedIn
            }
    }
}

extension EnrollmentSummary.Review {
    init(_ standing: EnrollmentStanding.ReviewStanding) {
        self =
            switch standing.decision {
            case .accepted: .accepted
            case .refused: .refused
            case nil: .requested
            }
    }
}

extension ReviewRequest {
    var request: RecordReview.Request {
        get throws(Refusal) {
            let decision: OnboardingCore.Review.Decision =
                switch decision {
                case .accepted: .accepted
                case .refused: .refused
                }
            return try RecordReview.Request(decision: decision, reason: reason, reviewer: reviewer)
        }
    }
}

extension EnrollmentDetail {
    init(_ detail: Enrollments.Detail) {
        let standing = detail.entry.standing
        self.init(
            summary: EnrollmentSummary(detail.entry),
            acceptedChecks: standing.accepted.map {
                Check(check: OnboardingAPI.RequiredCheck($0.check), date: $0.at.iso8601WithMilliseconds)
            },
            lastRefusal: standing.lastRefused.map { refused in
                Refused(
                    check: OnboardingAPI.RequiredCheck(refused.check), reason: refused.reason.rawValue,
                    date: refused.at.iso8601WithMilliseconds,
                    details: refused.findings.isEmpty
                        ? nil : refused.findings.map { RefusalDetail($0, detail.person?.refusedDocument) })
            },
            reviewDetail: standing.review.map {
                ReviewDetail(
                    requestDate: $0.requestedAt?.iso8601WithMilliseconds, date: $0.decidedAt?.iso8601WithMilliseconds,
                    reviewer: detail.reviewer?.name, reason: detail.reviewer?.reason)
            },
            attemptsLeft: standing.left?.attempts, capturesLeft: standing.left?.captures,
            expiryDate: standing.deadline?.iso8601WithMilliseconds, retryAt: detail.retryAt?.iso8601WithMilliseconds,
            test: detail.isTest, person: detail.person.map(OnboardingAPI.VerifiedPerson.init),
            otherEnrollments: detail.others.map(EnrollmentSummary.init))
    }
}

extension RefusalDetail {
    /// - Parameter document: what was read of it; nil for who may not see it.
    fileprivate init(_ finding: DocumentFinding, _ document: ReadDocument?) {
        let stated = document?.fields.first { $0.type.rawValue == finding.field }
        let value = stated?.stated ?? ""
        self.init(code: finding.code.rawValue, field: finding.field, value: value.isEmpty ? nil : value)
    }
}

extension OnboardingAPI.VerifiedPerson {
    fileprivate init(_ person: Enrollments.VerifiedPerson) {
        self.init(
            username: person.username, name: person.name, email: person.email, phoneNumber: person.phoneNumber,
            identity: Identity(person.identity),
            face: person.face.map {
                Face(
                    date: $0.at.iso8601WithMilliseconds, score: $0.scoreInPercent?.roundedForAnswers,
                    falseRejectionRate: $0.falseRejectionInPercent?.roundedForAnswers)
            }, document: person.document.map(Document.init))
    }
}

extension OnboardingAPI.VerifiedPerson.Identity {
    fileprivate init(_ identity: Casework.Identity) {
        self.init()
        (name, surname, givenNames) = (Fact(identity.name), Fact(identity.surname), Fact(identity.givenNames))
        (birthDate, validUntil) = (Fact(identity.birthDate), Fact(identity.validUntil))
        (documentNumber, documentType) = (Fact(identity.documentNumber), Fact(identity.documentType))
        issuingState = Fact(identity.issuingState)
    }
}

extension OnboardingAPI.VerifiedPerson.Identity.Fact {
    fileprivate init?(_ fact: Casework.Identity.Fact?) {
        guard let fact else { return nil }
        self.init(value: fact.value, source: fact.source.rawValue)
    }
}

extension OnboardingAPI.VerifiedPerson.Document {
    fileprivate init(_ document: Enrollments.Document) {
        let (read, score) = (document.read, document.portraitScore)
        self.init(
            date: document.at.iso8601WithMilliseconds, documentType: read.typeName, countryName: read.countryName,
            icaoCode: read.stateCode, fields: read.fields.map(FieldTypeEntry.init), findings: read.findings.map(\.code),
            matchResult: score.map { _ in document.isMatching }, matchScore: score?.roundedForAnswers,
            falseMatchRate: score.map { 100 * pow(10, -$0) })
    }
}
