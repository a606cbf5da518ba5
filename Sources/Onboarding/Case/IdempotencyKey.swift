internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
internal import Synchronization
package import Tenancy

/// What a client calls a request by that it may have to repeat (draft-ietf-httpapi-idempotency-key-header-07): the same key
/// with the same request gets the same response within a day, and nothing is begun twice.
package struct IdempotencyKey: Equatable, Sendable {
    let text: String

    /// - Parameter field: the value of the header: a string of RFC 8941 §3.3.3, in quotation marks, or, as many clients send it,
    ///   the same without them.
    package init(field: String) throws(Refusal) {
        let isQuoted = field.count >= 2 && field.hasPrefix("\"") && field.hasSuffix("\"")
        text = String(isQuoted ? field.dropFirst().dropLast() : field[...])
        // A mark or a stroke within would have to be escaped.
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
        guard isPlain, (1...Limit.idempotencyKey.value).contains(text.utf8.count) else {
            throw Refusal(.idempotencyKeyInvalid)
        }
    }
}

/// A request that has an idempotency key, as it is looked up and stored.
package struct KeyedRequest: Sendable {
    let keyDigest: [UInt8]
    let requestDigest: [UInt8]
    /// Since when the key counts.
    let since: Instant

    /// - Parameter result: JSON.
    func write(_ result: [UInt8], of id: EnrollmentID, under dataKey: SealingKey) throws -> KeyedResultWrite {
        KeyedResultWrite(
            keyDigest: keyDigest, requestDigest: requestDigest,
            sealedResult: try dataKey.seal(result, associated: Self.label(id, keyDigest)), isFreeBefore: since)
    }

    func open<Result: Decodable>(_ stored: StoredKeyedResult, under dataKey: SealingKey) throws -> Result {
        let json = try dataKey.open(stored.sealed, associated: Self.label(stored.enrollmentID, keyDigest))
        return try JSONDecoder().decode(Result.self, from: Data(json))
    }

    private static func label(_ id: EnrollmentID, _ keyDigest: [UInt8]) -> [UInt8] {
        [UInt8]("keyed result:\(id.text):\(Hexadecimal.encode(keyDigest))".utf8)
    }
}

/// The keys of requests that are being worked on.
final class IdempotencyKeysInUse: Sendable {
    private let digests = Mutex<Set<[UInt8]>>([])

    /// - Returns: false where it is in use.
    func insert(_ digest: [UInt8]) -> Bool { digests.withLock { $0.insert(digest).inserted } }

    func remove(_ digest: [UInt8]) { digests.withLock { _ = $0.remove(digest) } }
}

extension Cases {
    /// Does `work`, unless the same client asked for the same under this key before: then it gets what it got.
    /// - Parameters:
    ///   - key: nil where the client named none.
    ///   - work: stores its result by the request that it is given, in the transaction that does what was asked. What begins
    ///     nothing stores nothing.
    func once<Result: StepResult>(
        _ key: IdempotencyKey?, _ operation: String, bodyDigest: [UInt8], by principal: Principal, at now: Instant,
        _ work: (KeyedRequest?) async throws -> Result
    ) async throws -> Result {
        guard let key else { return try await work(nil) }
        let request = try keyed(key, operation, bodyDigest: bodyDigest, by: principal, at: now)
        guard keysInUse.insert(request.keyDigest) else { throw Self.keyIsInUse }
        defer { keysInUse.remove(request.keyDigest) }
        let stored = try await store.keyedResult(
            tenant: principal.tenant.id, keyDigest: request.keyDigest, since: request.since)
        guard let stored else {
            do {
                return try await work(request)
            } catch StorageError.idempotencyKeyTaken {
                // Another process was faster.
                throw Self.keyIsInUse
            }
        }
        guard stored.requestDigest == request.requestDigest else { throw Refusal(.idempotencyKeyReused) }
        return try request.open(stored, under: try keys.dataKey(of: stored.enrollmentID, tenant: principal.tenant.id))
    }

    private static let keyIsInUse = Refusal(.idempotencyKeyInUse, retryAfterInSeconds: 1)

    /// A key is its sender's own: a phone's says nothing of the portal's, nor of another phone's, nor an operator's.
    private func keyed(
        _ key: IdempotencyKey, _ operation: String, bodyDigest: [UInt8], by principal: Principal, at now: Instant
    ) throws -> KeyedRequest {
        let sender: [UInt8] =
            switch principal.role {
            case .phone(let sessionDigest): sessionDigest
            case .operator(let person): [UInt8]("operator \(person.id.text)".utf8)
            case .client, .apiKeyHolder: []
            }
        func digest(_ value: [UInt8], _ field: String) throws -> [UInt8] {
            try keys.lookupDigest(of: value, field: field, tenant: principal.tenant.id)
        }
        return KeyedRequest(
            keyDigest: try digest(Digest.sha256(sender) + [UInt8](key.text.utf8), "idempotency key"),
            requestDigest: try digest([UInt8](operation.utf8) + bodyDigest, "keyed request"),
            since: now.adding(seconds: -Limit.idempotencyKeyLife.seconds))
    }
}
