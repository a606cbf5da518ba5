/// Words that gave way to the standard's or the ordinary one (`docs/glossary.md`), and where they are looked for.
struct ReplacedWord {
    enum Place {
        /// Code, comments, texts and the names of files.
        case everywhere
        /// Identifiers in code: the word is fine in a sentence, and was a bad name.
        case identifiers
        /// Names of types: a variable may well be called so.
        case typeNames
        /// The whole identifier, with its capitals.
        case identifier(String)
        /// An enumeration's case of this name: `.repeat`.
        case enumerationCase
    }

    /// How it is named here and in the glossary.
    let word: String
    let instead: String
    let place: Place
    /// Each form as its parts in lower case: `made again`, `madeAgain` and `made_again` are all `["made", "again"]`.
    let forms: [[String]]
    /// It is another word behind one of these (`time zone`).
    var isFineBehind: Set<String> = []

    init(
        _ word: String, instead: String, in place: Place = .everywhere, forms: [String], fineBehind: Set<String> = []
    ) {
        self.word = word
        self.instead = instead
        self.place = place
        self.forms = forms.map { $0.split(separator: " ").map(String.init) }
        isFineBehind = fineBehind
    }

    static let all: [ReplacedWord] = [
        // Time zones, a QR symbol's quiet zone, and the two zones that ICAO 9303-3 itself names.
        ReplacedWord(
            "zone", instead: "MRZ", forms: ["zone", "zones"],
            fineBehind: ["time", "quiet", "readable", "inspection", "visual"]),
        ReplacedWord("picture", instead: "image", forms: ["picture", "pictures", "pictured"]),
        ReplacedWord(
            "believe", instead: "verify",
            forms: ["believe", "believes", "believed", "believing", "belief", "beliefs", "unbelieved"]),
        ReplacedWord("Call", instead: "Request (HTTP)", in: .identifier("Call"), forms: ["call"]),
        ReplacedWord("Caller", instead: "Principal", in: .typeNames, forms: ["caller"]),
        ReplacedWord("Answer", instead: "Response (HTTP)", in: .typeNames, forms: ["answer"]),
        ReplacedWord("repeat", instead: "idempotent replay", in: .enumerationCase, forms: ["repeat"]),
        ReplacedWord("answerOnce", instead: "idempotent replay", forms: ["answer once"]),
        ReplacedWord("StepRecord", instead: "idempotency record", forms: ["step record", "step records"]),
        ReplacedWord("Turns", instead: "single flight", in: .identifier("Turns"), forms: ["turns"]),
        ReplacedWord("Premises", instead: "data directory", forms: ["premises"]),
        ReplacedWord("Deployment", instead: "small named dependencies", in: .identifiers, forms: ["deployment"]),
        ReplacedWord("ledger", instead: "table MAC", forms: ["ledger", "ledgers"]),
        ReplacedWord("canonicalJSON", instead: "sorted-key JSON", forms: ["canonical json"]),
        ReplacedWord("objection", instead: "validation error", forms: ["objection", "objections"]),
        ReplacedWord("likeness", instead: "similarity", forms: ["likeness", "likenesses"]),
        ReplacedWord("fault", instead: "quality component failed; a finding", forms: ["fault", "faults", "faulty"]),
        ReplacedWord("poor", instead: "quality component failed", forms: ["poor", "poorer", "poorest", "poorly"]),
        ReplacedWord("voids", instead: "unusable", forms: ["voids", "voided"]),
        ReplacedWord("verdict", instead: "decision", forms: ["verdict", "verdicts"]),
        ReplacedWord("ruling", instead: "decision", forms: ["ruling", "rulings"]),
        ReplacedWord("judgement", instead: "decision", forms: ["judgement", "judgements", "judgment", "judgments"]),
        ReplacedWord("outcome", instead: "decision", forms: ["outcome", "outcomes"]),
        ReplacedWord("aslant", instead: "in perspective", forms: ["aslant"]),
        ReplacedWord("bend", instead: "foreshortening", forms: ["bend", "bends", "bent"]),
        ReplacedWord(
            "made again", instead: "regenerated", forms: ["made again", "make again", "makes again", "making again"]),
        ReplacedWord("wishes", instead: "a name that says what it does", forms: ["wish", "wishes"]),
        // A French identity card names its issuing office.
        ReplacedWord(
            "office", instead: "a name that says what it does", forms: ["office", "offices"], fineBehind: ["issuing"]),
        ReplacedWord("survey", instead: "a name that says what it does", forms: ["survey", "surveys"]),
        ReplacedWord("expireDue", instead: "a name that says what it does", forms: ["expire due"]),
    ]
}

