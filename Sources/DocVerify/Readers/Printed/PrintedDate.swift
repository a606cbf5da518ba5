/// A date as people read it, in a line of print.
struct PrintedDate: Equatable, Sendable {
    let date: CalendarDate
    /// Where it stands, counted in characters of the line.
    let range: Range<Int>

    /// What a date is of: it decides the century of a year in two digits.
    enum Kind: Sendable {
        /// The latest century that lies not after today.
        case past
        /// Within 50 years before and 49 years after today.
        case expiry
    }

    /// Years outside of these are of another calendar, or misread: nobody alive was born before, no document is valid longer.
    private static let earliestYear = 1890
    private static let latestYearFromNow = 60
    /// A word of months has at least so many letters.
    private static let fewestLetters = 3

    /// The dates in `text`, in its order.
    ///
    /// Read are day, month, year; year, month, day; day, a month's name or abbreviation in one or two languages, year; the name
    /// before the day. Digits may be parted by dots, dashes, slashes and gaps, eight may stand together.
    /// - Parameter monthFirst: of two numbers that may both be the month, the first is (documents of the United States).
    static func all(in text: String, kind: Kind, today: CalendarDate, monthFirst: Bool = false) -> [PrintedDate] {
        let tokens = tokens(of: text)
        var dates: [PrintedDate] = []
        var index = 0
        while index < tokens.count {
            var found: (date: CalendarDate, count: Int)?
            for length in [5, 4, 3, 1] where found == nil && index + length <= tokens.count {
                let part = Array(tokens[index..<(index + length)])
                guard Self.isTogether(part) else { continue }
                found = date(of: part, kind: kind, today: today, monthFirst: monthFirst).map { ($0, length) }
            }
            if let found {
                dates.append(
                    PrintedDate(
                        date: found.date,
                        range: tokens[index].range.lowerBound..<tokens[index + found.count - 1].range.upperBound))
                index += found.count
            } else {
                index += 1
            }
        }
        return dates
    }

    /// Digits or a word.
    private struct Token {
        enum Content: Equatable {
            case number(Int, digits: Int)
            /// The months, 1 to 12, that the word is the name of in some language.
            case months(Set<Int>)
            case word
        }

        let content: Content
        let range: Range<Int>
        /// What stands between the one before and this one.
        let gap: String
    }

    private static func tokens(of text: String) -> [Token] {
        let characters = Array(text)
        var (tokens, index, gap): ([Token], Int, String) = ([], 0, "")
        while index < characters.count, tokens.count < 100 {
            let start = index
            // The letter in `13 0CT 2012`.
            let isLetter =
                characters[index] == "0" && index + 1 < characters.count && characters[index + 1].isLetter
                && (index == 0 || !characters[index - 1].isNumber)
            if isDigit(characters, index), !isLetter {
                while index < characters.count, isDigit(characters, index) { index += 1 }
                // Of nine digits none is a date.
                let digits = String(characters[start..<index]).map { value(of: $0) }
                let number = digits.count <= 8 ? digits.reduce(0) { $0 * 10 + $1 } : -1
                tokens.append(Token(content: .number(number, digits: digits.count), range: start..<index, gap: gap))
                gap = ""
            } else if characters[index].isLetter || isLetter {
                index += 1
                while index < characters.count, characters[index].isLetter, !isDigit(characters, index) { index += 1 }
                let months = months(named: String(characters[start..<index].map { $0 == "0" ? "O" : $0 }))
                tokens.append(
                    Token(content: months.isEmpty ? .word : .months(months), range: start..<index, gap: gap))
                gap = ""
            } else {
                gap.append(characters[index])
                index += 1
            }
        }
        return tokens
    }

    /// A digit of ours or of Arabic or Persian print, or the letter O between digits, which it is read for.
    private static func isDigit(_ characters: [Character], _ index: Int) -> Bool {
        let character = characters[index]
        if value(of: character) >= 0, character != "O", character != "o" { return true }
        guard character == "O" || character == "o" else { return false }
        func digit(_ place: Int) -> Bool { characters.indices.contains(place) && characters[place].isWholeNumber }
        // `O1` begins a date and `2O14` is in one; `13 OCT` and `NOV` are not.
        return digit(index + 1) && (index == 0 || !characters[index - 1].isLetter)
    }

