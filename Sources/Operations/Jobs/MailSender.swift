internal import Casework
package import Logging
internal import Mail
internal import NIOPosix
package import Onboarding
package import OnboardingCore
package import OnboardingStorage
internal import ServiceLifecycle
internal import Synchronization
package import Tenancy

/// Sends the messages that wait, some at a time, each on a thread of its own, because libcurl blocks it.
///
/// A message is marked before its first byte leaves, and once more when the mail server has taken it. Where this process ends
/// between the two, nobody knows whether it was taken, and the next start sends it again under the same Message-ID: never lost, and
/// twice in that one window alone (decision 0093).
package struct MailSender: Service {
    let store: any Store
    let keys: any KeyStore
    /// Nil where the server was told of no mail server: then what waits is given up when its link ends.
    let setup: MailSetup?
    let clock: @Sendable () -> Instant
    let metrics: Metrics
    let logger: Logger
    let errors: ThrottledLog

    private let places = Places(Limit.mailConnections.value)

    /// How often the database is asked for what is due.
    private static let look = Duration.milliseconds(500)
    /// Until what became of a message is written again, where that failed.
    private static let pause = Duration.seconds(1)

    package init(
        store: any Store, keys: any KeyStore, setup: MailSetup?, clock: @escaping @Sendable () -> Instant,
        metrics: Metrics, logger: Logger
    ) {
        self.store = store
        self.keys = keys
        self.setup = setup
        self.clock = clock
        self.metrics = metrics
        self.logger = logger
        errors = ThrottledLog(logger)
    }

    package func run() async throws {
        let (threads, stop) = (NIOThreadPool(numberOfThreads: Limit.mailConnections.value), MailStop())
        threads.start()
        await cancelWhenGracefulShutdown {
            await withTaskCancellationHandler {
                await serve(on: threads, stop)
            } onCancel: {
                stop.stop()
            }
        }
        try await threads.shutdownGracefully()
    }

    private func serve(on threads: NIOThreadPool, _ stop: MailStop) async {
        var isReleased = false
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    if !isReleased { try await release() }
                    isReleased = true
                    for mail in try await store.dueMail(at: clock(), limit: places.free) where places.take() {
                        group.addTask {
                            defer { places.give() }
                            await look(at: mail) { await Self.reply(to: $0, by: $1, on: threads, stop) }
                        }
                    }
                } catch {
                    errors.error("mail not looked at", error)
                }
                try? await Task.sleep(for: Self.look)
            }
        }
    }

    /// Has what an earlier process was sending wait again.
    func release() async throws {
        let count = try await store.releaseMail()
        if count > 0 { logger.warning("mail may be sent twice", metadata: ["messages": "\(count)"]) }
    }

    /// Sends one message that is due, or gives it up.
    /// - Parameter hand: gives it to the mail server, and says what that replied.
    func look(at mail: MailRow, _ hand: (MailMessage, MailServer) async -> MailReply) async {
        do {
            guard mail.expiresAt > clock() else { return try await giveUp(mail, .expired, counted: .expired) }
            guard let setup else { return }
            // Erased since: the row is gone, or goes at this moment.
            guard let stored = try await store.enrollment(mail.enrollmentID) else { return }
            let message: MailMessage?
            do {
                message = try setup.message(of: mail, in: stored, keys: keys)
            } catch StorageError.keyMissing {
                return
            } catch StorageError.storedValueInvalid {
                return try await giveUp(mail, .unreadable, counted: .unreadable)
            }
            guard let message else { return try await giveUp(mail, .unneeded, counted: .unneeded) }
            guard try await store.beginSending(mail, at: clock()) else { return }
            await settle(mail, await hand(message, setup.server))
        } catch {
            errors.error("mail not sent", error, metadata: ["enrollment": "\(mail.enrollmentID.text)"])
        }
    }

    /// Not ended by the cancellation of the task: a message that was begun is waited for, as long as `MailStop` lets it.
    private static func reply(
        to message: MailMessage, by server: MailServer, on threads: NIOThreadPool, _ stop: MailStop
    ) async -> MailReply {
        await withCheckedContinuation { continuation in
            threads.submit { state in
                guard case .active = state else { return continuation.resume(returning: .stopped) }
                continuation.resume(
                    returning: server.send(
                        message.bytes, to: message.recipient, within: Int32(Limit.mailTime.value), stop: stop))
            }
        }
    }

    private func giveUp(_ mail: MailRow, _ failure: MailFailure, counted attempt: MailAttempt) async throws {
        try await store.settle(mail, as: .givenUp(cause: failure.rawValue), at: clock())
        metrics.count(attempt)
        log(mail, attempt, code: nil)
    }

    /// Notes what the mail server said, however long it takes until that can be written: a message that was taken must not be
    /// sent again because the disk was full.
    private func settle(_ mail: MailRow, _ reply: MailReply) async {
        let attempt = MailAttempt(reply)
        metrics.count(attempt)
        if attempt != .taken { log(mail, attempt, code: reply.code) }
        let settlement = settlement(of: mail, reply)
        if settlement == .givenUp(cause: MailFailure.expired.rawValue) { metrics.count(MailAttempt.expired) }
        while true {
            do {
                return try await store.settle(mail, as: settlement, at: clock())
            } catch {
                errors.error("mail not settled", error, metadata: ["enrollment": "\(mail.enrollmentID.text)"])
                guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
            }
        }
    }

    private func settlement(of mail: MailRow, _ reply: MailReply) -> MailSettlement {
        let now = clock()
        switch reply {
        case .taken: return .sent
        case .stopped: return .waits(until: now)
        case .refused, .notServed, .loginDenied, .notSecure, .unreachable, .libraryMissing, .failed: break
        }
        guard reply.mayPass else { return .givenUp(cause: MailFailure.refused.rawValue) }
        let next = MailSchedule.next(
            after: mail.attempts + 1, at: now, until: mail.expiresAt, random: .random(in: 0...1))
        return next.map(MailSettlement.waits) ?? .givenUp(cause: MailFailure.expired.rawValue)
    }

    /// - Parameter code: of the mail server's reply. Its words may name the recipient.
    private func log(_ mail: MailRow, _ attempt: MailAttempt, code: Int?) {
        var metadata: Logger.Metadata = [
            "enrollment": "\(mail.enrollmentID.text)", "cause": "\(attempt.rawValue)",
            "attempt": "\(mail.attempts + 1)",
        ]
        if let code { metadata["code"] = "\(code)" }
        logger.warning("mail not taken", metadata: metadata)
    }
}

/// How many more messages may be on their way.
private final class Places: Sendable {
    private let count: Mutex<Int>

    init(_ count: Int) {
        self.count = Mutex(count)
    }

    var free: Int { count.withLock { $0 } }

    func take() -> Bool {
        count.withLock { count in
            guard count > 0 else { return false }
            count -= 1
            return true
        }
    }

    func give() {
        count.withLock { $0 += 1 }
    }
}

extension MailAttempt {
    fileprivate init(_ reply: MailReply) {
        self =
            switch reply {
            case .taken: .taken
            case .refused: reply.mayPass ? .deferred : .refused
            case .notServed: .notServed
            case .loginDenied: .loginDenied
            case .notSecure: .notSecure
            case .unreachable: .unreachable
            case .stopped: .stopped
            case .libraryMissing: .libraryMissing
            case .failed: .failed
            }
    }
}

extension MailReply {
    fileprivate var code: Int? {
        switch self {
        case .refused(let code), .notServed(let code): code
        case .taken, .loginDenied, .notSecure, .unreachable, .stopped, .libraryMissing, .failed: nil
        }
    }
}