/// A place where a word of the list stands that is not ours: a client's, a standard's or another library's.
struct ForeignWord {
    let word: String
    /// The file's name without its folders.
    let file: String
    /// What stands on the line.
    let text: String
    let reason: String
}

struct FoundWord: Hashable, CustomStringConvertible {
    let word: String
    let path: String
    /// From 1; 0 for the name of the file.
    let line: Int

    var description: String { "\(path):\(line): \(word)" }
}

extension SourceTree {
    /// Where `words` stand, the places of `foreign` left out.
    func places(of words: [ReplacedWord], foreign: [ForeignWord] = []) -> [FoundWord] {
        files.sorted { $0.key < $1.key }.flatMap { path, text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return Self.places(of: words, path: path, text: text).filter { found in
                !foreign.contains {
                    $0.word == found.word && $0.file == name && found.line > 0 && found.line <= lines.count
                        && lines[found.line - 1].contains($0.text)
                }
            }
        }
    }

    /// A part of a name or a sentence, in lower case.
    fileprivate struct Part {
        let text: String
        let line: Int
        /// The whole identifier; nil in comments and texts.
        let identifier: String?
        /// Whether it begins the name of an enumeration's case.
        var isCase = false
    }

    private static func places(of words: [ReplacedWord], path: String, text: String) -> [FoundWord] {
        let parts =
            parts(of: path, line: 0) + (path.hasSuffix(".swift") ? swiftParts(of: text) : parts(of: text, line: 1))
        var found: [FoundWord] = []
        for word in words {
            for index in parts.indices where word.isFound(in: parts, at: index) {
                found.append(FoundWord(word: word.word, path: path, line: parts[index].line))
            }
        }
        return found
    }

    private static func swiftParts(of text: String) -> [Part] {
        let tokens = SwiftLexer.tokens(of: text)
        var parts: [Part] = []
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .identifier, .quotedIdentifier:
                let before = index > 0 ? tokens[index - 1].text : ""
                let names = split(token.text).map { Part(text: $0, line: token.line, identifier: token.text) }
                parts += names
                if names.count == 1, before == "." || before == "case" { parts[parts.count - 1].isCase = true }
            case .comment, .text: parts += Self.parts(of: token.text, line: token.line)
            case .number, .punctuation: break
            }
        }
        return parts
    }

    private static func parts(of text: String, line: Int) -> [Part] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { offset, text in
            split(text).map { Part(text: $0, line: line + offset, identifier: nil) }
        }
    }

    /// `MRZLayout of time_zone` is `mrz layout of time zone`.
    static func split(_ text: some StringProtocol) -> [String] {
        var parts: [String] = []
        var part = ""
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            let isBeginning =
                character.isUppercase
                && (index == 0 || !characters[index - 1].isUppercase
                    || (index + 1 < characters.count && characters[index + 1].isLowercase))
            if isBeginning || !character.isLetter {
                if !part.isEmpty { parts.append(part) }
                part = ""
            }
            if character.isLetter { part += character.lowercased() }
        }
        return part.isEmpty ? parts : parts + [part]
    }
}

extension ReplacedWord {
    fileprivate func isFound(in parts: [SourceTree.Part], at index: Int) -> Bool {
        let part = parts[index]
        // All in one identifier, or in a sentence.
        let isForm = forms.contains { form in
            index + form.count <= parts.count
                && form.indices.allSatisfy {
                    parts[index + $0].text == form[$0] && parts[index + $0].identifier == part.identifier
                }
        }
        guard isForm, index == 0 || !isFineBehind.contains(parts[index - 1].text) else { return false }
        return switch place {
        case .everywhere: true
        case .identifiers: part.identifier != nil
        case .typeNames: part.identifier?.first?.isUppercase ?? false
        case .identifier(let whole): part.identifier == whole
        case .enumerationCase: part.isCase
        }
    }
}
