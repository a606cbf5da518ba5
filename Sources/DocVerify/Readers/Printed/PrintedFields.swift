internal import Vision

/// The fields that printed lines state: what stands beside or below a caption, or behind the number of a driving licence.
///
/// No document's layout is known here. What fits no kind of value is no field.
struct PrintedFields: Sendable {
    /// One value with where it comes from.
    struct Value: Equatable, Sendable {
        let type: DocumentFieldType
        /// As other sources state it.
        let value: SourceField.Value
        /// As it is printed.
        let printed: String
        /// The caption's line; the number of a driving licence's field.
        let label: String
        /// The lines that it was read from, in their order.
        let lines: [PrintedLine]
    }

    /// In the order of `DocumentFieldType`, each type at most once.
    let values: [Value]

    init(lines: [PrintedLine], today: CalendarDate) {
        var search = FieldSearch(lines: lines, today: today)
        values = search.values()
    }
}

/// The search for values of one image.
private struct FieldSearch {
    /// A line, or a part of one, with its captions.
    struct Element {
        let line: PrintedLine
        let content: CaptionedLine
        let dates: [PrintedDate]
    }

    /// Captions of one meaning in several languages below each other.
    struct Caption {
        var meaning: PrintedMeaning
        var box: ImageRectangle
        let text: String
        /// Numbers of the elements that it consists of.
        var elements: [Int]
        /// The height of its first line.
        let height: Double
    }

    /// A value line that may belong to a caption; the lower the cost, the nearer.
    struct Pair {
        let caption: Int
        let element: Int
        let cost: Double
    }

    /// Print that was read less surely is no value; single characters of dates and numbers are seen by their kind.
    private static let leastConfidence = 0.6
    private static let leastNameConfidence = 0.75
    /// Values stand at most so far below their captions, in heights of a line, and so far to the right of them.
    private static let deepest = 2.6
    private static let widest = 14.0

    private let elements: [Element]
    private let captions: [Caption]
    private let today: CalendarDate
    private let isAmerican: Bool
    private var taken: Set<Int> = []

    init(lines: [PrintedLine], today: CalendarDate) {
        self.today = today
        let readable = lines.filter { !$0.isMachineReadable && $0.confidence >= Self.leastConfidence * 0.6 }
        isAmerican = readable.contains { Self.isAmerican($0.text) }
        let parted = readable.flatMap { Self.parted($0, today: today) }
        elements = parted.map { line in
            Element(
                line: line, content: CaptionedLine(line.text),
                dates: PrintedDate.all(in: line.text, kind: .expiry, today: today))
        }
        let isVisa = readable.contains {
            $0.text.uppercased().split(separator: " ").contains { Self.visaWords.contains($0) }
        }
        captions = Self.captions(in: elements).map { caption in
            // A visa also says of which passport it is.
            guard isVisa, caption.meaning == .documentNumber, Self.namesPassport(caption.text) else { return caption }
            var other = caption
            other.meaning = .other
            return other
        }
    }

    private static let visaWords: Set<Substring> = ["VISA", "VISUM", "WIZA", "VISTO", "VISADO"]

    private static func namesPassport(_ text: String) -> Bool {
        let letters = text.reduce(into: "") { if $1.isLetter { $0 += NameTransliteration.base(of: $1) } }
        return ["PASS", "PASZPORT", "PASAPORTE"].contains { letters.contains($0) }
    }

    /// Documents of the United States write the month first.
    private static func isAmerican(_ text: String) -> Bool {
        let letters = text.uppercased().filter(\.isLetter)
        return ["PERMANENTRESIDENT", "RESIDENTALIEN", "USCITIZEN", "CARDEXPIRES", "ALIENREGISTRATION", "BORDERCROSS"]
            .contains { letters.contains($0) }
    }

    /// A line that shows captions of several meanings, or two dates, is that of several columns.
    private static func parted(_ line: PrintedLine, today: CalendarDate) -> [PrintedLine] {
        var borders: [Int] = []
        let captions = CaptionedLine(line.text).captions
        if captions.count > 1 {
            borders = captions.dropFirst().map(\.start)
        } else {
            let dates = PrintedDate.all(in: line.text, kind: .expiry, today: today)
            // The same day twice without a gap is one in two calendars or languages.
            if dates.count == 2 { borders = [dates[1].range.lowerBound] }
        }
        let ends = borders + [line.text.count]
        return zip([0] + borders, ends).compactMap { $0 < $1 ? line.part($0..<$1) : nil }
    }

