import DocVerify

/// Writes MRZs from their contents, the reverse of what the product does, for the property tests.
struct MRZWriter {
    var format: MRZFormat
    var code = "P"
    var state = "UTO"
    var primary: [String] = ["ERIKSSON"]
    var secondary: [String] = ["ANNA", "MARIA"]
    var number = "L898902C3"
    var nationality = "UTO"
    var birth = "740812"
    var sex = "F"
    var expiry = "120415"
    var optional = ""
    var secondOptional = ""

    /// The lines, check digits included. Contents must fit their columns; a number of more than nine is continued on cards.
    var lines: [String] {
        switch format {
        case .td3:
            let second = secondLineStart + field(optional, 14) + digit(field(optional, 14))
            return [heading(44), second + digit(part(second, 0..<10) + part(second, 13..<20) + part(second, 21..<43))]
        case .td2:
            let second = secondLineStart + field(continuation + optional, 7)
            return [heading(36), second + digit(part(second, 0..<10) + part(second, 13..<20) + part(second, 21..<35))]
        case .mrvA: return [heading(44), secondLineStart + field(optional, 16)]
        case .mrvB: return [heading(36), secondLineStart + field(optional, 8)]
        case .td1:
            let first = field(code, 2) + field(state, 3) + numberStart + field(continuation + optional, 15)
            let second =
                birth + digit(birth) + sex + expiry + digit(expiry) + field(nationality, 3) + field(secondOptional, 11)
            let covered = part(first, 5..<30) + part(second, 0..<7) + part(second, 8..<15) + part(second, 18..<29)
            return [first, second + digit(covered), field(name, 30)]
        case .frenchCard1988:
            let first = "IDFRA" + field(primary.joined(separator: "<"), 25) + field(optional, 6)
            let second =
                field(number, 12) + digit(field(number, 12)) + field(secondary.joined(separator: "<<"), 14) + birth
                + digit(birth) + sex
            return [first, second + digit(first + second)]
        case .drivingLicence:
            let line = field(code, 2) + field(state, 3) + field(optional, 24)
            return [line + digit(line)]
        }
    }

    private var name: String { primary.joined(separator: "<") + "<<" + secondary.joined(separator: "<") }

    private func heading(_ length: Int) -> String { field(field(code, 2) + field(state, 3) + name, length) }

    private var numberStart: String {
        number.count <= 9 ? field(number, 9) + digit(field(number, 9)) : String(number.prefix(9)) + "<"
    }

    private var continuation: String {
        number.count <= 9 ? "" : number.dropFirst(9) + digit(number) + "<"
    }

    private var secondLineStart: String {
        numberStart + field(nationality, 3) + birth + digit(birth) + sex + expiry + digit(expiry)
    }

    private func field(_ text: String, _ width: Int) -> String {
        String(text.prefix(width)) + String(repeating: "<", count: max(0, width - text.count))
    }

    private func part(_ text: String, _ range: Range<Int>) -> String {
        String(text.dropFirst(range.lowerBound).prefix(range.count))
    }

    /// Worked out apart from the product: the sum is taken whole and the weights by cases.
    private func digit(_ text: String) -> String {
        var sum = 0
        for (index, character) in text.enumerated() {
            let value = character == "<" ? 0 : Int(String(character), radix: 36) ?? 0
            sum += index % 3 == 0 ? 7 * value : index % 3 == 1 ? 3 * value : value
        }
        return String(sum % 10)
    }
}

extension MRZWriter {
    /// A valid document of a person that does not exist: born 1930–2009, expiring within ten years of `today`.
    static func random(
        _ format: MRZFormat, today: CalendarDate, using generator: inout some RandomNumberGenerator
    ) -> MRZWriter {
        var writer = MRZWriter(format: format)
        let states = ["D", "FRA", "SWE", "USA", "RKS", "UTO", "CAN", "NLD", "POL", "XOM"]
        writer.state = states.randomElement(using: &generator) ?? "UTO"
        writer.nationality = states.randomElement(using: &generator) ?? "UTO"
        writer.primary = words(1...2, lengths: 2...5, using: &generator)
        writer.secondary = words(1...2, lengths: 2...4, using: &generator)
        writer.sex = ["F", "M", "<"].randomElement(using: &generator) ?? "<"
        writer.birth = date(years: 1930...2009, using: &generator)
        writer.expiry = date(years: (today.year - 9)...(today.year + 9), using: &generator)
        writer.number = text("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 6...9, using: &generator)
        writer.optional = text("0123456789", 0...6, using: &generator)
        switch format {
        case .td1:
            writer.code = ["I", "ID", "AR", "C1"].randomElement(using: &generator) ?? "I"
            writer.secondOptional = text("0123456789", 0...11, using: &generator)
            if Bool.random(using: &generator) {
                writer.number = text("ABCDEFGHIJ0123456789", 10...14, using: &generator)
            }
        case .td2: writer.code = "I"
        case .td3: writer.code = ["P", "PP", "PM"].randomElement(using: &generator) ?? "P"
        case .mrvA, .mrvB: writer.code = ["V", "VN"].randomElement(using: &generator) ?? "V"
        case .frenchCard1988:
            writer.state = "FRA"
            writer.nationality = "FRA"
            writer.number = "1206" + text("0123456789", 8...8, using: &generator)
        case .drivingLicence: writer.code = "D1"
        }
        return writer
    }

    private static func words(
        _ count: ClosedRange<Int>, lengths: ClosedRange<Int>, using generator: inout some RandomNumberGenerator
    ) -> [String] {
        (0..<Int.random(in: count, using: &generator)).map { _ in
            text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", lengths, using: &generator)
        }
    }

    private static func text(
        _ alphabet: String, _ lengths: ClosedRange<Int>, using generator: inout some RandomNumberGenerator
    ) -> String {
        let characters = Array(alphabet)
        return String(
            (0..<Int.random(in: lengths, using: &generator)).map { _ in
                characters[Int.random(in: 0..<characters.count, using: &generator)]
            })
    }

    private static func date(years: ClosedRange<Int>, using generator: inout some RandomNumberGenerator) -> String {
        let year = Int.random(in: years, using: &generator) % 100
        let month = Int.random(in: 1...12, using: &generator)
        let day = Int.random(in: 1...28, using: &generator)
        return [year, month, day].map { ($0 < 10 ? "0" : "") + String($0) }.joined()
    }
}
