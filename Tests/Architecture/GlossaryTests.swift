import Foundation
import TestSupport
import Testing

/// `docs/glossary.md`: tables whose first column has the terms, the last one words that are not written.
struct Glossary {
    /// In lower case, each of a cell's alone.
    let terms: Set<String>
    let unwritten: Set<String>

    init(_ page: String) {
        var (terms, unwritten, isUnwritten): (Set<String>, Set<String>, Bool) = ([], [], false)
        for line in page.split(separator: "\n") {
            if line.hasPrefix("#") { isUnwritten = line.contains("do not write") }
            guard let cell = line.firstMatch(of: /^\| *([^|]+?) *\|/)?.1 else { continue }
            let words = cell.split(separator: /[,;:\/()]/).map {
                $0.trimmingCharacters(in: .whitespaces.union(.init(charactersIn: "*`_"))).lowercased()
            }
            if isUnwritten { unwritten.formUnion(words) } else { terms.formUnion(words) }
        }
        self.terms = terms
        self.unwritten = unwritten
    }

    /// Words of `list` that are explained as if they were to be written.
    func explained(among list: [ReplacedWord]) -> [String] {
        list.filter { $0.isNamed(in: terms) }.map(\.word)
    }

    /// Words of `list` that the page does not warn of.
    func unmentioned(among list: [ReplacedWord]) -> [String] {
        list.filter { !$0.isNamed(in: unwritten) }.map(\.word)
    }

    func missing(_ needed: [String]) -> [String] {
        needed.filter { !terms.contains($0.lowercased()) }
    }
}

extension ReplacedWord {
    /// One of its forms, or the singular of one.
    fileprivate func isNamed(in words: Set<String>) -> Bool {
        let forms = forms.map { $0.joined(separator: " ") } + [word.lowercased()]
        return forms.contains { words.contains($0) || ($0.hasSuffix("s") && words.contains(String($0.dropLast()))) }
    }
}

@Suite struct GlossaryTests {
    /// Terms that name types and folders of ours.
    private static let needed = [
        "capture", "sample", "template", "reference", "comparison score", "similarity", "decision",
        "presentation attack",
        "injection attack", "quality component", "MRZ", "check digit", "finding", "request", "response", "tenant",
        "subject",
        "case", "enrollment", "registration", "principal", "required check", "evidence", "cue", "gate", "fusion",
        "source",
        "idempotency record", "single flight", "data directory", "refusal", "validation error", "table MAC",
        "sorted-key JSON",
    ]

    @Test func theGlossaryHasTheTermsOfTheCodeAndWarnsOfTheReplacedOnes() throws {
        let page = try String(contentsOfFile: Material.packageRoot + "/docs/glossary.md", encoding: .utf8)
        let glossary = Glossary(page)
        #expect(glossary.missing(Self.needed) == [])
        #expect(glossary.explained(among: ReplacedWord.all) == [])
        #expect(glossary.unmentioned(among: ReplacedWord.all) == [])
    }

    @Test func aReplacedWordAndAMissingTermAreFound() {
        let glossary = Glossary(
            """
            # Glossary
            A picture is an image.
            | term | meaning |
            | --- | --- |
            | `template` | no verdict |
            | sample, reference (of a zone) | a picture |
            | verdict; decision | this project |
            ## Words that we do not write
            | never | write |
            | picture, likeness | image |
            | void (of a sample) | unusable |
            | made again | regenerated |
            """)
        #expect(glossary.explained(among: ReplacedWord.all) == ["verdict"])
        let mentioned = ["picture", "likeness", "voids", "made again"]
        #expect(
            glossary.unmentioned(among: ReplacedWord.all)
                == ReplacedWord.all.map(\.word).filter { !mentioned.contains($0) })
        #expect(
            glossary.missing(["sample", "reference", "template", "decision", "capture", "MRZ"]) == ["capture", "MRZ"])
    }
}