    private static func captions(in elements: [Element]) -> [Caption] {
        var captions: [Caption] = []
        for (index, element) in elements.enumerated() {
            for meaning in element.content.meanings {
                let box = element.line.box
                let above = captions.firstIndex { caption in
                    caption.meaning == meaning && element.content.value == nil
                        && caption.elements.allSatisfy { elements[$0].content.value == nil }
                        && abs(caption.box.x - box.x) < 1.5 * caption.height
                        && box.y - (caption.box.y + caption.box.height) < 0.9 * caption.height
                        && box.center.y > caption.box.center.y
                }
                if let above {
                    captions[above].box = captions[above].box.union(with: box)
                    captions[above].elements.append(index)
                } else {
                    captions.append(
                        Caption(
                            meaning: meaning, box: box, text: element.line.text, elements: [index], height: box.height))
                }
            }
        }
        return captions
    }

    mutating func values() -> [PrintedFields.Value] {
        var found = inlineValues { $0.content.hasColon || !Self.isText($1) }
        found += licenceValues(besides: found)
        found += placedValues(besides: found)
        // Of captions that are misread, what is left of them looks like a name behind a caption.
        found += inlineValues { element, _ in !element.line.text.contains("/") && !element.content.hasColon }
        var seen: Set<DocumentFieldType> = []
        let unique = found.filter { seen.insert($0.type).inserted }
        return DocumentFieldType.allCases.compactMap { type in unique.first { $0.type == type } }
    }

    /// Whether values of this meaning are words, which anything may be.
    private static func isText(_ meaning: PrintedMeaning) -> Bool {
        switch meaning {
        case .surname, .givenNames, .fullName, .placeOfBirth, .nationality, .authority, .address: true
        default: false
        }
    }

    // MARK: - Beside the caption, in its own line

    private mutating func inlineValues(
        where isTrusted: (Element, PrintedMeaning) -> Bool
    ) -> [PrintedFields.Value] {
        var found: [PrintedFields.Value] = []
        for (index, element) in elements.enumerated() where element.content.isCaption && !taken.contains(index) {
            guard let range = element.content.value, let meaning = element.content.meanings.last,
                isTrusted(element, meaning)
            else { continue }
            let made = values(
                of: meaning, text: element.line.part(range).text, lines: [element.line], label: element.line.text)
            if !made.isEmpty { taken.insert(index) }
            found += made
        }
        return found
    }

    // MARK: - Numbers of driving licences

    /// Directive 2006/126/EC, annex I, and ISO/IEC 18013-1.
    private static let licenceFields: [String: PrintedMeaning] = [
        "1": .surname, "2": .givenNames, "3": .dateAndPlaceOfBirth, "4a": .dateOfIssue, "4b": .dateOfExpiry,
        "4c": .authority, "5": .documentNumber, "8": .address, "9": .licenceCategories,
    ]

    private mutating func licenceValues(besides known: [PrintedFields.Value]) -> [PrintedFields.Value] {
        let numbered = elements.indices.filter { index in
            let content = elements[index].content
            return !content.isCaption && content.number.map { Self.licenceFields[$0] != nil } == true
        }
        // Only a driving licence tells dates apart as 4a and 4b.
        let numbers = Set(numbered.compactMap { elements[$0].content.number })
        guard numbers.contains("4a") || numbers.contains("4b"), numbers.count >= 3 else { return [] }
        var found: [PrintedFields.Value] = []
        for index in numbered {
            let element = elements[index]
            guard let number = element.content.number, let meaning = Self.licenceFields[number],
                let range = element.content.value
            else { continue }
            var lines = [element.line]
            var text = element.line.part(range).text
            if meaning == .address || meaning == .surname || meaning == .givenNames {
                for next in continuation(of: index, meaning: meaning) where elements[next].content.number == nil {
                    lines.append(elements[next].line)
                    text += " " + elements[next].line.text
                    taken.insert(next)
                }
            }
            taken.insert(index)
            found += values(of: meaning, text: text, lines: lines, label: number)
        }
        return found.filter { value in !known.contains { $0.type == value.type } }
    }

    // MARK: - Below or to the right of the caption

