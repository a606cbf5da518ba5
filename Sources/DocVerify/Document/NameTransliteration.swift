/// How printed names are written in an MRZ (ICAO 9303-3 §6): of some letters in more than one way.
package enum NameTransliteration {
    /// The ways to write a printed letter; none for what is left out, such as an apostrophe.
    ///
    /// Latin letters by §6 A with what issuers do beyond it (Turkish Ö and Ü, Danish Å); Cyrillic ones by §6 B with the
    /// exceptions that it names for single states, Greek ones by ISO 843.
    static func outcomes(of character: Character) -> [String] {
        if let outcomes = table[upper(character)] { return outcomes }
        let base = base(of: character)
        return base.isEmpty ? [] : [base]
    }

    /// A letter as a capital without its marks: `É` is `E`, `ß` is `SS`; other characters as they are, in capitals.
    static func base(of character: Character) -> String {
        if let base = bases[upper(character)] { return base }
        guard let scalar = String(character).unicodeScalars.first else { return "" }
        return character.isLetter ? upper(character) : String(Character(scalar))
    }

    /// The components of a name in the first of each letter's outcomes, as an MRZ would have them: `MUELLER`, `JEAN`, `PAUL`.
    package static func components(of name: String) -> [String] {
        parts(of: name).map { $0.reduce(into: "") { $0 += outcomes(of: $1).first ?? "" } }.filter { !$0.isEmpty }
    }

    /// What apostrophes, dots and other marks leave of a name: letters, parted where a gap or a hyphen parts them.
    static func parts(of name: String) -> [[Character]] {
        name.split { $0.isWhitespace || "-‐‑–<,/".contains($0) }.map { part in part.filter(\.isLetter) }
            .filter { !$0.isEmpty }
    }

    /// Whether `written`, a component of an MRZ, may stand for a printed component: in any of its outcomes.
    /// - Parameter isPrefix: what is cut off at the end of a full line is not asked for.
    static func matches(_ printed: [Character], _ written: String, isPrefix: Bool) -> Bool {
        let target = Array(written.utf8)
        // The places of `written` that are reached after each printed letter, by some outcome.
        var places: Set<Int> = [0]
        for letter in printed {
            var next: Set<Int> = []
            let outcomes = outcomes(of: letter)
            if outcomes.isEmpty { next = places }
            for outcome in outcomes {
                let bytes = Array(outcome.utf8)
                for place in places {
                    let rest = target[place...]
                    if rest.starts(with: bytes) { next.insert(place + bytes.count) }
                    if isPrefix, bytes.starts(with: rest) { return !target.isEmpty }
                }
            }
            guard !next.isEmpty else { return false }
            places = next
        }
        return places.contains(target.count)
    }

    private static func upper(_ character: Character) -> String { String(character).uppercased() }

    /// Letters that are not their base with a mark, or whose mark is no accent.
    private static let bases: [String: String] = {
        var bases = [
            "Æ": "AE", "Ø": "O", "Œ": "OE", "Þ": "TH", "SS": "SS", "ẞ": "SS", "Ĳ": "IJ", "Đ": "D", "Ð": "D", "Ŋ": "N",
            "Ł": "L", "İ": "I", "I": "I", "Ħ": "H", "Ŧ": "T", "ĸ": "K",
        ]
        let accented: [(String, String)] = [
            ("A", "ÀÁÂÃÄÅĀĂĄǍẢẠẤẦẨẪẬẮẰẲẴẶ"), ("C", "ÇĆĈĊČ"), ("D", "Ď"), ("E", "ÈÉÊËĒĔĖĘĚẺẼẸẾỀỂỄỆƏ"), ("G", "ĜĞĠĢǴ"),
            ("H", "Ĥ"), ("I", "ÌÍÎÏĨĪĬĮỈỊ"), ("J", "Ĵ"), ("K", "Ķ"), ("L", "ĹĻĽĿ"), ("N", "ÑŃŅŇ"),
            ("O", "ÒÓÔÕÖŌŎŐỎỌỐỒỔỖỘƠỚỜỞỠỢ"), ("R", "ŔŖŘ"), ("S", "ŚŜŞŠȘ"), ("T", "ŢŤȚ"), ("U", "ÙÚÛÜŨŪŬŮŰŲỦỤƯỨỪỬỮỰ"),
            ("W", "ŴẀẂẄ"), ("Y", "ÝŶŸỲỶỸỴ"), ("Z", "ŹŻŽ"),
        ]
        for (base, letters) in accented { for letter in letters { bases[String(letter)] = base } }
        return bases
    }()

    private static let table: [String: [String]] = [
        "Ä": ["AE", "A"], "Å": ["AA", "A"], "Ö": ["OE", "O"], "Ü": ["UE", "UXX", "U"], "Ñ": ["N", "NXX"],
        "Ø": ["OE"], "Ő": ["O", "OE"], "Ű": ["U", "UE"], "Ə": ["E", "A"],
        "А": ["A"], "Б": ["B"], "В": ["V"], "Г": ["G", "H"], "Ґ": ["G"], "Д": ["D"], "Е": ["E", "IE", "YE"],
        "Ё": ["E", "IO", "YO"], "Ж": ["ZH", "Z"], "З": ["Z"], "И": ["I", "Y"], "Й": ["I", "Y"], "І": ["I"],
        "Ї": ["I", "YI"], "Є": ["IE", "YE"], "К": ["K"], "Л": ["L"], "М": ["M"], "Н": ["N"], "О": ["O"], "П": ["P"],
        "Р": ["R"], "С": ["S"], "Т": ["T"], "У": ["U"], "Ў": ["U"], "Ф": ["F"], "Х": ["KH", "H"], "Ц": ["TS", "C"],
        "Ч": ["CH", "C"], "Ш": ["SH", "S"], "Щ": ["SHCH", "SHT"], "Ъ": ["IE", "", "A"], "Ы": ["Y"], "Ь": [""],
        "Э": ["E"], "Ю": ["IU", "YU"], "Я": ["IA", "YA"], "Љ": ["LJ"], "Њ": ["NJ"], "Ћ": ["D", "C"], "Ђ": ["D", "DJ"],
        "Ј": ["J"], "Џ": ["DZ", "DJ"], "Ѕ": ["DZ"], "Ќ": ["K", "KJ"], "Ѓ": ["G", "GJ"],
        "Α": ["A"], "Β": ["V"], "Γ": ["G"], "Δ": ["D"], "Ε": ["E"], "Ζ": ["Z"], "Η": ["I"], "Θ": ["TH"], "Ι": ["I"],
        "Κ": ["K"], "Λ": ["L"], "Μ": ["M"], "Ν": ["N"], "Ξ": ["X"], "Ο": ["O"], "Π": ["P"], "Ρ": ["R"], "Σ": ["S"],
        "Τ": ["T"], "Υ": ["Y", "U", "V", "F"], "Φ": ["F"], "Χ": ["CH"], "Ψ": ["PS"], "Ω": ["O"],
    ]
}
