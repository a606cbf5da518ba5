import Foundation
import OnboardingCore
import TestSupport
import Testing
import Vision

@testable import Casework
@testable import LivenessScorer
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

/// What an auditor is shown of a case, and what of that the trail keeps.
@Suite struct OpenCaseTests {
    private static let image = try? Image(size: ImageSize(width: 96, height: 64), blue: 10, green: 20, red: 30)
        .jpeg(quality: 90)

    /// Somebody who was registered, at a tenant that may see everything.
    private func registered(
        face: LivenessDecision = .live, consent: Consent? = nil
    ) async throws -> (test: TestInstallation, tenant: Tenant, id: String) {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let image = try #require(Self.image)
        test.engines.set {
            $0.face = { _ in try Samples.assessment(face) }
            $0.document = { _ in try Samples.document() }
            $0.comparison = { Samples.score(6) }
            $0.shownFace = { face in if case .portrait = face { [1] } else { [2] } }
        }
        let visitor = try await Visitor("zwirner-quill", at: test, tenant: tenant, consent: consent)
        try await visitor.addDevice()
        try await visitor.addFace(.plain(Visitor.capture(bytes: image)))
        if face == .live { try await visitor.addDocument(images: [.init(bytes: image, light: .white)]) }
        let portal = Principal(tenant: tenant, role: .portal)
        let found = try await test.useCases.portal.enrollments.search(EnrollmentSearch(), by: portal, at: test.now)
            .entries
        return (test, tenant, try #require(found.first).id.text)
    }

    private func auditor(_ tenant: Tenant, _ scopes: Scope...) -> Principal {
        Principal(tenant: tenant, role: .client(id: "acme-desk", scopes: Set(scopes)))
    }

    private func opened(
        _ id: String, _ test: TestInstallation, by principal: Principal
    ) async throws -> CaseFile {
        try await AuditActor.$current.withValue(AuditActor(principal.identity)) {
            try await test.useCases.desk.openCase.perform(id, by: principal, at: test.now)
        }
    }

    @Test func anAuditorSeesTheWholeCase() async throws {
        let consent = Consent(
            textHash: String(repeating: "ab", count: 32), textVersion: "3", language: "en",
            acceptedAt: "2026-03-02T07:36:25Z")
        let (test, tenant, id) = try await registered(consent: consent)
        let file = try await opened(id, test, by: auditor(tenant, .readEnrollments, .readPersons))
        #expect(file.id == id && file.explanation.state == "complete" && file.standing.state == .complete)
        #expect(file.person?.username == "zwirner-quill" && file.device?.deviceID == "device")
        #expect(file.consents.map(\.consent) == [consent])

        let face = try #require(file.face)
        #expect(file.faces.map(\.name) == ["face-1"] && file.documents.map(\.name) == ["document-2"])
        #expect(face.evidence.images.first == "frame-00" && face.evidence.state == .whole)
        let step = file.explanation.steps[try #require(face.step)]
        #expect(step.check == "addFace" && step.evidence.id == face.evidence.id)
        let measured = try #require(face.measured)
        #expect(measured.frames.map(\.isUsed) == [true, false, false] && measured.frames[1].repeats == 0)
        #expect(measured.frames[1].faceWidth == 429 && measured.frames[1].timeInMilliseconds == 200.5)
        #expect(measured.frames[0].isBest && measured.frames[1].isInTemplate && measured.frames[2].yawInDegrees == nil)
        #expect(measured.cues.map(\.finding) == [.abstained, .attack, .unclear, .bonaFide])
        #expect(measured.cues[1].species == ["print", "stillOnScreen"] && measured.cues[0].scoreInPercent == nil)
        #expect(measured.cues[1].rules.map(\.threshold) == [0.35] && measured.fusion == nil)

        let document = try #require(file.document?.measured)
        #expect(document.decision == "verified" && document.portrait?.box == nil && document.portrait?.faceCount == 1)
        let number = try #require(document.fields.first { $0.type == "documentNumber" })
        #expect(number.statements.map(\.value) == ["L898902C3"] && number.decision == .valid)
        #expect(file.comparison?.score == 6 && file.comparison?.isMatch == true)

        let kinds = file.timeline.entries.map(\.kind)
        #expect(kinds.first == "triggered" && kinds.last == "completed" && !kinds.contains("answered"))
        #expect(file.timeline.chain == .intact && file.timeline.length > kinds.count && file.timeline.head != nil)
        #expect(file.timeline.entries[0].sinceLastInMilliseconds == nil && file.timeline.entries[0].actor == .client)

        let view = try #require(file.readings.first)
        #expect(view.by == "credential acme-desk" && view.operation == "case" && view.kind == "personDataRead")
        #expect(view.shown == "decision measurements person document" && view.at == test.now)
    }

    @Test func whoMayNotSeePersonsSeesTheDecisionAndTheMeasurements() async throws {
        let (test, tenant, id) = try await registered()
        let file = try await opened(id, test, by: auditor(tenant, .readEnrollments))
        #expect(file.person == nil && file.device == nil && file.explanation.state == "complete")
        #expect(
            file.face?.evidence.images == [] && file.face?.measured?.frames.allSatisfy { $0.image == nil } == true)
        #expect(file.face?.measured?.cues.isEmpty == false && file.face?.measured?.declared == [])
        let document = try #require(file.document?.measured)
        #expect(!document.fields.isEmpty && document.fields.flatMap(\.statements).allSatisfy { $0.value.isEmpty })
        #expect(document.lines == nil && document.pages.allSatisfy { $0.image == nil })
        #expect(file.readings.first?.shown == "decision measurements")
        #expect(!"\(file)".lowercased().contains("eriksson") && !"\(file)".contains("zwirner"))
    }

    @Test func anotherTenantsCaseIsAsUnknownAsOneThatNeverWas() async throws {
        let (test, tenant, id) = try await registered()
        let stranger = auditor(try await test.tenant("other"), .readEnrollments, .readPersons)
        let own = auditor(tenant, .readEnrollments, .readPersons)
        let before = try await test.data.store.auditEntries().count
        for (asked, principal) in [(id, stranger), (String(repeating: "0a", count: 16), own), ("1", own)] {
            await #expect(throws: Refusal(.enrollmentUnknown)) {
                try await test.useCases.desk.openCase.perform(asked, by: principal, at: test.now)
            }
            await #expect(throws: Refusal(.enrollmentUnknown)) {
                try await test.useCases.desk.revealImage.perform(
                    asked, evidence: "0", name: "frame-00", by: principal, at: test.now)
            }
            await #expect(throws: Refusal(.enrollmentUnknown)) {
                try await test.useCases.desk.annotateCase.note("text", on: asked, by: principal, at: test.now)
            }
            await #expect(throws: Refusal(.enrollmentUnknown)) {
                try await test.useCases.desk.annotateCase.flag(true, on: asked, by: principal, at: test.now)
            }
        }
        await #expect(throws: Refusal(.scopeMissing)) {
            try await test.useCases.desk.openCase.perform(id, by: auditor(tenant, .enroll, .readPersons), at: test.now)
        }
        #expect(try await test.data.store.auditEntries().count == before)
    }

    @Test func ofAnErasedCaseTheChainOfEventsIsLeft() async throws {
        let (test, tenant, id) = try await registered()
        let principal = Principal(tenant: tenant, role: .portal)
        try await test.useCases.desk.annotateCase.note("look", on: id, by: principal, at: test.now)
        _ = try await test.useCases.portal.enrollments.erase(id, by: principal, at: test.now)
        let file = try await opened(id, test, by: principal)
        #expect(file.explanation.erasedAt != nil && file.person == nil && file.faces.isEmpty && file.notes.isEmpty)
        #expect(file.timeline.chain == .intact && file.timeline.head == nil && file.timeline.entries.count > 4)
        #expect(file.readings.contains { $0.kind == "registrationErased" })
        #expect(file.readings.first?.shown == "decision measurements")
        await #expect(throws: Refusal(.enrollmentUnknown)) {
            try await test.useCases.desk.annotateCase.note("again", on: id, by: principal, at: test.now)
        }
    }

    @Test func everyImageThatIsShownIsOnRecord() async throws {
        let (test, tenant, id) = try await registered()
        let principal = auditor(tenant, .readEnrollments, .readPersons)
        let file = try await opened(id, test, by: principal)
        let (face, page) = (try #require(file.face?.evidence.id), try #require(file.document?.evidence.id))
        func image(_ evidence: String, _ name: String) async throws -> RevealImage.Image {
            try await test.useCases.desk.revealImage.perform(
                id, evidence: evidence, name: name, by: principal, at: test.now)
        }
        // The record says that frames are to be turned by a quarter.
        let frame = try await image(face, "frame-01")
        #expect(frame.contentType == "image/jpeg")
        #expect(try ImageHeader(of: frame.bytes).size == ImageSize(width: 64, height: 96))
        #expect(try await image(page, "image-00").bytes == strippingMetadata(jpeg: try #require(Self.image)))
        #expect(try await image(face, "aligned").bytes == [2])
        #expect(try await image(page, "aligned").bytes == [1])
        let shown = try await test.data.store.auditEntries().filter { $0.detail["operation"] == "case-image" }
        #expect(
            shown.map { $0.detail["shown"] } == [
                "face-1/frame-01", "document-2/image-00", "face-1/aligned", "document-2/aligned",
            ])
        // The sample's portrait is no image.
        await #expect(throws: Refusal(.notAnImage)) { try await image(page, "portrait") }
        for (evidence, name) in [(face, "frame-77"), (face, "measurements"), (page, "result"), (id, "frame-00")] {
            await #expect(throws: Refusal(.enrollmentUnknown)) { try await image(evidence, name) }
        }
        await #expect(throws: Refusal(.scopeMissing)) {
            try await test.useCases.desk.revealImage.perform(
                id, evidence: face, name: "frame-00", by: auditor(tenant, .readEnrollments), at: test.now)
        }
    }

    @Test func notesAndAFlagStandBesideTheDecision() async throws {
        let (test, tenant, id) = try await registered()
        let principal = auditor(tenant, .readEnrollments)
        func note(_ text: String?) async throws {
            try await AuditActor.$current.withValue(AuditActor(principal.identity)) {
                try await test.useCases.desk.annotateCase.note(text, on: id, by: principal, at: test.now)
            }
        }
        // A double click sends the form twice.
        for _ in 0..<2 { try await note("  first\r\nsecond  ") }
        try await note(String(repeating: "ä", count: Limit.caseNote.value))
        await #expect(throws: Refusal(.fieldTooLong)) { try await note(String(repeating: "ä", count: 2001)) }
        for empty in [nil, "", " \r\n "] { await #expect(throws: Refusal(.fieldEmpty)) { try await note(empty) } }
        try await test.useCases.desk.annotateCase.flag(true, on: id, by: principal, at: test.now)
        let before = try await opened(id, test, by: principal)
        #expect(
            before.notes.first?.text == "first\nsecond"
                && before.notes.map(\.by) == ["credential acme-desk", "credential acme-desk"])
        #expect(before.flag?.at == test.now && before.explanation.state == "complete")
        try await test.useCases.desk.annotateCase.flag(false, on: id, by: principal, at: test.now)
        let after = try await opened(id, test, by: principal)
        #expect(after.flag == nil && after.notes == before.notes)
        let trail = String(describing: try await test.data.store.auditEntries())
        #expect(trail.contains("caseNoted") && !trail.contains("first"))
    }

    /// A note that was moved to another case or writer does not open.
    @Test func aNoteIsBoundToItsCaseAndWriter() async throws {
        let (test, tenant, id) = try await registered()
        let principal = auditor(tenant, .readEnrollments)
        let enrollment = try #require(EnrollmentID(text: id))
        let key = try test.data.keys.dataKey(of: enrollment, tenant: tenant.id)
        let row = try CaseNote(text: "mine").sealed(for: enrollment, by: "credential ada", at: test.now, under: key)
        for changed in [
            row, CaseNoteRow(writtenBy: "credential bob", sealed: row.sealed, at: row.at),
            CaseNoteRow(writtenBy: row.writtenBy, sealed: row.sealed, at: row.at.adding(seconds: 1)),
        ] {
            try await test.data.store.add(changed, to: enrollment)
        }
        #expect(try await opened(id, test, by: principal).notes.map(\.text) == ["mine", nil, nil])
    }

    @Test func aCaptureThatWasDecidedAgainstThePersonIsShownToo() async throws {
        let (test, tenant, id) = try await registered(face: .presentationAttack)
        let file = try await opened(id, test, by: auditor(tenant, .readEnrollments, .readPersons))
        #expect(file.standing.state == .pending && file.documents.isEmpty && file.comparison == nil)
        #expect(file.face?.measured?.decision == "presentationAttack" && file.standing.lastRefused != nil)
    }
}
