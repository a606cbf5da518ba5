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
