package import Foundation

/// How exactly printed fields are read, counted against what a person read of the same pictures.
///
/// The truth is JSON, `{"pictures":[{"file","fields":{kind:{"text","date","value"}},"illegible":[kind],"absent":[kind],
/// "sameAs"}]}`: kinds are words of `DocumentFieldType`, others are not counted; `date` (ISO 8601) and `value` (sex) are what is
/// compared where they stand; what is illegible is not counted.
package struct PrintedFieldsEvaluation: Sendable {
    package struct Counts: Equatable, Sendable {
        /// As printed, letter by letter; dates and sex by their value.
        package var exact = 0
        /// Not letter by letter, but equal as names and numbers are compared: without marks, gaps and case.
        package var equal = 0
        package var wrong = 0
        package var missing = 0
        /// Read where the truth says that nothing is printed.
        package var invented = 0
    }

    package enum Outcome: String, Sendable {
        case exact, equal, wrong, missing, invented
    }

    package private(set) var counts: [DocumentFieldType: Counts] = [:]
    package struct Miss: Equatable, Sendable {
        package let picture: String
        package let type: DocumentFieldType
        package let outcome: Outcome
        /// Empty where nothing was read, and where nothing is printed.
        package let read: String
        package let truth: String
    }

    /// Everything that is not exact.
    package private(set) var misses: [Miss] = []

    /// For people: a line a kind that is printed or was read, and one of all.
    package var table: String {
        let counted = DocumentFieldType.allCases.compactMap { type in counts[type].map { (type.rawValue, $0) } }
        let all = counted.reduce(into: Counts()) { sum, row in
            sum.exact += row.1.exact
            sum.equal += row.1.equal
            sum.wrong += row.1.wrong
            sum.missing += row.1.missing
            sum.invented += row.1.invented
        }
        return (counted + [("all", all)]).map { name, count in
            "printed \(name): \(count.exact) exact, \(count.equal) equal, \(count.wrong) wrong, \(count.missing) missing, "
                + "\(count.invented) invented"
        }.joined(separator: "\n")
    }

    private struct Truth: Decodable {
        struct Picture: Decodable {
            let file: String
            let fields: [String: Field]?
            let illegible: [String]?
            let absent: [String]?
            let sameAs: String?
        }
        struct Field: Decodable {
            let text: String?
            let other: String?
            let date: String?
            let value: String?
        }
        let pictures: [Picture]
    }

    private let pictures: [String: Truth.Picture]

    /// - Throws: for what is not of the form above.
    package init(truth: Data) throws {
        let truth = try JSONDecoder().decode(Truth.self, from: truth)
        let named = Dictionary(truth.pictures.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
        pictures = named.mapValues { picture in picture.sameAs.flatMap { named[$0] } ?? picture }
    }

    /// Counts what was read of one picture; a picture that the truth does not have counts nothing.
    package mutating func add(_ file: String, _ fields: [SourceField]) {
        guard let picture = pictures[file] else { return }
        for type in DocumentFieldType.allCases {
            let read = fields.first { $0.type == type }
            if picture.illegible?.contains(type.rawValue) == true { continue }
            // Of a name in one line the parts are told by a comma, which is no field of the truth.
            if picture.fields?[DocumentFieldType.surnameAndGivenNames.rawValue] != nil,
                type == .surname || type == .givenNames
            {
                continue
            }
            guard let truth = picture.fields?[type.rawValue] else {
                if let read, picture.absent?.contains(type.rawValue) == true { note(file, type, .invented, read, "") }
                continue
            }
            let text = truth.date ?? truth.value ?? truth.text ?? ""
            note(file, type, Self.outcome(of: read, truth), read, text)
        }
    }

    private mutating func note(
        _ file: String, _ type: DocumentFieldType, _ outcome: Outcome, _ read: SourceField?, _ truth: String
    ) {
        var count = counts[type] ?? Counts()
        switch outcome {
        case .exact: count.exact += 1
        case .equal: count.equal += 1
        case .wrong: count.wrong += 1
        case .missing: count.missing += 1
        case .invented: count.invented += 1
        }
        counts[type] = count
        if outcome != .exact {
            misses.append(
                Miss(
                    picture: file, type: type, outcome: outcome, read: read?.printed ?? read?.value.text ?? "",
                    truth: truth))
        }
    }

    private static func outcome(of read: SourceField?, _ truth: Truth.Field) -> Outcome {
        guard let read else { return .missing }
        if let date = truth.date { return read.value.text == date ? .exact : .wrong }
        if let value = truth.value { return read.value.text == value ? .exact : .wrong }
        let printed = read.printed ?? read.value.text
        let texts = [truth.text, truth.other].compactMap(\.self)
        if texts.contains(printed) { return .exact }
        return texts.contains { bare($0) == bare(printed) || bare($0) == bare(read.value.text) } ? .equal : .wrong
    }

    private static func bare(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if character.isLetter || character.isNumber { result += NameTransliteration.base(of: character) }
        }
    }
}
