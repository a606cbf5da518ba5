import Foundation
import TestSupport
import Testing

/// One thing has one word, and it is the standard's.
@Suite struct WordTests {
    /// Wire words and names of others.
    private static let foreign = [
        ForeignWord(
            word: "picture", file: "DocumentEvaluation.swift", text: "\"pictures\"",
            reason: "a member of the files that describe measured sets"),
        ForeignWord(word: "picture", file: "RefusalTable.swift", text: "A picture is", reason: "a message to clients"),
        ForeignWord(
            word: "picture", file: "RefusalTable.swift", text: "Pictures in infrared", reason: "a message to clients"),
        ForeignWord(
            word: "picture", file: "RefusalTable.swift", text: "Too many pictures", reason: "a message to clients"),
        ForeignWord(
            word: "picture", file: "RefusalTable.swift", text: "send pictures", reason: "a message to clients"),
        ForeignWord(
            word: "picture", file: "ReasonAdvice.swift", text: "is in the picture", reason: "words for the person"),
        ForeignWord(
            word: "picture", file: "ReasonAdvice.swift", text: "The picture is blurred. Please clean",
            reason: "words for the person"),
        ForeignWord(
            word: "picture", file: "ReasonAdvice.swift", text: "The picture is blurred. Please hold",
            reason: "words for the person"),
        ForeignWord(
            word: "picture", file: "ReasonAdvice.swift", text: "with your picture", reason: "words for the person"),
        ForeignWord(
            word: "zone", file: "IssuingState.swift", text: "Neutral Zone", reason: "a state's name in ICAO 9303-3"),
        ForeignWord(word: "zone", file: "DocumentPage.swift", text: "zone V", reason: "ICAO 9303-4's own name"),
        ForeignWord(
            word: "poor", file: "FaceMessages.swift", text: "INVALID_FRAME_DUE_TO_POOR_EYE_DEFINITION",
            reason: "the vendor's feedback"),
        ForeignWord(
            word: "office", file: "PassportPage.swift", text: "\"PASSPORT OFFICE\"", reason: "printed on a passport"),
        ForeignWord(word: "outcome", file: "Metrics.swift", text: "outcome=", reason: "a label that monitoring reads"),
        ForeignWord(
            word: "outcome", file: "CaptureState.swift", text: "\"outcome\"",
            reason: "a member that the capture page reads"),
        ForeignWord(word: "outcome", file: "Metrics.swift", text: "by outcome.", reason: "what monitoring reads"),
    ]

    private static func sources() throws -> SourceTree {
        try SourceTree.package(["Sources"], extensions: ["swift", "h", "hpp", "c", "cpp"])
    }

    @Test func noReplacedWordStandsInSources() throws {
        let found = try Self.sources().places(of: ReplacedWord.all, foreign: Self.foreign)
        let counts = Dictionary(grouping: found, by: \.word)
        for word in ReplacedWord.all {
            let places = counts[word.word] ?? []
            #expect(places.isEmpty, "\(word.word) (better: \(word.instead)) stands in\n\(places.lines)")
        }
    }

    @Test func theListOfForeignWordsHoldsWhatIsThere() throws {
        let sources = try Self.sources()
        for word in Self.foreign {
            let isThere = sources.files.contains { path, text in
                path.hasSuffix("/" + word.file) && text.contains(word.text)
            }
            #expect(isThere, "take out of the list: \(word.text) in \(word.file)")
        }
        let unknown = Set(Self.foreign.map(\.word)).subtracting(ReplacedWord.all.map(\.word))
        #expect(unknown.isEmpty, "not in the list of words: \(unknown)")
    }
}

/// Each place where a word is looked for, with a planted one.
@Suite struct PlantedWordTests {
    private func found(_ text: String, path: String = "Sources/A/A.swift", foreign: [ForeignWord] = []) -> [String] {
        SourceTree([path: text]).places(of: ReplacedWord.all, foreign: foreign).map { "\($0.line) \($0.word)" }
    }

