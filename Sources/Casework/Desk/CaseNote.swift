internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage

/// What an auditor wrote on a case; sealed under the enrollment's own key as JSON:
///
///     {"text":"…","version":1}
///
/// bound to who wrote it and when. A reader takes members that it does not know and refuses a version that it does not know.
struct CaseNote: Codable, Equatable, Sendable {
    var version = FirstVersion()
    let text: String

    private enum CodingKeys: String, CodingKey {
        case version, text
    }

    init(text: String) {
        self.text = text
    }

    init(opening row: CaseNoteRow, of enrollment: EnrollmentID, under dataKey: SealingKey) throws {
        let json = try dataKey.open(row.sealed, associated: Self.label(enrollment, row.writtenBy, row.at))
        self = try JSONDecoder().decode(CaseNote.self, from: Data(json))
    }

    func sealed(
        for enrollment: EnrollmentID, by writer: String, at instant: Instant, under dataKey: SealingKey
    ) throws -> CaseNoteRow {
        CaseNoteRow(
            writtenBy: writer,
            sealed: try dataKey.seal(
                try sortedKeyJSON(self), associated: Self.label(enrollment, writer, instant)), at: instant)
    }

    private static func label(_ enrollment: EnrollmentID, _ writer: String, _ instant: Instant) -> [UInt8] {
        [UInt8]("case-note:\(enrollment.text):\(instant.millisecondsSince1970):\(writer)".utf8)
    }
}
