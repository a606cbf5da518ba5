/// What kind of document a code says, in the words and numbers of the document reader's list of types.
public struct DocumentKind: Equatable, Codable, Sendable {
    /// In English: `Passport`, `Identity card`.
    public let name: String
    /// The number of the document reader's enumeration of document types, as clients of the guide know it; 0 = not defined.
    public let typeNumber: Int
    /// Whether ICAO 9303 (or ISO/IEC 18013 for licences) has a document of this code.
    public let isOfStandard: Bool

    /// The kind of a document whose MRZ has this code (without filler) and format.
    ///
    /// The second letter of a passport's code names a kind only since 2026; the MRZ does not say when it was issued, so
    /// every `P…` is a passport here (ICAO 9303-4 §4.4).
    public init(code: String, format: MRZFormat) {
        let entry = Self.entry(code: code, format: format)
        name = entry.name
        typeNumber = entry.number
        isOfStandard = entry.isOfStandard
    }

    private static func entry(code: String, format: MRZFormat) -> (name: String, number: Int, isOfStandard: Bool) {
        switch format {
        case .drivingLicence: return ("Driving license", 49, true)
        case .mrvA: return ("Visa ID3", 30, true)
        case .mrvB: return ("Visa ID2", 29, true)
        case .frenchCard1988: return ("Identity card", 12, true)
        case .td3: return ("Passport", 11, code.hasPrefix("P"))
        case .td1, .td2: break
        }
        switch code {
        case "AC": return ("Crew member certificate", 188, true)
        case "IP": return ("Passport card", 172, true)
        case "AR", "IR", "IT": return ("Residence permit", 215, true)
        // Outside the standard, but issued: Estonia and Georgia.
        case "RP", "TR": return ("Residence permit", 215, false)
        default: break
        }
        switch code.first {
        case "I", "A", "C": return ("Identity card", 12, true)
        case "P": return ("Passport", 11, true)
        default: return ("Travel document", 17, false)
        }
    }
}
