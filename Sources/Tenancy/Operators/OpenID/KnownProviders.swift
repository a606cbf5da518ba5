internal import OnboardingCore
internal import OnboardingCrypto
internal import Synchronization

/// What providers have said of themselves and their keys, for an hour. Of a provider that does not respond this is remembered
/// for some seconds, so that many who want to sign in do not wait for it one after the other.
final class KnownProviders: Sendable {
    private struct Entry {
        let description: Result<ProviderDescription, ProviderFailure>
        var keys: JSONWebKeySet?
        let fetchedAt: Instant
        var keysFetchedAt: Instant
    }

    private static let failureLifeInSeconds: Int64 = 5

    private let exchange: ProviderExchange
    private let entries = Mutex<[String: Entry]>([:])
    private let flights = SingleFlight()

    init(exchange: @escaping ProviderExchange) {
        self.exchange = exchange
    }

    func description(of issuer: String, at now: Instant) async throws(ProviderFailure) -> ProviderDescription {
        if let known = known(issuer, at: now) { return try known.get() }
        return try await flight("description \(issuer)") { () async throws(ProviderFailure) in
            if let known = known(issuer, at: now) { return try known.get() }
            let result: Result<ProviderDescription, ProviderFailure>
            do throws(ProviderFailure) {
                result = .success(try await fetchDescription(of: issuer))
            } catch {
                result = .failure(error)
            }
            keep(Entry(description: result, keys: nil, fetchedAt: now, keysFetchedAt: now), of: issuer)
            return try result.get()
        }
    }

    /// - Parameter isAnew: whether they are fetched also where they are known: a token names one that is not among them.
    func keys(
        of issuer: String, anew isAnew: Bool = false, at now: Instant
    ) async throws(ProviderFailure) -> JSONWebKeySet {
        if !isAnew, let keys = knownKeys(of: issuer, at: now) { return keys }
        let description = try await description(of: issuer, at: now)
        return try await flight("keys \(issuer)") { () async throws(ProviderFailure) in
            if !isAnew, let keys = knownKeys(of: issuer, at: now) { return keys }
            let response = try await exchange(ProviderRequest(url: description.keySet))
            guard response.status == 200 else { throw .statusUnexpected }
            guard ProviderDocument(response.body) != nil, let keys = JSONWebKeySet(json: response.body) else {
                throw .keysInvalid
            }
            entries.withLock { entries in
                entries[issuer]?.keys = keys
                entries[issuer]?.keysFetchedAt = now
            }
            return keys
        }
    }

    private func fetchDescription(of issuer: String) async throws(ProviderFailure) -> ProviderDescription {
        guard let url = ProviderURL(issuer: issuer)?.discovery else { throw .noProvider }
        let response = try await exchange(ProviderRequest(url: url))
        guard response.status == 200 else { throw .statusUnexpected }
        return try ProviderDescription(response.body, issuer: issuer)
    }

    private func known(_ issuer: String, at now: Instant) -> Result<ProviderDescription, ProviderFailure>? {
        guard let entry = entries.withLock({ $0[issuer] }) else { return nil }
        let isFailure = if case .failure = entry.description { true } else { false }
        let life = isFailure ? Self.failureLifeInSeconds : Limit.providerLife.seconds
        return Self.counts(entry.fetchedAt, for: life, at: now) ? entry.description : nil
    }

    private func knownKeys(of issuer: String, at now: Instant) -> JSONWebKeySet? {
        guard let entry = entries.withLock({ $0[issuer] }),
            Self.counts(entry.keysFetchedAt, for: Limit.providerLife.seconds, at: now)
        else { return nil }
        return entry.keys
    }

    /// Also where the clock was set back it counts no longer than that.
    private static func counts(_ fetched: Instant, for seconds: Int64, at now: Instant) -> Bool {
        now < fetched.adding(seconds: seconds) && fetched < now.adding(seconds: seconds)
    }

    private func keep(_ entry: Entry, of issuer: String) {
        entries.withLock { entries in
            if entries[issuer] == nil, entries.count >= Limit.knownProviders.value { entries.removeAll() }
            entries[issuer] = entry
        }
    }

    /// `SingleFlight` knows no types of errors.
    private func flight<Value: Sendable>(
        _ key: String, _ work: () async throws(ProviderFailure) -> Value
    ) async throws(ProviderFailure) -> Value {
        let result: Result<Value, ProviderFailure> = await flights.run(key) {
            do throws(ProviderFailure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
