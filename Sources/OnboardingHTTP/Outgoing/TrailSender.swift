internal import Logging
internal import OnboardingCore
internal import Operations
internal import ServiceLifecycle
internal import Tenancy

/// Sends the audit trail to a receiver of syslog messages: one batch after another over one connection, and after its end over the
/// next. Whatever waits when the server stops is sent by the next start.
struct TrailSender: Service {
    let forwarding: TrailForwarding
    let receiver: SyslogReceiver
    let clock: @Sendable () -> Instant
    let logger: Logger
    let errors: ThrottledLog

    /// How often the database is asked for what is new.
    private static let look = Duration.milliseconds(250)
    /// Until what was sent is noted again, where that failed.
    private static let pause = Duration.seconds(1)

    init(
        forwarding: TrailForwarding, receiver: SyslogReceiver, clock: @escaping @Sendable () -> Instant, logger: Logger
    ) {
        self.forwarding = forwarding
        self.receiver = receiver
        self.clock = clock
        self.logger = logger
        errors = ThrottledLog(logger)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var failures = 0
            while !Task.isCancelled {
                // A connection that ends again and again right after its beginning is no success.
                failures = await connect() > Limit.syslogRest.duration * 2 ? 1 : failures + 1
                try? await Task.sleep(for: SyslogSchedule.pause(after: failures, random: .random(in: 0...1)))
            }
        }
    }

    /// Returns when the connection has ended.
    /// - Returns: for how long there was one.
    private func connect() async -> Duration {
        let connection: SyslogConnection
        do {
            connection = try await SyslogConnection.open(to: receiver)
        } catch {
            log(error)
            return .zero
        }
        let beginning = ContinuousClock().now
        logger.info("audit trail connected", metadata: ["receiver": "\(forwarding.receiver)"])
        do {
            try await forward(over: connection)
        } catch {
            log(error)
        }
        await connection.close()
        return ContinuousClock().now - beginning
    }

    private func forward(over connection: SyslogConnection) async throws {
        var sent = try await forwarding.standing().sent
        var cursor = TrailForwarding.beginning(after: sent)
        // Up to where it counts as sent if the connection stays, and since when that is waited for.
        var resting: (end: Int, since: ContinuousClock.Instant)?
        while connection.isOpen {
            let standing = try await forwarding.standing()
            if standing.sent != sent {
                // Somebody wants it sent again from there on.
                (sent, resting) = (standing.sent, nil)
                cursor = min(cursor, sent)
            }
            if let rested = resting, ContinuousClock().now - rested.since >= Limit.syslogRest.duration {
                if try await settle(from: sent, to: rested.end) { sent = rested.end }
                resting = nil
                continue
            }
            if resting == nil, cursor > sent { resting = (cursor, ContinuousClock().now) }
            guard cursor < standing.length, let batch = try await forwarding.batch(after: cursor) else {
                try await Task.sleep(for: Self.look)
                continue
            }
            try await connection.send(batch.bytes)
            cursor = batch.end
        }
        throw SyslogConnection.Failure.ended
    }

    /// However long it takes until that can be written: what was sent must not be sent again and again because the disk is full.
    private func settle(from start: Int, to end: Int) async throws -> Bool {
        while true {
            do {
                return try await forwarding.settle(from: start, to: end, at: clock())
            } catch {
                errors.error("audit trail not noted as sent", error)
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    private func log(_ error: any Error) {
        let metadata: Logger.Metadata = ["receiver": "\(forwarding.receiver)"]
        switch error {
        case is CancellationError: break
        case let failure as SyslogConnection.Failure:
            logger.warning("audit trail not sent", metadata: metadata.merging(["cause": "\(failure.rawValue)"]) { $1 })
        case let error as ConfigurationError:
            logger.warning("audit trail not sent", metadata: metadata.merging(["cause": "\(error)"]) { $1 })
        default: errors.error("audit trail not sent", error, metadata: metadata)
        }
    }
}
