internal import Foundation
internal import NIOCore
internal import OnboardingAPI

/// Reads a request body. Every way in which a body can be wrong has its own stable reason.
///
/// Limits come before decoding: nesting is counted on the raw bytes, because the decoder would recurse.
func readJSON<Message: Decodable>(_ type: Message.Type, from body: ByteBuffer) throws(Refusal) -> Message {
    let bytes = body.readableBytesView
    if let reason = JSONShape.objection(to: bytes) { throw Refusal(reason) }
    do {
        return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let error as DecodingError {
        throw Refusal(reason(for: error, in: bytes))
    } catch {
        throw Refusal(.badJSON)
    }
}

private func reason(for error: DecodingError, in bytes: ByteBufferView) -> RefusalReason {
    switch error {
    case .keyNotFound, .valueNotFound: .fieldMissing
    case .typeMismatch: .wrongType
    case .dataCorrupted(let context):
        // What is valid JSON all the same has a value that its type does not admit: a fraction, an unknown word.
        if context.underlyingError is Base64Bytes.NotBase64 {
            .badBase64
        } else {
            (try? JSONSerialization.jsonObject(with: Data(bytes))) == nil ? .badJSON : .wrongType
        }
    @unknown default: .badJSON
    }
}

/// What can be told of a JSON text without decoding it.
enum JSONShape {
    /// Decisions 19.
    static let maximumDepth = 32

    /// Why the text is not worth decoding; nil if it may be.
    static func objection(to bytes: some Sequence<UInt8>) -> RefusalReason? {
        var depth = 0
        var isInString = false
        var isEscaped = false
        var first: UInt8?
        var previous: UInt8?
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > maximumDepth { return .tooDeep }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                // The decoder would let a comma before the end pass; RFC 8259 does not.
                if previous == UInt8(ascii: ",") { return .badJSON }
            default: break
            }
            first = first ?? byte
            previous = byte
        }
        guard first != UInt8(ascii: "{") else { return nil }
        // A byte order mark must not stand before JSON (RFC 8259 §8.1).
        guard first != 0xef else { return .badJSON }
        let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        return value == nil ? .badJSON : .notAnObject
    }
}

extension String {
    /// A required text: neither empty nor longer than `limit` characters.
    func checked(limit: Int = 1024) throws(Refusal) -> String {
        // UTF-8 bytes bound the characters from above, and counting them is free.
        if utf8.count > limit, count > limit { throw Refusal(.fieldTooLong) }
        if isEmpty { throw Refusal(.fieldEmpty) }
        return self
    }
}

extension Optional where Wrapped == String {
    /// A text that may be absent or empty, but not too long.
    func checkedIfPresent(limit: Int = 1024) throws(Refusal) -> String? {
        guard let text = self, !text.isEmpty else { return nil }
        return try text.checked(limit: limit)
    }

    /// A text that must be there.
    func required(limit: Int = 1024) throws(Refusal) -> String {
        guard let text = self else { throw Refusal(.fieldMissing) }
        return try text.checked(limit: limit)
    }
}