    private static func value(of character: Character) -> Int {
        character == "O" || character == "o" ? 0 : character.wholeNumberValue.flatMap { $0 < 10 ? $0 : nil } ?? -1
    }

    /// Between the parts of one date stand at most three marks, and no bracket.
    private static func isTogether(_ tokens: [Token]) -> Bool {
        tokens.dropFirst().allSatisfy { $0.gap.count <= 3 && $0.gap.allSatisfy { " .-–/,·'月年日".contains($0) } }
    }

    private static func date(
        of tokens: [Token], kind: Kind, today: CalendarDate, monthFirst: Bool
    ) -> CalendarDate? {
        let contents = tokens.map(\.content)
        switch contents.count {
        case 1:
            guard case .number(let number, digits: 8) = contents[0] else { return nil }
            return plausible(number % 10_000, number / 10_000 % 100, number / 1_000_000, today)
        case 3:
            switch (contents[0], contents[1], contents[2]) {
            case (.number(let first, let length), .number(let second, let middle), .number(let third, let last)):
                guard middle <= 2, isUniform(tokens) else { return nil }
                if length == 4 { return last <= 2 ? plausible(first, second, third, today) : nil }
                guard length <= 2, last == 4 || last == 2 else { return nil }
                let (day, month) = monthFirst && first <= 12 || second > 12 ? (second, first) : (first, second)
                return whole(third, digits: last, month, day, kind, today)
            case (.number(let day, let length), .months(let months), .number(let year, let digits)):
                guard length <= 2, let month = only(months) else { return nil }
                return whole(year, digits: digits, month, day, kind, today)
            case (.months(let months), .number(let day, let length), .number(let year, digits: 4)):
                guard length <= 2, let month = only(months) else { return nil }
                return plausible(year, month, day, today)
            default: return nil
            }
        case 4:
            guard case .number(let day, let length) = contents[0], length <= 2,
                case .number(let year, let digits) = contents[3]
            else { return nil }
            switch (contents[1], contents[2]) {
            // Two languages name one month: `AUG/AOÛT`; one that is in no list counts as naming it too.
            case (.months(let first), .months(let second)):
                guard let month = only(first.intersection(second)) else { return nil }
                return whole(year, digits: digits, month, day, kind, today)
            case (.months(let months), .word), (.word, .months(let months)):
                guard let month = only(months), tokens[2].gap.contains("/") else { return nil }
                return whole(year, digits: digits, month, day, kind, today)
            // `06 2月/FEB 2012`
            case (.number(let number, _), .months(let months)):
                guard months == [number] else { return nil }
                return whole(year, digits: digits, number, day, kind, today)
            default: return nil
            }
        case 5:
            // `06 2 月/FEB 2012`: the sign between is a word.
            guard case .number(let day, let length) = contents[0], length <= 2,
                case .number(let number, _) = contents[1], contents[2] == .word, case .months(let months) = contents[3],
                case .number(let year, let digits) = contents[4], months == [number]
            else { return nil }
            return whole(year, digits: digits, number, day, kind, today)
        default: return nil
        }
    }

    /// The parts of a date in numbers are parted alike: dots, slashes or gaps, and not by two of them.
    private static func isUniform(_ tokens: [Token]) -> Bool {
        func mark(_ gap: String) -> Character { gap.first { $0 != " " } ?? " " }
        return tokens.count == 3 && !tokens[1].gap.isEmpty && !tokens[2].gap.isEmpty
            && (mark(tokens[1].gap) == mark(tokens[2].gap) || mark(tokens[1].gap) == " " || mark(tokens[2].gap) == " ")
    }

    private static func only(_ months: Set<Int>) -> Int? {
        // March is what the word says in most languages; in Finnish, November, it never stands alone.
        if months == [3, 11] { return 3 }
        return months.count == 1 ? months.first : nil
    }

