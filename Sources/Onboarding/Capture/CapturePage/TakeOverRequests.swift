internal import OnboardingCore
internal import Synchronization

/// Devices that ask to go on in the place of the one that has the right. A person answers on that one, and sees the same digits
/// on both (decision 0116). In memory: who asked before a restart asks again.
final class TakeOverRequests: Sendable {
    struct Asked: Sendable {
        /// Of what the device holds that asks.
        let digest: [UInt8]
        let keyThumbprint: [UInt8]?
        let code: String
        let until: Instant
        var isDeclined = false
    }

    private static let codeDigits = 6

    /// By the digest of the right that is asked for.
    private let asked = Mutex([[UInt8]: Asked]())

    /// What a device asked for a right before; nil where it did not, or its time is over.
    func request(of digest: [UInt8], for right: [UInt8], at now: Instant) -> Asked? {
        asked.withLock { asked in
            asked[right].flatMap { $0.digest == digest && now < $0.until ? $0 : nil }
        }
    }

    /// Asks for a right. Whoever asks while another does is refused: the person would see two codes.
    /// - Returns: nil where another asks already, or too many do.
    func ask(
        for right: [UInt8], digest: [UInt8], keyThumbprint: [UInt8]?, at now: Instant,
        random: () -> UInt32 = { .random(in: 0..<1_000_000) }
    ) -> Asked? {
        asked.withLock { asked in
            if let present = asked[right], now < present.until { return nil }
            if asked.count >= Limit.takeOvers.value { asked = asked.filter { now < $0.value.until } }
            guard asked.count < Limit.takeOvers.value else { return nil }
            let digits = String(random())
            let new = Asked(
                digest: digest, keyThumbprint: keyThumbprint,
                code: String(repeating: "0", count: max(0, Self.codeDigits - digits.count)) + digits,
                until: now.adding(seconds: Limit.takeOverLife.seconds))
            asked[right] = new
            return new
        }
    }

    /// Who asks for a right and was not answered; nil where nobody does.
    func pending(for right: [UInt8], at now: Instant) -> Asked? {
        asked.withLock { asked in
            asked[right].flatMap { now < $0.until && !$0.isDeclined ? $0 : nil }
        }
    }

    /// What was asked by these digits, once.
    func answer(_ code: String, for right: [UInt8], allows: Bool, at now: Instant) -> Asked? {
        asked.withLock { asked in
            guard var present = asked[right], now < present.until, !present.isDeclined, present.code == code else {
                return nil
            }
            if allows {
                asked[right] = nil
            } else {
                present.isDeclined = true
                asked[right] = present
            }
            return present
        }
    }
}
