internal import Foundation
internal import NIOCore
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON

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

extension JSONShape.ValidationError {
    fileprivate var reason: RefusalReason {
        switch self {
        case .notJSON: .badJSON
        case .notAnObject: .notAnObject
        case .tooDeep: .tooDeep
        case .tooManyValues: .bodyTooLarge
        }
    }
}

extension Request {
    /// The body as a use case takes it: decoded when the use case asks for it.
    func incoming<Message: Decodable & Sendable, Input: Sendable>(
        _ type: Message.Type, as input: @escaping @Sendable (Message) throws -> Input
    ) -> Incoming<Input> {
        Incoming(bodyDigest: bodyDigest) { [body] in try input(try readJSON(Message.self, from: body)) }
    }
}
