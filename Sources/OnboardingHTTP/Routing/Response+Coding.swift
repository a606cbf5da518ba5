internal import Compression
package import HTTPTypes

/// A text with the forms in which it may be sent, made once.
package struct CodedText: Sendable {
    package let bytes: [UInt8]
    private let forms: [ContentCoding: [UInt8]]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count >= Response.leastCoded else {
            forms = [:]
            return
        }
        forms = ContentCoding.allCases.reduce(into: [:]) { $0[$1] = $1.compressed(bytes) }
    }

    func form(_ coding: ContentCoding) -> [UInt8]? { forms[coding] }
}

extension Response {
    /// In which codings a body may be sent beside the plain one. The length of a coded body tells whoever sees it pass
    /// how much of it repeats: so whatever mixes a secret with something that others chose is sent as it is (BREACH,
    /// decision 0136), and that is the rule unless a route says otherwise.
    package enum Codings: Sendable {
        case none
        /// Coded for this response. It holds nothing that its reader alone may know.
        case made
        case kept(CodedText)
    }

    /// In bytes. What is smaller fits a packet or two as it is.
    static let leastCoded = 1024

    /// A text that is the same for everybody.
    package init(text: CodedText, contentType: String, extraHeaders: HTTPFields = [:]) {
        self.init(body: .bytes(text.bytes), contentType: contentType, extraHeaders: extraHeaders)
        codings = .kept(text)
    }

    /// The same in the coding that suits the client best. Its tag is one of its own, because other bytes have it (RFC
    /// 9110 §8.8.3).
    func coded(for headers: HTTPFields) -> Response {
        guard status == 200, case .bytes(let bytes) = body, bytes.count >= Self.leastCoded else { return self }
        let form: (ContentCoding) -> [UInt8]?
        switch codings {
        case .none: return self
        case .made: form = { $0.compressed(bytes) }
        case .kept(let text): form = text.form
        }
        var response = self
        // Caches keep the forms apart, also the plain one.
        response.extraHeaders.append(HTTPField(name: .vary, value: "Accept-Encoding"))
        guard let coding = AcceptedCodings(headers[.acceptEncoding]).best, let coded = form(coding),
            coded.count < bytes.count
        else { return response }
        response.body = .bytes(coded)
        response.extraHeaders[.contentEncoding] = coding.rawValue
        if let tag = extraHeaders[.eTag], tag.hasSuffix("\"") {
            response.extraHeaders[.eTag] = "\(tag.dropLast())-\(coding.rawValue)\""
        }
        return response
    }
}
