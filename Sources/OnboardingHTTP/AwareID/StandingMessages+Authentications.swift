internal import Casework
internal import Foundation
internal import OnboardingAPI
internal import OnboardingCore
internal import Tenancy

extension AuthenticationSearchRequest {
    var search: AuthenticationSearch {
        get throws {
            // A field that was left empty must not ask for everybody.
            var search = AuthenticationSearch()
            search.reference = try reference?.checked(.reference, as: "reference")
            search.enrollmentID = try enrollmentId?.checked(as: "enrollmentId")
            search.cursor = try cursor?.checked(as: "cursor")
            search.pageSize = pageSize ?? AuthenticationSearch.usualPageSize
            return search
        }
    }
}

extension AuthenticationSearchResponse {
    init(_ page: Authentications.Page) {
        self.init(list: page.entries.map(AuthenticationDetail.init), nextCursor: page.cursor)
    }
}

extension AuthenticationDetail {
    init(_ detail: Authentications.Detail) {
        let standing = detail.standing
        self.init(
            authenticationId: detail.id.text, enrollmentId: detail.enrollmentID.text,
            purpose: detail.purpose.rawValue, state: .init(standing.state), reason: standing.reason?.code,
            step: standing.check.map(OnboardingAPI.AuthenticationCheck.init),
            registrationCode: detail.registrationCode, username: detail.username, reference: detail.reference,
            device: standing.device?.rawValue, deviceChange: standing.deviceChange?.rawValue,
            startDate: standing.begunAt.iso8601WithMilliseconds, endDate: standing.endedAt?.iso8601WithMilliseconds,
            acceptedChecks: standing.accepted.map { Check($0, detail.measured[$0.check]) },
            lastRefusal: standing.lastRefused.map {
                Refused(
                    check: OnboardingAPI.AuthenticationCheck($0.check), reason: $0.reason.code,
                    date: $0.at.iso8601WithMilliseconds)
            },
            attemptsLeft: standing.left?.attempts, capturesLeft: standing.left?.captures,
            expiryDate: standing.deadline?.iso8601WithMilliseconds, retryAt: detail.retryAt?.iso8601WithMilliseconds,
            test: detail.isTest)
    }
}

extension AuthenticationDetail.Check {
    fileprivate init(_ accepted: AuthenticationStanding.Accepted, _ measured: Authentications.Measured?) {
        self.init(
            check: OnboardingAPI.AuthenticationCheck(accepted.check), date: accepted.at.iso8601WithMilliseconds,
            score: measured?.scoreInPercent?.roundedForAnswers,
            falseRejectionRate: measured?.falseRejectionInPercent?.roundedForAnswers,
            matchScore: measured?.matchScore?.roundedForAnswers,
            falseMatchRate: measured?.matchScore.map { 100 * pow(10, -$0) })
    }
}