    @Test(arguments: [
        ("let zone = 1", "zone"), ("struct ZoneReader {}", "zone"), ("/// All zones.", "zone"),
        ("let a = \"a picture\"", "picture"), ("let maximumPictures = 1", "picture"),
        ("let PICTURE_SIZE = 1", "picture"),
        ("let isBelieved = true", "believe"), ("enum Belief {}", "believe"), ("let a: Call", "Call"),
        ("let a: [TokenCaller]", "Caller"), ("struct StoredAnswer {}", "Answer"), ("case `repeat`(Int)", "repeat"),
        ("return .repeat(a)", "repeat"), ("answerOnce(a)", "answerOnce"), ("let a: StepRecord", "StepRecord"),
        ("let turns = Turns()", "Turns"), ("// the premises", "Premises"), ("let deployment = 1", "Deployment"),
        ("// its Ledger", "ledger"), ("canonicalJSON(a)", "canonicalJSON"), ("// canonical JSON", "canonicalJSON"),
        ("throw Objection()", "objection"), ("let likenesses = 1", "likeness"), ("enum FrameFault {}", "fault"),
        ("case poorLight", "poor"), ("let voids = 1", "voids"), ("enum ChainVerdict {}", "verdict"),
        ("let ruling = 1", "ruling"), ("let a: LivenessJudgement", "judgement"), ("// its outcome", "outcome"),
        ("// seen aslant", "aslant"), ("let bendInColumns = 1", "bend"), ("f(madeAgainFrom: 1)", "made again"),
        ("// it is made\n    /// again here", "made again"), ("let wishes = 1", "wishes"),
        ("struct TenantOffice {}", "office"), ("survey { 1 }", "survey"), ("store.expireDue()", "expireDue"),
        (#"let a = "\(picture)""#, "picture"),
    ]) func aPlantedWordIsFound(text: String, word: String) {
        #expect(found(text) == ["1 \(word)"])
    }

    @Test func everyWordOfTheListIsPlantedOnce() {
        let planted = Set(ReplacedWord.all.flatMap { found($0.plant) }.map { String($0.dropFirst(2)) })
        #expect(planted == Set(ReplacedWord.all.map(\.word)))
    }

    @Test(arguments: [
        "let timeZone = 1", "// in which time zone", "let quietZoneInModules = 4", "// the machine-readable zone",
        "let a: MachineReadableZone", "case issuingOffice", "// the visual inspection zone, or visual zone",
        "let ozone = 1",
        "// the default, by default, two defaults", "let a: Void; f(_: void)", "// a function's caller calls it",
        "let caller = 1; let call = 2; let answer = f()", "// the answer to a call", "repeat { a() } while b",
        "Array(repeating: 1, count: 2)", "// a repeat", "// how the head turns", "let turns = 2",
        "// in this deployment", "let canonical = json", "// the scheduling", "// made. Against all",
        "let callback = 1", "let a: Callback", "// a poorhouse", "// unavoidable", "let official = 1",
    ]) func anotherWordIsNotFound(text: String) {
        #expect(found(text) == [])
    }

    @Test func namesOfFilesAndHeadersCount() {
        #expect(found("", path: "Sources/A/DocumentVerdict.swift") == ["0 verdict"])
        #expect(found("int a;\n// a picture\nvoid f(void *a);", path: "Sources/CA/include/CA.h") == ["2 picture"])
    }

    @Test func aForeignWordIsLeftOutInItsFileAndOnItsLineAlone() {
        let foreign = [ForeignWord(word: "picture", file: "A.swift", text: "\"pictures\"", reason: "a wire word")]
        #expect(found("case images = \"pictures\"\nlet pictures = 1", foreign: foreign) == ["2 picture"])
        #expect(found("case images = \"pictures\"", path: "Sources/B.swift", foreign: foreign) == ["1 picture"])
    }

    @Test func namesAreCutAtTheirCapitals() {
        #expect(
            SourceTree.split("MRZLayout of time_zone2, anURL") == ["mrz", "layout", "of", "time", "zone", "an", "url"])
    }
}

extension ReplacedWord {
    /// Source in which it stands.
    fileprivate var plant: String {
        switch place {
        case .everywhere, .identifiers: "let \(forms[0].joined(separator: "_")) = 1"
        case .typeNames: "struct \(word) {}"
        case .identifier(let name): "let a: \(name)"
        case .enumerationCase: "f(.\(word))"
        }
    }
}

extension [FoundWord] {
    fileprivate var lines: String { map { "  \($0.path):\($0.line)" }.joined(separator: "\n") }
}