    private static func whole(
        _ year: Int, digits: Int, _ month: Int, _ day: Int, _ kind: Kind, _ today: CalendarDate
    ) -> CalendarDate? {
        if digits == 4 { return plausible(year, month, day, today) }
        guard digits == 2, (1...12).contains(month), day >= 1 else { return nil }
        let short = TwoDigitDate(year: year, month: month, day: day, usesZerosForUnknown: false)
        let date = kind == .past ? short.latest(notAfter: today) : short.nearest(to: today)
        return date?.complete
    }

    private static func plausible(_ year: Int, _ month: Int, _ day: Int, _ today: CalendarDate) -> CalendarDate? {
        guard year >= earliestYear, year <= today.year + latestYearFromNow else { return nil }
        return CalendarDate(year: year, month: month, day: day)
    }

    /// The months that a word names: by the begins that its language abbreviates it to.
    private static func months(named word: String) -> Set<Int> {
        let base = word.reduce(into: "") { $0 += NameTransliteration.base(of: $1) }
        guard base.count >= fewestLetters, base.count <= 12 else { return [] }
        var months: Set<Int> = []
        for (month, names) in Self.names {
            for name in names where base == name || longNames.contains(base) && base.hasPrefix(name) {
                months.insert(month)
            }
        }
        return months
    }

    private static let names: [(Int, [String])] = [
        (1, "JAN JANV GEN ENE STY LED TAM JAAN SIJ OCA GENN IAN ЯНВ СІЧ ΙΑΝ"),
        (2, "FEB FEV FEVR LUT UNO HEL VEEBR VEE VEL SUB FEBR FRA ФЕВ ЛЮТ ΦΕΒ"),
        (3, "MAR MARS MRT MRZ MARZ MARTS MAA OZU BRE MARC MAER ΜΑΡ МАР БЕР"),
        (4, "APR AVR ABR KWI DUB HUH TRA NIS APRI AVRIL ΑΠΡ АПР КВІ"),
        (5, "MAY MAI MEI MAG MAJ KVE TOU SVI MAIO MAYO MEJ ΜΑΙ МАЙ ТРА"),
        (6, "JUN JUIN GIU CZE CRV KES LIP HAZ JUUNI JUU JUNI GUN ΙΟΥΝ ИЮН ЧЕР"),
        (7, "JUL JUIL LUG CRC HEI SRP LIP TEM JUULI JULI LUL ΙΟΥΛ ИЮЛ ЛИП"),
        (8, "AUG AOUT AGO SIE SRP ELO KOL AGU AGT AOU AWI AWW ΑΥΓ АВГ СЕР"),
        (9, "SEP SEPT SET WRZ ZAR SYY RUJ EYL SEPTE SETT ΣΕΠ СЕН ВЕР"),
        (10, "OCT OKT OTT OUT PAZ RIJ LOK LIS EKI OTTU ΟΚΤ ОКТ ЖОВ"),
        (11, "NOV LIS MAR STU KAS NOVE ΝΟΕ НОЯ ЛИС"),
        (12, "DEC DEZ DIC GRU PRO JOU ARA DES DETS DIZ DECE ΔΕΚ ДЕК ГРУ"),
    ].map { ($0.0, $0.1.split(separator: " ").map(String.init)) }

    /// Whole names that documents print.
    private static let longNames: Set<String> = [
        "JANUARY", "FEBRUARY", "MARCH", "APRIL", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER",
        "DECEMBER",
        "JANUAR", "FEBRUAR", "MAERZ", "OKTOBER", "DEZEMBER", "JANVIER", "FEVRIER", "JUILLET", "SEPTEMBRE", "OCTOBRE",
        "NOVEMBRE", "DECEMBRE", "ENERO", "FEBRERO", "MARZO", "ABRIL", "JUNIO", "JULIO", "AGOSTO", "SEPTIEMBRE",
        "OCTUBRE",
        "NOVIEMBRE", "DICIEMBRE", "GENNAIO", "FEBBRAIO", "MAGGIO", "GIUGNO", "LUGLIO", "SETTEMBRE", "OTTOBRE",
        "DICEMBRE", "JANEIRO", "FEVEREIRO", "JUNHO", "JULHO", "SETEMBRO", "OUTUBRO", "NOVEMBRO", "DEZEMBRO",
    ]
}
