import Foundation
import TestSupport
import Testing
import Vision

@testable import DocVerify

/// Sixty licences of 39 jurisdictions as the tests of open parsers have them, and pictures of some of them.
@Suite(.enabled(if: SharedBarcodes.isThere, "\(SharedData.reason)")) struct SharedBarcodeTests {
    /// Each field of each string; the number `NONE` of two test cards of New York is none (documents.md, section 2).
    @Test func sixtyStringsSayWhatIsPrinted() throws {
        let entries = try SharedBarcodes.load().strings
        var wrong: [String: [String]] = [:]
        var refused: [String: [AAMVAFinding]] = [:]
        for entry in entries {
            let licence = try #require(AAMVALicence(entry.bytes), "\(entry.id)")
            func compare(_ field: String, _ read: String?, _ printed: String?) {
                if read != printed {
                    wrong[field, default: []].append("\(entry.id): \(read ?? "-") for \(printed ?? "-")")
                }
            }
            let truth = entry.truth
            compare("issuer", licence.issuer, truth.iin)
            compare("version", licence.version.map(String.init), String(truth.version))
            compare("number", licence.documentNumber, truth.number == "NONE" ? nil : truth.number)
            compare("birth", licence.birthDate?.content.text, truth.birth)
            compare("expiry", licence.expiryDate?.content.text, truth.expiry)
            compare("issue", licence.issueDate?.content.text, truth.issue)
            compare("sex", licence.sex, truth.sex)
            compare("state", licence.jurisdiction, truth.state)
            compare("elements", Self.differences(licence, entry), "")
            // Of names in one element without commas the truth has no parts.
            let parts = truth.full.map { $0.split(separator: " ") } ?? []
            compare("surname", licence.surname?.content, truth.surname ?? parts.last.map(String.init))
            let first = truth.given ?? parts.dropLast().joined(separator: " ")
            compare(
                "given", licence.givenNames?.content.hasPrefix(first) == true ? first : licence.givenNames?.content,
                first)
            refused[entry.id] = licence.findings.filter { $0.rawValue.hasSuffix(".notStated") }
        }
        let fields = [
            "issuer", "version", "number", "birth", "expiry", "issue", "sex", "state", "surname", "given", "elements",
        ]
        print(
            "strings right: "
                + fields.map { "\($0) \(entries.count - (wrong[$0]?.count ?? 0))" }.joined(separator: ", "))
        for (field, entries) in wrong.sorted(by: { $0.key < $1.key }) { Issue.record("\(field): \(entries)") }
        #expect(refused["license-missing-a-field"] == [.birthDateMissing])
        let others = refused.filter { !$0.value.isEmpty && $0.key != "license-missing-a-field" }
        #expect(others == ["ny": [.documentNumberMissing], "py-ny": [.documentNumberMissing]])
    }

    /// The elements that are read and differ from the truth's.
    private static func differences(_ licence: AAMVALicence, _ entry: SharedBarcodes.Entry) -> String {
        entry.elements.compactMap { code, value in
            guard let element = AAMVAElement(rawValue: code), licence.elements[element] != value else { return nil }
            return "\(code) \(licence.elements[element] ?? "-") for \(value)"
        }.sorted().joined(separator: ", ")
    }

    @Test func whatIsDamagedIsReported() throws {
        let findings: [String: AAMVAFinding] = [
            "BOM in front": .byteOrderMark, "record separator lost": .recordSeparatorDamaged,
            "subfile type not repeated": .subfileTypeNotRepeated, "offset not numeric": .subfileOffsetNotNumeric,
            "| as separator": .separatorReplaced,
        ]
        for entry in try SharedBarcodes.load().strings {
            let licence = try #require(AAMVALicence(entry.bytes))
            for damage in entry.damage {
                guard let finding = findings[damage] else { continue }
                #expect(licence.findings.contains(finding), "\(entry.id): \(damage)")
            }
        }
    }

    @Test func fourteenPicturesAreReadByteForByte() throws {
        let shared = try SharedBarcodes.load()
        var unread: [String] = []
        for picture in shared.pictures {
            let entry = try #require(shared.strings.first { $0.id == picture.of })
            let image = try Image(decoding: SharedBarcodes.bytes(picture.file))
            let symbols = BarcodeSearch.symbols(in: ImageLevels(image))
            // The mark of byte order that some files of strings begin with was not drawn.
            let drawn = entry.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(entry.bytes.dropFirst(3)) : entry.bytes
            if symbols.map(\.contents) != [drawn] {
                unread.append("\(picture.file): \(symbols.map(\.length)) bytes for \(drawn.count)")
            }
        }
        #expect(unread.isEmpty, "\(unread)")
        print("pictures read byte for byte: \(shared.pictures.count - unread.count) of \(shared.pictures.count)")
    }

    /// Of this thread.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The figures of docs/measurements/barcodes.md, in time of the processor: the least of three searches of each image.
    @Test func whatASearchTakes() throws {
        func milliseconds(_ image: Image) -> Double {
            let levels = ImageLevels(image)
            return (0..<3).map { _ in
                let start = Self.processorSeconds
                _ = BarcodeSearch.symbols(in: levels)
                return (Self.processorSeconds - start) * 1000
            }.min() ?? 0
        }
        let folder = SharedData.path("mrz")
        var without: [Double] = []
        for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where file.hasSuffix(".jpg") {
            let image = try Image(decoding: Array(Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))))
            guard (1000...1300).contains(image.size.longestSide) else { continue }
            without.append(milliseconds(image))
        }
        let modules = try #require(LicencePicture.Modules(LicencePicture.text()))
        let with = [0.0, 4, 10, 20, 30, 180].map {
            milliseconds(LicencePicture.image(modules, length: 900, degrees: $0))
        }
        let text = [("without", without), ("with", with)].map { name, times in
            let sorted = times.sorted()
            guard let first = sorted.first, let last = sorted.last else { return "\(name): none" }
            return "\(name): \(sorted.count) images, median \(sorted[sorted.count / 2]), \(first) to \(last) ms"
        }
        print("a search of about 1200 pixels, " + text.joined(separator: "; "))
        #expect(!without.isEmpty)
    }
}
