package import HTTPTypes
package import OnboardingCore
package import OnboardingCrypto
internal import Synchronization
internal import Tenancy

/// Verifies that senders hold the keys of their tokens (DPoP, RFC 9449): each proof once, for one request, with a nonce that this
/// process gave out lately. The nonce stands for the time, so that no phone is refused for its clock.
package final class PossessionProofs: Sendable {
    private struct Used {
        var window: Int64 = 0
        var present: Set<[UInt8]> = []
        var former: Set<[UInt8]> = []
    }

    /// Nonces and proofs are good in the window that they are of and in the next.
    private static let windowInSeconds = Limit.proofLife.seconds / 2

    /// Nil where the system has no randomness: no nonce is good then.
    private let secret = try? Random.bytes(Digest.byteCount)
    private let used = Mutex(Used())

    package init() {}

    /// What the next proofs have to name.
    func nonce(at now: Instant) -> String? { nonce(of: Self.window(at: now)) }

    /// - Parameters:
    ///   - urls: as any of which the sender may know the address that it asks, without the query.
    /// - Throws: `proofNonce` where it names none that is good; `proofInvalid` for anything else that is wrong.
    func verify(
        _ field: String, method: String, urls: [String], at now: Instant
    ) throws(Refusal) -> PossessionProof {
        guard let proof = try? PossessionProof(compact: field), proof.method == method, urls.contains(proof.url) else {
            throw Refusal(.proofInvalid)
        }
        let window = Self.window(at: now)
        guard let named = proof.nonce, named == nonce(of: window) || named == nonce(of: window - 1) else {
            throw Refusal(.proofNonce)
        }
        try remember(Digest.sha256(proof.thumbprint + proof.identifier.utf8), in: window)
        return proof
    }

    private func remember(_ proof: [UInt8], in window: Int64) throws(Refusal) {
        let isNew = used.withLock { used in
            if used.window != window {
                used.former = used.window == window - 1 ? used.present : []
                (used.present, used.window) = ([], window)
            }
            guard !used.present.contains(proof), !used.former.contains(proof) else { return false }
            // Anybody can make proofs by keys of their own: to refuse others for that would let one sender lock out all.
            if used.present.count >= Limit.rememberedProofs.value / 2 { used.present.removeAll() }
            used.present.insert(proof)
            return true
        }
        guard isNew else { throw Refusal(.proofInvalid) }
    }

    private func nonce(of window: Int64) -> String? {
        secret.map { secret in
            Base64URL.encode(
                Array(MessageAuthenticationCode.hmacSHA256(key: secret, message: Array("\(window)".utf8)).prefix(16)))
        }
    }

    private static func window(at now: Instant) -> Int64 { now.secondsSince1970 / windowInSeconds }
}

extension HTTPField.Name {
    package static let proof = named("DPoP")
    package static let proofNonce = named("DPoP-Nonce")
}
