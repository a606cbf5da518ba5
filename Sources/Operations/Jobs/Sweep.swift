internal import Casework
package import Logging
package import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Puts aside evidence objects whose step was never committed, and removes what else nothing refers to: failures that no
/// longer count, session ids that were used, keys that were replaced and whose time is over, data keys of erased enrollments
/// that a backup has brought back.
package struct Sweep: PeriodicJob {
    package static let interval = Duration.seconds(3600)
    /// An object is written before its row; this is far longer than any request takes.
    private static let graceInSeconds: Int64 = 3600
    /// Longer than any key is of use after it was replaced.
    private static let retiredKeysStayForSeconds: Int64 = 2 * 86_400

    let cases: Cases
    let clock: @Sendable () -> Instant
    package let logger: Logger
    private let rounds: Rounds

    /// How many objects may be put aside of so many: what crashes leave. More look like a database that was put back to an
    /// older copy.
    private let bound: @Sendable (_ objects: Int) -> Int

    /// Told how many objects were looked at, and nil after the last.
    private let progress: @Sendable (_ done: Int?) -> Void

    /// - Parameters:
    ///   - isBounded: false where an operator has looked and wants all put aside.
    ///   - progress: told how many objects were looked at, and nil after the last.
    package init(
        cases: Cases, clock: @escaping @Sendable () -> Instant, logger: Logger, rounds: Rounds = Rounds(),
        isBounded: Bool = true, progress: @escaping @Sendable (_ done: Int?) -> Void = { _ in }
    ) {
        self.cases = cases
        self.clock = clock
        self.logger = logger
        self.rounds = rounds
        self.progress = progress
        bound = { objects in
            isBounded ? max(10, min(Limit.sweptObjects.value, objects / 100)) : .max
        }
    }

    /// One that an operator runs.
    package init(
        _ configuration: ServerConfiguration, isBounded: Bool, logger: Logger,
        progress: @escaping @Sendable (_ done: Int?) -> Void
    ) throws {
        self.init(
            cases: Cases(
                of: try DataDirectory(
                    dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile,
                    erasureJournal: configuration.erasureJournal, makesMissing: false, migrates: false)),
            clock: { Instant.now() }, logger: logger, isBounded: isBounded, progress: progress)
    }

    package func round() async throws {
        let now = clock()
        let removingBefore =
            try await ClockTrust(store: cases.store).holds(at: now)
            ? now.adding(seconds: -Limit.quarantine.seconds) : Instant(millisecondsSince1970: 0)
        let swept = try await cases.evidence.sweep(
            olderThan: now.adding(seconds: -Self.graceInSeconds), removingBefore: removingBefore, at: now,
            in: cases.store, bound: bound, progress: progress)
        progress(nil)
        rounds.objectsLeftLying = swept.tooMany
        log(swept)
        let erasedAgain = try await cases.erasePerson.eraseRestoredKeys()
        if erasedAgain > 0 {
            logger.notice("erasures repeated", metadata: ["enrollments": "\(erasedAgain)"])
        }
        try await cases.store.deleteSpent(before: now.adding(seconds: -Limit.usedSessionMemory.seconds))
        try await cases.store.deleteSecrets(
            retiredBefore: now.adding(seconds: -Self.retiredKeysStayForSeconds), except: [ServerKeys.receiptKind],
            at: now)
        rounds.note(.sweep, at: clock())
    }

    private func log(_ swept: EvidenceSweep) {
        if swept.putAside > 0 || swept.putBack > 0 || swept.removed > 0 {
            logger.notice(
                "evidence without a row put aside",
                metadata: [
                    "objects": "\(swept.putAside)", "back": "\(swept.putBack)", "removed": "\(swept.removed)",
                ])
        }
        if swept.tooMany > 0 {
            logger.error(
                "evidence without a row is too much to be what crashes leave: is the database an older copy? `onboarding sweep --all` puts it aside",
                metadata: ["objects": "\(swept.tooMany)"])
        }
    }
}
