internal import Foundation
internal import NIOCore
internal import OnboardingAPI
internal import OnboardingCore

/// Reads a request body. Every way in which a body can be wrong has its own stable reason.
///
/// Limits and grammar come before decoding: see `JSONShape`.
func readJSON<Message: Decodable>(_ type: Message.Type, from body: ByteBuffer) throws(Refusal) -> Message {
    let bytes = body.readableBytesView
    if let error = JSONShape.validationError(in: bytes) { throw Refusal(error.reason) }
    do {
        return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let error as DecodingError {
        throw Refusal(reason(for: error))
    } catch {
        throw Refusal(.badJSON)
    }
}

/// The text is JSON, so whatever the decoder finds corrupt is a value that its type does not admit: a fraction, an unknown
/// word, a number beyond all types.
private func reason(for error: DecodingError) -> RefusalReason {
    switch error {
    case .keyNotFound, .valueNotFound: .fieldMissing
    case .typeMismatch: .wrongType
    case .dataCorrupted(let context): context.underlyingError is Base64Bytes.NotBase64 ? .badBase64 : .wrongType
    @unknown default: .badJSON
    }
}

extension String {
    /// A required text: neither empty nor longer than `limit` characters.
    func checked(limit: Int = 1024) throws(Refusal) -> String {
        // UTF-8 bytes bound the code points from above, and counting them is free. Characters as people see them have no
        // bound: one letter may carry thousands of accents.
        if utf8.count > limit, unicodeScalars.count > limit { throw Refusal(.fieldTooLong) }
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
