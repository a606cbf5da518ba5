import DocVerify
import Foundation
import LivenessScorer
import OnboardingCore
import OnboardingCrypto
import OnboardingJSON
import TestSupport
import Testing

@testable import OnboardingHTTP
@testable import Vision

/// What `Limit` says is what the documents say and what targets that may not import it hold.
@Suite struct LimitTests {
    private func text(of page: String) throws -> String {
        try String(contentsOfFile: Material.packageRoot + "/docs/" + page, encoding: .utf8)
    }

    /// `UPDATE_GOLDEN=1` writes it.
    @Test func theContractHasTheTable() throws {
        let rows = Limit.allCases.map { "| \($0.row.name) | \($0.valueInWords) | \($0.excessInWords) |" }
        let table = ["| limit | value | when it is exceeded |", "| --- | --- | --- |"] + rows
        let page = try text(of: "contract.md")
        let begin = try #require(page.range(of: "<!-- limits:begin -->\n")).upperBound
        let end = try #require(page.range(of: "<!-- limits:end -->")).lowerBound
        let expected = page.replacingCharacters(in: begin..<end, with: table.map { $0 + "\n" }.joined())
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try expected.write(toFile: Material.packageRoot + "/docs/contract.md", atomically: true, encoding: .utf8)
        }
        #expect(try text(of: "contract.md") == expected, "run this test with UPDATE_GOLDEN=1")
    }

    @Test func targetsThatDoNotKnowTheTableHoldItsValues() {
        let held: [(Limit, Int)] = [
            (.jsonDepth, JSONShape.maximumDepth), (.jsonValues, JSONShape.maximumValues),
            (.jsonByteNumbers, JSONShape.maximumByteNumbers), (.bearer, JSONWebToken.maximumCharacters),
            (.leastImageSide, ImageLimits.standard.minimumSide), (.imageSide, ImageSize.maximumSide),
            (.imagePixels, ImageLimits.standard.maximumPixels), (.imageFile, ImageLimits.standard.maximumBytes),
            (.reducedImagePixels, ImageLimits.standard.maximumReducedPixels),
            (.jpegScans, JPEGOutline.maximumScans), (.framePixels, FaceCapture.maximumPixels),
            (.documentPixels, DocumentReader.maximumPixels),
        ]
        for (limit, value) in held { #expect(limit.value == value, "\(limit)") }
    }

    /// Of `docs/openapi.yaml`: every `maxLength`, and the counts that a limit bounds.
    @Test func theInterfaceDescriptionHasTheValues() throws {
        let lengths: [String: Limit] = [
            "username": .username, "email": .username, "reference": .reference, "publicKey": .publicKey,
            "reason": .reviewReason, "textHash": .consentHash,
            "displayName": .displayName, "consentVersion": .consentVersion,
            "privacyContact": .privacyText, "privacyPurposes": .privacyText, "privacyRecipients": .privacyText,
            "fraudHoldGround": .privacyText,
            "purpose": .privacyText, "emotionReason": .privacyText, "categoryReason": .privacyText,
            "textVersion": .consentVersion, "language": .consentLanguage, "acceptedAt": .consentTime,
        ]
        let counts: [String: Limit] = [
            "frames": .frames, "ActiveFrames": .activeFrames, "expiresIn": .challengeLife,
            "documentImage": .documentImages, "numberOfImages": .documentImages,
            "pageSize": .pageSize, "list": .pageSize,
        ]
        let bounds = Self.bounds(in: try text(of: "openapi.yaml"))
        for bound in bounds where bound.keyword == "maxLength" {
            #expect(bound.value == (lengths[bound.name] ?? .text).value, "\(bound)")
        }
        for bound in bounds where bound.keyword != "maxLength" {
            if let limit = counts[bound.name] { #expect(bound.value == limit.value, "\(bound)") }
        }
        let named = Set(bounds.map(\.name))
        #expect(named.isSuperset(of: lengths.keys) && named.isSuperset(of: counts.keys))
    }

    private struct Bound {
        /// Of the schema that it stands in.
        let name: String
        let keyword: String
        let value: Int
    }

    /// A schema is one line, `name: {…, maxLength: 9}`, or lines that stand further in than its name.
    private static func bounds(in document: String) -> [Bound] {
        var names: [(indent: Int, name: String)] = []
        return document.split(separator: "\n").compactMap { line in
            let indent = line.prefix { $0 == " " }.count
            names.removeAll { $0.indent >= indent }
            if let name = line.firstMatch(of: /^ *([A-Za-z0-9]+):( \{|$)/)?.1 { names.append((indent, String(name))) }
            guard let match = line.firstMatch(of: /\b(maxLength|maxItems|maximum): (\d+)/), let value = Int(match.2),
                let name = names.last?.name
            else { return nil }
            return Bound(name: name, keyword: String(match.1), value: value)
        }
    }

    @Test func aRouteTakesTheBodyThatTheTableNamesForIt() async throws {
        let takingImages: Set = ["enroll", "addFace", "faceauth", "verify", "recognize"]
        for route in try await TestServer().routes {
            let name = route.template.split(separator: "/").last ?? ""
            let expected: Limit =
                switch name {
                case _ where route.template.hasPrefix("/hypersecure/") && takingImages.contains(String(name)):
                    .documentBody
                case "registerUser", "matchFace": .documentBody
                case "addFace", "verifyFace", "checkLiveness", "checkLivenessEncrypted", "checkActiveLivenessEncrypted",
                    "analyze",
                    "analyzeEncrypted",
                    "autocaptureVideo", "autocaptureVideoEncrypted", "attributes":
                    .faceBody
                case "addDocumentOCR", "addDcoumentOCR": .documentBody
                case "customerConfig" where route.method == .post: .configurationBody
                default: .body
                }
            #expect(route.bodyLimit == expected, "\(route.template)")
        }
    }

    @Test func connectionsLeaveTheServerItsFiles() {
        #expect(OpenFiles.connections(within: .max) == Limit.connections.value)
        #expect(OpenFiles.connections(within: OpenFiles.wanted - 1) == Limit.connections.value - 1)
        #expect(OpenFiles.connections(within: 1024) == 1024 - Limit.ownFiles.value)
    }
}

extension Limit {
    fileprivate var valueInWords: String {
        switch row.unit {
        case .count: value.grouped
        case .bytes where value.isMultiple(of: 1 << 20): "\(value >> 20) MiB"
        case .bytes: "\(value >> 10) KiB"
        case .characters: "\(value.grouped) characters"
        case .codePoints: "\(value.grouped) code points"
        case .pixels where value.isMultiple(of: 1_000_000): "\(value / 1_000_000) megapixels"
        case .pixels: "\(value.grouped) pixels"
        case .seconds where value.isMultiple(of: 3600): "\(value / 3600) h"
        case .seconds: "\(value) s"
        }
    }

    fileprivate var excessInWords: String {
        switch row.excess {
        case .refused(let reason): "\(reason.meaning.status) `\(reason.rawValue)`"
        case .other(let words): words
        }
    }
}

extension Int {
    /// With a comma between thousands.
    fileprivate var grouped: String {
        formatted(.number.locale(Locale(identifier: "en_US")).grouping(.automatic))
    }
}
