/// How a printed value compares with an MRZ's, component by component (ICAO 9303-3 §4.6 and §6).
package enum PrintComparison: String, Codable, Sendable {
    case equal
    /// Equal in one of the ways in which its letters are written in an MRZ.
    case transliterated
    /// As far as the MRZ goes, whose columns it does not fit in.
    case truncated
    case different

    /// Whether both can be of one document.
    package var isEqual: Bool { self != .different }
}

extension PrintComparison {
    /// - Parameters:
    ///   - printed: as other sources would state it.
    ///   - asPrinted: as it is printed; nil where that is not known.
    ///   - mayBeCut: what the MRZ says fills its columns.
    init(
        _ type: DocumentFieldType, printed: SourceField.Value, asPrinted: String?, mrz: SourceField.Value,
        mayBeCut: Bool = false
    ) {
        switch type {
        case .surname, .givenNames:
            self = Self.names(asPrinted ?? printed.text, mrz.text, mayBeCut: mayBeCut)
        case .documentNumber:
            self = Self.numbers(printed.text, mrz.text)
        case .issuingStateCode, .nationalityCode:
            let (one, other) = (IssuingState(code: printed.text), IssuingState(code: mrz.text))
            let isSame =
                printed == mrz
                || one != nil && one?.threeLetterCode == other?.threeLetterCode
            self = isSame ? .equal : .different
        default:
            self = printed.agrees(with: mrz) ? .equal : .different
        }
    }

    /// The components of a name stand in their order. Of one that was cut each may be a begin of what is printed, and the last
    /// ones may be missing.
    private static func names(_ printed: String, _ mrz: String, mayBeCut: Bool) -> PrintComparison {
        let written = mrz.split(separator: " ").map(String.init)
        // One name in two spellings or scripts, one below or beside the other.
        let spellings = [printed] + printed.split { "/()".contains($0) }.map(String.init)
        let results = spellings.map { compared(NameTransliteration.parts(of: $0), written, mayBeCut: mayBeCut) }
        return [.equal, .transliterated, .truncated].first(where: results.contains) ?? .different
    }

    private static func compared(
        _ parts: [[Character]], _ written: [String], mayBeCut: Bool
    ) -> PrintComparison {
        guard !parts.isEmpty, !written.isEmpty else { return .different }
        if parts.map({ plain($0) }) == written { return .equal }
        // An MRZ parts names at hyphens and joins them at apostrophes; issuers do otherwise.
        let (whole, all) = (Array(parts.joined()), written.joined())
        if NameTransliteration.matches(whole, all, isPrefix: false) { return .transliterated }
        guard mayBeCut, written.count <= parts.count else { return .different }
        for (index, component) in written.enumerated() {
            guard NameTransliteration.matches(parts[index], component, isPrefix: true) else { return .different }
        }
        return .truncated
    }

    private static func plain(_ part: [Character]) -> String { String(part).uppercased() }

    /// Without gaps and dashes; a number that goes on in other columns of the MRZ begins alike.
    private static func numbers(_ printed: String, _ mrz: String) -> PrintComparison {
        func bare(_ text: String) -> String { text.uppercased().filter { $0.isLetter || $0.isNumber } }
        let (one, other) = (bare(printed), bare(mrz))
        if one == other { return .equal }
        return other.count >= 9 && one.hasPrefix(other) ? .truncated : .different
    }

    /// The readings, with a remark on that of the print for each field in which it differs from the MRZ: told to an auditor,
    /// and decides nothing.
    static func remarked(_ readings: [SourceReading], today: CalendarDate) -> [SourceReading] {
        let different = AgreedDocument(readings, today: today).fields.filter { $0.printComparison == .different }
        guard !different.isEmpty else { return readings }
        return readings.map { reading in
            guard reading.kind == .visualInspectionZone else { return reading }
            var remarked = reading
            remarked.findings += different.map {
                SourceFinding(
                    source: .visualInspectionZone, code: "printed.\($0.type.rawValue).differs", meaning: .remark)
            }
            return remarked
        }
    }
}
