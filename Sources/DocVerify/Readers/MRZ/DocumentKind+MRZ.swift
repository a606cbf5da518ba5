extension DocumentKind {
    /// The kind of a document whose MRZ has this code (without fillers) and format: of ICAO 9303, or of ISO/IEC 18013 for
    /// driving licences.
    ///
    /// The second letter of a passport's code names a kind only since 2026, and the MRZ does not say when the document was
    /// issued, so every `P…` is a passport here (ICAO 9303-4 §4.4).
    init(code: String, format: MRZFormat) {
        let entry = Self.entry(code: code, format: format)
        self.init(name: entry.name, typeNumber: entry.number, isOfStandard: entry.isOfStandard)
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
