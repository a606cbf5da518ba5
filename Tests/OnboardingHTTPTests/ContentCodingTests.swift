import Compression
import HTTPTypes
import TestSupport
import Testing

@testable import OnboardingHTTP

/// Text goes out in the coding that the client likes best, and nothing that mixes a secret with what others chose.
@Suite struct ContentCodingTests {
    private static let text = [UInt8](String(repeating: "What a person reads, again and again. ", count: 200).utf8)

    /// RFC 9110 §12.5.3: weights, `*`, `identity`; nil is the text as it is.
    @Test(
        arguments: [
            (nil, nil), ("", nil), ("gzip", "gzip"), ("br", "br"), ("gzip, deflate, br, zstd", "br"), ("GZIP", "gzip"),
            ("gzip;q=1.0, br;q=0.5", "gzip"), ("br;q=0, gzip;q=0.001", "gzip"), ("br;q=0", nil), ("*", "br"),
            ("*;q=0", nil), ("*, br;q=0", "gzip"), ("identity, gzip;q=0.5", nil), ("identity;q=0.5, gzip", "gzip"),
            ("identity;q=0", nil), ("deflate", nil), ("gzip ; q=0.5", "gzip"), ("\tgzip\t", "gzip"),
            ("gzip;q=2", nil), ("gzip;q=0.1234", nil), ("gzip;q=-1", nil), ("gzip;q=", nil), ("gzip;level=9", nil),
            ("gzip;q=1.001", nil), ("gzip;q=0.5;q=1", nil), ("br, ,gzip", nil), ("gzip, gzip;q=0", nil), (";q=1", nil),
        ] as [(String?, String?)])
    func theCodingThatIsLikedMostIsTaken(field: String?, coding: String?) {
        #expect(AcceptedCodings(field).best?.rawValue == coding, "\(field ?? "none")")
    }

    @Test func gzipHasTheTrailerOfItsText() throws {
        let coded = try #require(ContentCoding.gzip.compressed(Self.text))
        #expect(
            coded.prefix(4) == [0x1F, 0x8B, 8, 0] && coded[4..<8] == [0, 0, 0, 0], "RFC 1952 §2.3: no name, no time")
        func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
        #expect(number(coded.suffix(8).prefix(4)) == CRC32.of(Self.text))
        #expect(number(coded.suffix(4)) == UInt32(Self.text.count))
        #expect(coded.count * 10 < Self.text.count)
    }

    @Test(arguments: ContentCoding.allCases) func equalTextGivesEqualBytes(coding: ContentCoding) throws {
        let first = try #require(coding.compressed(Self.text))
        #expect(first == coding.compressed(Self.text))
        #expect(coding.compressed([])?.isEmpty == false, "an empty text has a form, too")
    }

    private func response(_ codings: Response.Codings, bytes: [UInt8] = text, status: Int = 200) -> Response {
        var response = Response(
            status: status, body: .bytes(bytes), contentType: "text/plain", extraHeaders: [.eTag: "\"1f\""])
        response.codings = codings
        return response
    }

    private func headers(_ coding: String?) -> HTTPFields { coding.map { [.acceptEncoding: $0] } ?? [:] }

    @Test func aTextIsCodedAndSaysSo() throws {
        for codings in [Response.Codings.made, .kept(CodedText(Self.text))] {
            for coding in ContentCoding.allCases {
                let coded = response(codings).coded(for: headers(coding.rawValue))
                guard case .bytes(let bytes) = coded.body else {
                    Issue.record("a stream")
                    return
                }
                #expect(bytes == coding.compressed(Self.text))
                #expect(coded.extraHeaders[.contentEncoding] == coding.rawValue)
                #expect(coded.extraHeaders[.vary] == "Accept-Encoding")
                #expect(coded.extraHeaders[.eTag] == "\"1f-\(coding.rawValue)\"", "other bytes have another tag")
                #expect(coded.head(requestID: "1").headerFields[.contentLength] == "\(bytes.count)")
            }
        }
    }

    @Test func thePlainFormSaysThatThereAreOthers() {
        let plain = response(.made).coded(for: headers(nil))
        #expect(plain.extraHeaders[.vary] == "Accept-Encoding" && plain.extraHeaders[.contentEncoding] == nil)
        #expect(plain.extraHeaders[.eTag] == "\"1f\"" && plain.body.length == Self.text.count)
    }

    @Test func whatIsNotMarkedGoesOutAsItIs() {
        let secret = response(.none).coded(for: headers("br, gzip"))
        #expect(secret.body.length == Self.text.count && secret.extraHeaders == [.eTag: "\"1f\""])
        #expect(
            Response.text("x").codings.isNone, "a response is plain unless its route says otherwise (decision 0136)")
    }

    @Test func littleAndRefusalsGoOutAsTheyAre() {
        let little = response(.made, bytes: Array(Self.text.prefix(Response.leastCoded - 1)))
        #expect(little.coded(for: headers("gzip")).extraHeaders[.contentEncoding] == nil)
        #expect(response(.made, status: 404).coded(for: headers("gzip")).extraHeaders[.contentEncoding] == nil)
    }

    @Test func whatGrowsGoesOutAsItIs() {
        var generator = SeededGenerator(seed: 20_261_128)
        let noise = (0..<2048).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(response(.made, bytes: noise).coded(for: headers("gzip")).extraHeaders[.contentEncoding] == nil)
    }

    @Test func aTagIsKnownAgainInItsOwnCodingAlone() {
        let asked: HTTPFields = [.acceptEncoding: "gzip", .ifNoneMatch: "\"1f-gzip\""]
        let held = response(.made).coded(for: asked).unlessHeld(by: asked)
        #expect(held.status == 304 && held.extraHeaders[.eTag] == "\"1f-gzip\"")
        #expect(held.extraHeaders[.vary] == "Accept-Encoding" && held.extraHeaders[.contentEncoding] == nil)
        let other: HTTPFields = [.acceptEncoding: "br", .ifNoneMatch: "\"1f-gzip\""]
        #expect(response(.made).coded(for: other).unlessHeld(by: other).status == 200)
    }
}

extension Response.Codings {
    fileprivate var isNone: Bool { if case .none = self { true } else { false } }
}
