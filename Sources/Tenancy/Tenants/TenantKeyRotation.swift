internal import OnboardingCore
internal import OnboardingStorage

/// Gives a tenant another key to wrap its data keys, beside a running server.
///
/// New data keys are wrapped under the new key at once; the others follow in batches, a transaction each, while both keys open.
/// Where the process dies, another run goes on: it looks at all data keys again and passes over what is done.
public struct TenantKeyRotation: Sendable {
    /// Between two of them the process may die.
    package enum Step: Equatable, Sendable {
        case begun
        /// - read: how many data keys were looked at.
        case rewrapped(read: Int)
        case ended
    }

    public struct Report: Equatable, Sendable {
        /// How many data keys this run has wrapped anew.
        public let rewrapped: Int
        /// Whether it went on with a rotation that was interrupted.
        public let wasInterrupted: Bool
    }

    package static let batch = 500

    private let data: DataDirectory

    /// On a data directory that is there.
    public init(dataFolder: String, masterKeyFile: String) throws {
        data = try DataDirectory(dataFolder: dataFolder, masterKeyFile: masterKeyFile, makesMissing: false)
    }

    init(data: DataDirectory) {
        self.data = data
    }

    /// - Parameters:
    ///   - name: the tenant's.
    ///   - isCompromised: whether somebody may have the keys before: what the tenant's secrets are sealed under from now on is
    ///     new as well.
    ///   - progress: told how many data keys of all tenants were looked at, and how many there are.
    public func perform(
        tenant name: String, isCompromised: Bool, progress: @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> Report {
        try await perform(
            tenant: name, isCompromised: isCompromised, batch: Self.batch, progress: progress, reach: { _ in })
    }

    /// - Parameter reach: called after each step.
    func perform(
        tenant name: String, isCompromised: Bool, batch: Int, progress: (_ done: Int, _ total: Int) -> Void,
        reach: (Step) throws -> Void
    ) async throws -> Report {
        let tenant = try await data.tenant(name: name).id
        var rewrapped = 0
        let interrupted = try data.keys.rotation(of: tenant)
        if let interrupted {
            rewrapped += try await end(interrupted, batch, progress, reach)
            // One that was begun before anybody knew better leaves the tenant's secrets as they were.
            guard isCompromised, !interrupted.hasNewSecretsKey else {
                return Report(rewrapped: rewrapped, wasInterrupted: true)
            }
        }
        try await data.store.note(
            .keyRotationBegun(key: "tenant", isCompromised: isCompromised), tenant: tenant, at: Instant.now())
        let begun = try await data.keys.beginRotation(of: tenant, renewsSecretsKey: isCompromised)
        try reach(.begun)
        rewrapped += try await end(begun, batch, progress, reach)
        return Report(rewrapped: rewrapped, wasInterrupted: interrupted != nil)
    }

    /// - Returns: how many data keys were wrapped anew.
    private func end(
        _ rotation: WrappingKeyRotation, _ batch: Int, _ progress: (Int, Int) -> Void, _ reach: (Step) throws -> Void
    ) async throws -> Int {
        let total = try await data.keys.dataKeyCount()
        var (read, rewrapped) = (0, 0)
        var last: EnrollmentID?
        repeat {
            let done = try await data.keys.rewrapDataKeys(rotation, after: last, limit: batch)
            (read, rewrapped, last) = (read + done.read, rewrapped + done.rewrapped, done.last)
            if done.read > 0 { progress(read, max(read, total)) }
            try reach(.rewrapped(read: read))
        } while last != nil
        try await data.keys.end(rotation)
        try reach(.ended)
        try await data.store.note(
            .keyRotationEnded(key: "tenant", count: rewrapped), tenant: rotation.tenant, at: Instant.now())
        try await data.keys.forgetReplaced()
        return rewrapped
    }
}