    private mutating func placedValues(besides known: [PrintedFields.Value]) -> [PrintedFields.Value] {
        var pairs: [Pair] = []
        for (number, caption) in captions.enumerated() {
            let hasOwn = caption.elements.contains { elements[$0].content.value != nil && taken.contains($0) }
            guard !hasOwn else { continue }
            for (index, element) in elements.enumerated() where !element.content.isCaption && !taken.contains(index) {
                guard let cost = Self.cost(of: element.line.box, from: caption),
                    caption.meaning == .other || fits(caption.meaning, element)
                else { continue }
                pairs.append(Pair(caption: number, element: index, cost: cost))
            }
        }
        var found: [PrintedFields.Value] = []
        var (served, used): (Set<Int>, [Int: Int]) = ([], [:])
        for pair in pairs.sorted(by: { ($0.cost, $0.caption) < ($1.cost, $1.caption) }) {
            let caption = captions[pair.caption]
            guard !served.contains(pair.caption) else { continue }
            // One line may answer two captions only where one caption line asks for both.
            if let other = used[pair.element], Set(captions[other].elements).isDisjoint(with: caption.elements) {
                continue
            }
            let element = elements[pair.element]
            var (lines, text) = ([element.line], element.line.text)
            var made: [PrintedFields.Value] = []
            if Self.mayContinue(caption.meaning) {
                for next in continuation(of: pair.element, meaning: caption.meaning) where used[next] == nil {
                    used[next] = pair.caption
                    let line = elements[next].line
                    if caption.meaning == .surname, !hasGivenNames {
                        // Below a name without a caption of its own: residence permits print both names below one.
                        made += values(of: .givenNames, text: line.text, lines: [line], label: caption.text)
                    } else {
                        lines.append(line)
                        text += " " + line.text
                    }
                }
            }
            made = values(of: caption.meaning, text: text, lines: lines, label: caption.text) + made
            guard !made.isEmpty || caption.meaning == .other else { continue }
            served.insert(pair.caption)
            used[pair.element] = pair.caption
            found += made.filter { value in !known.contains { $0.type == value.type } }
        }
        return found
    }

    /// How far a value lies from its caption, in heights of a line; nil where it lies elsewhere than values do.
    private static func cost(of box: ImageRectangle, from caption: Caption) -> Double? {
        let unit = max(caption.height, box.height * 0.7)
        let left = box.x - caption.box.x
        // To the right, in one row with some of the caption's lines.
        let gap = box.x - (caption.box.x + caption.box.width)
        let isBeside =
            box.center.y > caption.box.y - 0.3 * unit && box.center.y < caption.box.y + caption.box.height + 0.3 * unit
        if isBeside, gap > -0.5 * unit, gap < widest * unit {
            return 1.2 + gap / unit * 0.35 + abs(box.center.y - caption.box.center.y) / unit * 0.3
        }
        let drop = box.y - (caption.box.y + caption.box.height)
        guard drop > -0.75 * unit, drop < deepest * unit, box.center.y > caption.box.center.y,
            box.x < caption.box.x + caption.box.width, box.x + box.width > caption.box.x
        else { return nil }
        // Values stand flush with their captions, or begin somewhat to the right.
        let shift = left < 0 ? -left * 1.5 : left
        guard shift < max(8 * unit, caption.box.width * 0.8) else { return nil }
        return max(drop, 0) / unit + shift / unit * 0.25
    }

    /// Whether some caption announces given names.
    private var hasGivenNames: Bool { captions.contains { $0.meaning == .givenNames || $0.meaning == .fullName } }

    private static func mayContinue(_ meaning: PrintedMeaning) -> Bool {
        switch meaning {
        case .surname, .givenNames, .fullName, .authority, .address: true
        default: false
        }
    }

    /// The lines below that go on: flush left, as high, and close.
    private func continuation(of index: Int, meaning: PrintedMeaning) -> [Int] {
        var (chain, last): ([Int], Int) = ([], index)
        // Captions that were not found may stand between names; addresses are set wider.
        let (most, gap) = meaning == .address ? (3, 0.45) : (1, 0.25)
        while chain.count < most {
            let box = elements[last].line.box
            let next = elements.indices.first { candidate in
                let other = elements[candidate]
                let drop = other.line.box.y - (box.y + box.height)
                return candidate != last && !other.content.isCaption && !taken.contains(candidate)
                    && other.dates.isEmpty && abs(other.line.box.x - box.x) < 0.8 * box.height
                    && drop > -0.5 * box.height && drop < gap * box.height
                    && other.line.box.height > 0.8 * box.height && other.line.box.height < 1.25 * box.height
                    && other.line.confidence >= Self.leastNameConfidence && !chain.contains(candidate)
                    && Self.continues(meaning, other.line.text)
            }
            guard let next else { break }
            chain.append(next)
            last = next
        }
        return chain
    }

    private static func continues(_ meaning: PrintedMeaning, _ text: String) -> Bool {
        switch meaning {
        case .surname, .givenNames, .fullName: PrintedName.isName(text)
        default: text.contains(where: \.isLetter)
        }
    }

    /// Whether the line may be a value of this meaning, by its kind alone.
    private func fits(_ meaning: PrintedMeaning, _ element: Element) -> Bool {
        !values(of: meaning, text: element.line.text, lines: [element.line], label: "").isEmpty
    }

    // MARK: - Kinds of value

