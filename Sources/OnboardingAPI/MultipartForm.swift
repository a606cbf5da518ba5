import Foundation

/// A form of parts (RFC 7578, multipart/form-data), read strictly: nothing before the first part and nothing but a line's end
/// behind the last, every part named, no name twice. What is between is bytes as they were sent; no part is decoded.
public struct MultipartForm: Equatable, Sendable {
    public struct Part: Equatable, Sendable {
        public let name: String
        public let bytes: [UInt8]

        public init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// In their order.
    public let parts: [Part]

    /// RFC 2046 §5.1.1.
    private static let longestBoundary = 70
    private static let longestName = 64

    /// - Parameters:
    ///   - boundary: of the content type.
    ///   - limit: of parts; more are no form.
    ///   - headLimit: of the bytes before each part's own.
    public init?(_ body: [UInt8], boundary: String, atMost limit: Int, headLimit: Int) {
        guard Self.isBoundary(boundary) else { return nil }
        let delimiter = [UInt8]("\r\n--\(boundary)".utf8)
        // The first one stands at the beginning of the body, without the end of a line before it.
        let first = delimiter.dropFirst(2)
        guard body.starts(with: first) else { return nil }
        var parts: [Part] = []
        var place = first.count
        while true {
            if Self.has(Self.dashes, in: body, at: place) {
                let rest = body[(place + Self.dashes.count)...]
                guard rest.isEmpty || rest.elementsEqual(Self.lineEnd) else { return nil }
                break
            }
            guard parts.count < limit, Self.has(Self.lineEnd, in: body, at: place) else { return nil }
            let start = place + Self.lineEnd.count
            guard let headEnd = Self.find(Self.headEnd, in: body, from: start, to: start + headLimit),
                let name = Self.name(inHead: body[start..<headEnd]), !parts.contains(where: { $0.name == name })
            else { return nil }
            let content = headEnd + Self.headEnd.count
            // An empty part ends with the end of its head.
            guard let end = Self.find(delimiter, in: body, from: content, to: body.count) else { return nil }
            parts.append(Part(name: name, bytes: Array(body[content..<end])))
            place = end + delimiter.count
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }

    public init(parts: [Part]) {
        self.parts = parts
    }

    /// The bytes of the part `name`.
    public subscript(_ name: String) -> [UInt8]? { parts.first { $0.name == name }?.bytes }

    /// The form as it is sent. A part must not hold the boundary.
    public func encoded(boundary: String) -> [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"\r\n\r\n".utf8
            body += part.bytes
            body += Self.lineEnd
        }
        return body + "--\(boundary)--\r\n".utf8
    }

    /// The boundary that a content type names; nil where it is another type, or names none.
    public static func boundary(ofContentType text: String) -> String? {
        guard text.utf8.count <= 256 else { return nil }
        let pieces = text.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmed }
        guard pieces.first?.lowercased() == "multipart/form-data" else { return nil }
        let named = pieces.dropFirst().filter { $0.lowercased().hasPrefix("boundary=") }
        guard named.count == 1, var boundary = named.first?.dropFirst("boundary=".count) else { return nil }
        if boundary.count >= 2, boundary.first == "\"", boundary.last == "\"" {
            boundary = boundary.dropFirst().dropLast()
        }
        return isBoundary(String(boundary)) ? String(boundary) : nil
    }

    private static let lineEnd = [UInt8]("\r\n".utf8)
    private static let headEnd = [UInt8]("\r\n\r\n".utf8)
    private static let dashes = [UInt8]("--".utf8)

    /// RFC 2046 §5.1.1, `bchars`; no blank, which nobody writes.
    private static func isBoundary(_ text: String) -> Bool {
        (1...longestBoundary).contains(text.utf8.count)
            && text.utf8.allSatisfy { sign in
                switch sign {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "'()+_,-./:=?".utf8.contains(sign)
                }
            }
    }

    private static func has(_ wanted: [UInt8], in body: [UInt8], at place: Int) -> Bool {
        place + wanted.count <= body.count && body[place..<place + wanted.count].elementsEqual(wanted)
    }

    /// Where `wanted` begins, at `start` or later and whole before `end`. Its first byte is looked for by the library, because
    /// parts are megabytes.
    private static func find(_ wanted: [UInt8], in body: [UInt8], from start: Int, to end: Int) -> Int? {
        let last = min(end, body.count) - wanted.count
        guard let first = wanted.first, start >= 0, start <= last else { return nil }
        return body.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var place = start
            while place <= last, let found = memchr(base + place, Int32(first), last - place + 1) {
                place = base.distance(to: UnsafeRawPointer(found))
                if memcmp(base + place, wanted, wanted.count) == 0 { return place }
                place += 1
            }
            return nil
        }
    }

    /// The name of a part; nil for a head that is none of a form's, or says that the part is encoded.
    private static func name(inHead head: ArraySlice<UInt8>) -> String? {
        guard let text = String(validating: head, as: UTF8.self) else { return nil }
        var name: String?
        for line in text.components(separatedBy: "\r\n") {
            guard let colon = line.firstIndex(of: ":"), !line.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) else {
                return nil
            }
            let value = line[line.index(after: colon)...].trimmed
            switch line[..<colon].lowercased() {
            case "content-disposition":
                guard name == nil, let found = disposition(value) else { return nil }
                name = found
            case "content-transfer-encoding":
                guard ["binary", "8bit", "7bit"].contains(value.lowercased()) else { return nil }
            case "content-type": break
            default: return nil
            }
        }
        return name
    }

    /// The name in `form-data; name="image1"; filename="a;b.jpg"`. What the file was called on its sender's machine is nobody's
    /// business here.
    private static func disposition(_ value: Substring) -> String? {
        var signs = value.utf8[...]
        let type = "form-data"
        guard signs.starts(with: type.utf8) else { return nil }
        signs = signs.dropFirst(type.utf8.count)
        var name: String?
        while !signs.isEmpty {
            guard signs.first == UInt8(ascii: ";") else { return nil }
            signs = signs.dropFirst().drop { $0 == UInt8(ascii: " ") }
            guard let equals = signs.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let key = String(signs[..<equals]) ?? ""
            signs = signs[signs.index(after: equals)...]
            let parameter: String
            if signs.first == UInt8(ascii: "\"") {
                signs = signs.dropFirst()
                guard let quote = signs.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
                parameter = String(signs[..<quote]) ?? ""
                signs = signs[signs.index(after: quote)...]
            } else {
                let end = signs.firstIndex(of: UInt8(ascii: ";")) ?? signs.endIndex
                parameter = String(signs[..<end]) ?? ""
                signs = signs[end...]
            }
            if key == "name" {
                guard name == nil else { return nil }
                name = parameter
            }
        }
        guard let name, (1...longestName).contains(name.utf8.count),
            name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        else { return nil }
        return name
    }
}

extension Substring {
    /// Without blanks around it.
    fileprivate var trimmed: Substring {
        let signs = utf8.drop { $0 == 0x20 || $0 == 0x09 }
        let end = signs.lastIndex { $0 != 0x20 && $0 != 0x09 }
        return self[signs.startIndex..<(end.map { signs.index(after: $0) } ?? signs.startIndex)]
    }
}
