/// The machine readable MRZ of a passport: two lines of 44 characters (ICAO 9303-4 §4.2, form TD3).
public struct PassportMRZ: Equatable, Sendable {
    /// Document code, issuing state, name.
    public let upperLine: String
    /// Number, nationality, birth, sex, expiry, personal number, each with its check digit, and the composite digit.
    public let lowerLine: String

    /// The fictitious state of ICAO's own specimens.
    static let state = "UTO"

    /// Writes the MRZ for a passport of the fictitious state.
    ///
    /// - Throws: `.holderNotPrintable` where a field has characters the MRZ lacks or does not fit. Names are not cut:
    ///   a page made here is to be read without doubt.
    public init(_ holder: PassportHolder) throws(DemoMaterialError) {
        let name =
            try Self.name(holder.surname, field: "surname") + "<<" + Self.name(holder.givenNames, field: "givenNames")
        upperLine = try "P<" + Self.state + Self.field(name, length: 39, field: "name")

        let number = try Self.field(holder.documentNumber.uppercased(), length: 9, field: "documentNumber")
        let personal = try Self.field(holder.personalNumber.uppercased(), length: 14, field: "personalNumber")
        guard holder.dateOfBirth.isPlausible else { throw .holderNotPrintable(field: "dateOfBirth") }
        guard holder.dateOfExpiry.isPlausible else { throw .holderNotPrintable(field: "dateOfExpiry") }
        let sex = holder.sex == .unspecified ? "<" : holder.sex.rawValue
        let numberPart = Self.checked(number)
        let birthPart = Self.checked(holder.dateOfBirth.mrzForm)
        let restPart = Self.checked(holder.dateOfExpiry.mrzForm) + Self.checked(personal)
        let composite = Self.checkDigit(of: numberPart + birthPart + restPart)
        lowerLine = numberPart + Self.state + birthPart + sex + restPart + String(composite)
    }

    /// Weights 7, 3, 1 repeating; digits count as themselves, A to Z as 10 to 35, `<` as 0; the sum modulo 10
    /// (ICAO 9303-3 §4.9). Characters outside the MRZ's alphabet count as 0.
    public static func checkDigit(of text: String) -> Int {
        let weights = [7, 3, 1]
        return text.utf8.enumerated().reduce(0) { sum, entry in
            let value =
                switch entry.element {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(entry.element - UInt8(ascii: "0"))
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(entry.element - UInt8(ascii: "A")) + 10
                default: 0
                }
            return sum + value * weights[entry.offset % 3]
        } % 10
    }

    private static func checked(_ field: String) -> String {
        field + String(checkDigit(of: field))
    }

    /// Apostrophes are dropped, hyphens and spaces separate components (ICAO 9303-3 §4.6).
    private static func name(_ text: String, field: String) throws(DemoMaterialError) -> String {
        let components = text.uppercased().filter { $0 != "'" && $0 != "’" }.split { $0 == " " || $0 == "-" }
        guard !components.isEmpty, components.allSatisfy({ $0.utf8.allSatisfy(Self.isLetter) }) else {
            throw .holderNotPrintable(field: field)
        }
        return components.joined(separator: "<")
    }

    private static func field(_ text: String, length: Int, field: String) throws(DemoMaterialError) -> String {
        let isInAlphabet = text.utf8.allSatisfy { byte in
            isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "<")
        }
        guard text.utf8.count <= length, isInAlphabet else { throw .holderNotPrintable(field: field) }
        return text + String(repeating: "<", count: length - text.utf8.count)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}