    /// The values that a text states as one of this meaning; none where it cannot be one.
    private func values(
        of meaning: PrintedMeaning, text: String, lines: [PrintedLine], label: String
    ) -> [PrintedFields.Value] {
        let confidence = lines.map(\.confidence).min() ?? 0
        guard confidence >= Self.leastConfidence else { return [] }
        func one(_ type: DocumentFieldType, _ value: SourceField.Value?, _ printed: String) -> [PrintedFields.Value] {
            value.map { [PrintedFields.Value(type: type, value: $0, printed: printed, label: label, lines: lines)] }
                ?? []
        }
        func date(_ type: DocumentFieldType, _ kind: PrintedDate.Kind) -> [PrintedFields.Value] {
            let dates = PrintedDate.all(in: text, kind: kind, today: today, monthFirst: isAmerican)
            guard dates.count == 1, let found = dates.first else { return [] }
            let day = found.date
            // Nobody was born, and nothing issued, after today.
            guard kind == .expiry || day <= today else { return [] }
            let printed = String(Array(text)[found.range])
            return one(type, .date(PartialDate(year: day.year, month: day.month, day: day.day)), printed)
        }
        /// What is left of a text without its date.
        func place(_ type: DocumentFieldType, _ kind: PrintedDate.Kind) -> [PrintedFields.Value] {
            var characters = Array(text)
            if let found = PrintedDate.all(in: text, kind: kind, today: today, monthFirst: isAmerican).first {
                characters.removeSubrange(found.range)
            }
            let rest = PrintedName.latin(PrintedName.tidied(String(characters)))
            return PrintedName.isPlace(rest) ? one(type, .text(rest), rest) : []
        }
        switch meaning {
        case .dateOfBirth: return date(.dateOfBirth, .past)
        case .dateOfIssue: return date(.dateOfIssue, .past)
        case .dateOfExpiry: return date(.dateOfExpiry, .expiry)
        case .dateAndPlaceOfBirth: return date(.dateOfBirth, .past) + place(.placeOfBirth, .past)
        case .dateAndPlaceOfIssue: return date(.dateOfIssue, .past)
        case .placeOfBirth:
            guard PrintedDate.all(in: text, kind: .past, today: today).isEmpty,
                confidence >= Self.leastNameConfidence
            else { return [] }
            return place(.placeOfBirth, .past)
        case .sex: return one(.sex, PrintedSex.letter(of: text).map(SourceField.Value.text), PrintedName.tidied(text))
        case .nationality:
            let printed = PrintedName.tidied(text)
            guard PrintedName.isName(printed) || PrintedState.code(of: text) != nil else { return [] }
            guard let code = PrintedState.code(of: text) else {
                // A state that is in no list is a name that anything may be.
                let isPlain = confidence >= 0.9 && !printed.contains(where: \.isLowercase)
                return isPlain ? one(.nationality, .text(printed), printed) : []
            }
            let name = IssuingState(code: code)?.name ?? printed
            return one(.nationality, .text(name), printed) + one(.nationalityCode, .text(code), printed)
        case .countryCode:
            let printed = PrintedName.tidied(text)
            guard printed == "D" || printed.count == 3, let state = IssuingState(code: printed) else { return [] }
            return one(.issuingStateCode, .text(state.code), printed)
        case .documentNumber:
            return PrintedNumber.number(of: text).map { one(.documentNumber, .text($0.compared), $0.printed) } ?? []
        case .surname, .givenNames, .fullName:
            guard confidence >= Self.leastNameConfidence,
                PrintedDate.all(in: text, kind: .past, today: today).isEmpty
            else { return [] }
            let printed = PrintedName.latin(PrintedName.tidied(text))
            guard PrintedName.isName(printed) else { return [] }
            if meaning != .givenNames, let comma = printed.firstIndex(of: ",") {
                let (first, second) = (
                    PrintedName.tidied(String(printed[..<comma])),
                    PrintedName.tidied(String(printed[printed.index(after: comma)...]))
                )
                if !first.isEmpty, !second.isEmpty {
                    return one(.surname, PrintedName.compared(first), first)
                        + one(.givenNames, PrintedName.compared(second), second)
                        + one(.surnameAndGivenNames, PrintedName.compared(printed), printed)
                }
            }
            let type: DocumentFieldType =
                meaning == .surname ? .surname : meaning == .givenNames ? .givenNames : .surnameAndGivenNames
            return one(type, PrintedName.compared(printed), printed)
        case .authority:
            let printed = PrintedName.latin(PrintedName.tidied(text))
            guard confidence >= Self.leastNameConfidence, PrintedName.isPlace(printed) else { return [] }
            return one(.issuingAuthority, .text(printed), printed)
        case .address:
            let printed = PrintedName.tidied(text)
            guard confidence >= Self.leastNameConfidence, printed.count(where: \.isLetter) >= 3 else { return [] }
            return one(.address, .text(printed), printed)
        case .licenceCategories:
            let printed = PrintedName.tidied(text)
            guard PrintedNumber.areCategories(printed) else { return [] }
            return one(.licenceCategories, .text(printed), printed)
        case .other: return []
        }
    }
}

extension ImageRectangle {
    fileprivate func union(with other: ImageRectangle) -> ImageRectangle {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return ImageRectangle(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}
