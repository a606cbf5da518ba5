internal import Foundation
internal import NIOCore
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON
package import Tenancy

/// Reads a request body. Every way in which a body can be wrong has its own stable reason.
///
/// Limits and grammar come before decoding: see `JSONShape`.
func readJSON<Message: Decodable>(_ type: Message.Type, from body: ByteBuffer) throws(Refusal) -> Message {
    let bytes = body.textWithoutByteOrderMark
    if let error = JSONShape.validationError(in: bytes) { throw Refusal(error.reason) }
    do {
        return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let error as DecodingError {
        throw Refusal(error)
    } catch {
        throw Refusal(.badJSON)
    }
}

extension ByteBuffer {
    /// A sender must not begin with U+FEFF, and a reader may pass over it (RFC 8259 §8.1).
    fileprivate var textWithoutByteOrderMark: ByteBufferView {
        let text = readableBytesView
        return text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
    }
}

// The text is JSON, so whatever the decoder finds corrupt is a value that its type does not admit: a fraction, an unknown
// word, a number beyond all types.
extension Refusal {
    fileprivate init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context): self.init(.fieldMissing, at: context.codingPath + [key])
        case .valueNotFound(_, let context): self.init(.fieldMissing, at: context.codingPath)
        case .typeMismatch(_, let context): self.init(.wrongType, at: context.codingPath)
        case .dataCorrupted(let context):
            self.init(
                context.underlyingError is Base64Bytes.NotBase64 ? .badBase64 : .wrongType, at: context.codingPath)
        @unknown default: self.init(.badJSON)
        }
    }

    /// - Parameter path: of names that the interface has, because only what is read is decoded.
    private init(_ reason: RefusalReason, at path: [any CodingKey]) {
        let member = path.reduce(into: "") { text, key in
            text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? "" : ".") + key.stringValue
        }
        self.init(reason, details: RefusalDetails(member: member.isEmpty ? nil : member))
    }
}

extension JSONShape.ValidationError {
    fileprivate var reason: RefusalReason {
        switch self {
        case .notJSON, .memberRepeated: .badJSON
        case .notAnObject: .notAnObject
        case .tooDeep: .tooDeep
        case .tooManyValues: .bodyTooLarge
        }
    }
}

extension Request {
    /// Reads the body, and notes the members that nobody reads.
    package func read<Message: Codable>(_ type: Message.Type) throws(Refusal) -> Message {
        let message = try readJSON(type, from: body)
        if let posted = try? readJSON(JSONValue.self, from: body) { ignored.note(posted, readAs: message) }
        return message
    }

    /// The same for a message of which a member that nobody reads would change the sense.
    /// - Throws: `reason`, which names none of them: what should be a value may stand in the place of a name.
    func read<Message: Codable>(
        _ type: Message.Type, refusingUnknownMembersAs reason: RefusalReason
    ) throws(Refusal) -> Message {
        let message = try read(type)
        guard ignored.isEmpty else { throw Refusal(reason) }
        return message
    }

    /// The body as a use case takes it: decoded when the use case asks for it.
    func incoming<Message: Codable & Sendable, Input: Sendable>(
        _ type: Message.Type, as input: @escaping @Sendable (Message) throws -> Input
    ) -> Incoming<Input> {
        Incoming(bodyDigest: bodyDigest) { [self] in try input(try read(Message.self)) }
    }

    /// The same for a message of megabytes, of which the outermost members alone are noted.
    func incoming<Message: LargeRequest & Sendable, Input: Sendable>(
        _ type: Message.Type, as input: @escaping @Sendable (Message) throws -> Input
    ) -> Incoming<Input> {
        Incoming(bodyDigest: bodyDigest) { [body] in
            Message.tokenName.flatMap { JSONMember.text($0, in: body.readableBytesView) }
        } decode: { [self] in
            let read = try readJSON(WithMemberNames<Message>.self, from: body)
            ignored.note(read.names, besides: Message.memberNames)
            return try input(read.message)
        }
    }
}

/// A message with the names of its outermost members.
private struct WithMemberNames<Message: Decodable>: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    let message: Message
    let names: [String]

    init(from decoder: any Decoder) throws {
        message = try Message(from: decoder)
        names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
    }
}
