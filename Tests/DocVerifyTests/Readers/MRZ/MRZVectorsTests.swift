import DocVerify
import Foundation
import TestSupport
import Testing

/// The published MRZs of `Vectors/mrz.json`, with check digits that another program computed.
@Suite struct MRZVectorsTests {
    struct Vectors: Decodable {
        struct Digit: Decodable {
            let printed: String
            let computed: String
            let ok: Bool
        }
        struct Expectation: Decodable {
            let number: String?
            let surname: String?
            let given: String?
            let birth: String?
            let sex: String?
            let expiry: String?
            let optional: String?
            let code: String?
            let issued: String?
            let refuse: Bool?
        }
        struct Vector: Decodable {
            let id: String
            let format: String
            let lines: [String]
            let checkDigits: [String: Digit]
            let expect: Expectation?
        }
        struct NamePair: Decodable {
            let viz: String
            let mrz: String
            let length: Int
        }
        let vectors: [Vector]
        let names: [NamePair]?
    }

    private static func vectors(at path: String) throws -> Vectors {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Vectors.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private static let published = Material.packageRoot + "/Tests/DocVerifyTests/Vectors/mrz.json"

    @Test func everyPublishedVectorGivesItsCheckDigitsAndFields() throws {
        let vectors = try Self.vectors(at: Self.published).vectors
        #expect(vectors.count == 57)
        try check(vectors)
    }

    /// More of them, from issue threads of other readers.
    @Test(.enabled(if: SharedData.isThere, "\(SharedData.reason)"))
    func everyCollectedVectorGivesItsCheckDigitsAndFields() throws {
        try check(Self.vectors(at: SharedData.path("mrz/vectors.json")).vectors)
    }

    private func check(_ vectors: [Vectors.Vector]) throws {
        for vector in vectors {
            let mrz = try MachineReadableZone(lines: vector.lines, today: MRZExamplesTests.today)
            let names = ["MRVA": "MRV-A", "MRVB": "MRV-B", "FRA1988": "FRA-1988", "DL1": "DL"]
            #expect(mrz.format.rawValue == names[vector.format] ?? vector.format, "\(vector.id)")
            check(vector, mrz)
            guard let expected = vector.expect else { continue }
            if expected.refuse == true { #expect(!mrz.hasValidCheckDigits, "\(vector.id)") }
            let pairs: [(String?, String)] = [
                (expected.number, mrz.documentNumber), (expected.surname, mrz.primaryIdentifier),
                (expected.given, mrz.secondaryIdentifier), (expected.birth, mrz.birthDate.text),
                (expected.sex, mrz.sex.rawValue), (expected.expiry, mrz.expiryDate.text),
                (expected.optional, mrz.optionalData), (expected.code, mrz.documentCode),
                (expected.issued, mrz.issueDate?.text ?? ""),
            ]
            for case (let wanted?, let got) in pairs { #expect(got == wanted, "\(vector.id)") }
        }
        print("vectors read: \(vectors.count)")
    }

    private func check(_ vector: Vectors.Vector, _ mrz: MachineReadableZone) {
        let elements: [String: MRZElement] = [
            "number": .documentNumber, "birth": .birthDate, "expiry": .expiryDate, "optional": .optionalData,
        ]
        for (name, digit) in vector.checkDigits {
            let own = elements[name].flatMap { mrz.field($0)?.checkDigit }
            let result = name == "composite" ? mrz.compositeCheckDigit : own
            // A long number fits by the standard or with its filler counted; the vector lists both.
            if name == "number_with_filler" { continue }
            if name == "number", mrz.numberForm == .continuedCountingFiller { continue }
            #expect(result?.isCorrect == digit.ok, "\(vector.id) \(name)")
            // Where a number is not continued the vectors name the character after it, which need not be its digit.
            if digit.printed != "<" { #expect(result?.computed == Int(digit.computed), "\(vector.id) \(name)") }
        }
    }

    @Test func printedNamesOfTheStandardAreReadFromTheirLines() throws {
        let names = try #require(Self.vectors(at: Self.published).names)
        #expect(names.count == 60)
        for example in names {
            var lines = MRZWriter(format: example.length == 44 ? .td3 : example.length == 36 ? .td2 : .td1).lines
            lines[example.length == 30 ? 2 : 0] = example.mrz
            let mrz = try MachineReadableZone(lines: lines, today: MRZExamplesTests.today)
            let printed = example.viz.split(separator: ",").map {
                $0.replacing("'", with: "").split { $0 == " " || $0 == "-" }.map(String.init)
            }
            let read = [mrz.primaryIdentifier, mrz.secondaryIdentifier].map {
                $0.split(separator: " ").map(String.init)
            }
            let isCut = mrz.findings.contains(.namePossiblyTruncated)
            for (printedPart, readPart) in zip(printed, read) {
                for (whole, component) in zip(printedPart, readPart) {
                    #expect(isCut ? whole.hasPrefix(component) : whole == component, "\(example.mrz)")
                }
                let missing = printedPart.count - readPart.count
                #expect(isCut ? missing >= 0 : missing == 0, "\(example.mrz)")
            }
        }
    }
}
