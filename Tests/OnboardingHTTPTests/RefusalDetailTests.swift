import OnboardingAPI
import OnboardingCore
import Testing

@testable import Casework
@testable import Onboarding
@testable import OnboardingHTTP

/// What is wrong with a document, as the tenant's systems are told: a code and a field; what stands there only where the person may
/// be seen.
@Suite struct RefusalDetailTests {
    private let findings = [DocumentFinding(.expired, field: "dateOfExpiry"), DocumentFinding(.specimen)]

    private func standing(_ more: [Event] = []) throws -> EnrollmentStanding {
        let begin = Instant(millisecondsSince1970: 1_800_000_000_000)
        let until = begin.adding(seconds: 3600)
        let events: [Event] = [
            .triggered(until: until), .started(Policy(), deadline: until),
            .documentRefused(.notVerified, nil, findings),
        ]
        return try #require(
            EnrollmentStanding(of: (events + more).map { (begin, $0) }, now: begin.adding(seconds: 1)))
    }

    @Test func anEventHasCodesAndFieldsAlone() throws {
        let id = try #require(EnrollmentID(text: String(repeating: "3f", count: 16)))
        func message(_ standing: EnrollmentStanding) -> EventMessage {
            EventMessage(
                EventFeed.Entry(
                    id: "evt_1", number: 1, kind: "check.refused", at: standing.begunAt, enrollmentID: id,
                    authentication: nil, standing: standing, registrationCode: nil, reference: nil, duplicate: nil))
        }
        #expect(
            message(try standing()).data.details == [
                RefusalDetail(code: "EXPIRED", field: "dateOfExpiry"), RefusalDetail(code: "SPECIMEN", field: nil),
            ])
        // What is accepted since speaks against nobody.
        #expect(message(try standing([.documentAdded(nil)])).data.details == nil)
    }

    @Test func anEventOfALoginHasThemToo() throws {
        let id = try #require(EnrollmentID(text: String(repeating: "3f", count: 16)))
        let visit = try #require(AuthenticationID(text: String(repeating: "5a", count: 16)))
        let begin = Instant(millisecondsSince1970: 1_800_000_000_000)
        func details(_ events: [AuthenticationEvent]) throws -> [RefusalDetail]? {
            let standing = try #require(
                AuthenticationStanding(
                    of: ([.triggered(until: begin.adding(seconds: 3600))] + events).map { (begin, $0) },
                    now: begin.adding(seconds: 1)))
            return EventMessage(
                EventFeed.Entry(
                    id: "evt_1", number: 1, kind: "authentication.failed", at: begin, enrollmentID: id,
                    authentication: EventFeed.Visit(id: visit, purpose: .authenticate, standing: standing),
                    standing: nil, registrationCode: nil, reference: nil, duplicate: nil)
            ).data.details
        }
        let refused = AuthenticationEvent.documentRefused(.notVerified, nil, findings)
        #expect(
            try details([refused]) == [
                RefusalDetail(code: "EXPIRED", field: "dateOfExpiry"), RefusalDetail(code: "SPECIMEN", field: nil),
            ])
        #expect(try details([refused, .documentAdded(nil)]) == nil)
        #expect(try details([.faceRefused(.presentationAttack, nil)]) == nil)
    }

    @Test func whatTheDocumentStatesIsForWhoMaySeeThePerson() throws {
        let id = try #require(EnrollmentID(text: String(repeating: "3f", count: 16)))
        let subject = try #require(SubjectID(text: String(repeating: "5a", count: 16)))
        let read = ReadDocument(
            hasMRZ: true, kindName: "Passport", kindNumber: 11, countryName: "", stateCode: "UTO",
            fields: [
                ReadDocument.Field(
                    type: .dateOfExpiry, mrz: "2020-10-31", visual: "", mrzStatus: .valid, visualStatus: .notValidated,
                    check: .ok)
            ], findings: [.expired], imageCount: 1, isImagePairValid: false, isRefused: true, isVerified: false,
            portrait: nil, ruleResults: nil)
        var detail = Enrollments.Detail(
            entry: Enrollments.Entry(
                id: id, subjectID: subject, standing: try standing(), registrationCode: nil, username: "ada",
                reference: nil), retryAt: nil, isTest: true,
            person: Enrollments.VerifiedPerson(
                username: "ada", name: "", email: nil, phoneNumber: nil,
                identity: Identity(
                    name: nil, surname: nil, givenNames: nil, birthDate: nil, documentNumber: nil, documentType: nil,
                    issuingState: nil, validUntil: nil),
                face: nil, document: nil, refusedDocument: read), reviewer: nil, others: [])
        #expect(
            EnrollmentDetail(detail).lastRefusal?.details == [
                RefusalDetail(code: "EXPIRED", field: "dateOfExpiry", value: "2020-10-31"),
                RefusalDetail(code: "SPECIMEN", field: nil),
            ])
        detail.person = nil
        #expect(EnrollmentDetail(detail).lastRefusal?.details?.map(\.value) == [nil, nil])
    }

    @Test func aHintReadsAsItWasJudged() {
        let (measured, wanted) = 0.80003.roundedForAnswers(beside: 0.80001)
        #expect(measured > wanted && wanted == 0.80001)
        #expect(0.123456.roundedForAnswers(beside: 0.5).number == 0.1235)
    }
}
