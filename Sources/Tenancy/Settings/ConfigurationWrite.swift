internal import OnboardingCore
internal import OnboardingJSON
internal import OnboardingStorage

/// Changes a stored configuration, and lets no slip of the hand erase what was to be kept: a shorter period that makes much due
/// is refused until the number is repeated, and waits for a day even then (decision 0135).
struct ConfigurationWrite: Sendable {
    let store: any Store
    let tenant: TenantID
    let now: Instant

    /// What a posted document makes of a stored one; throws what it is refused for.
    typealias Making = @Sendable (_ posted: JSONValue, _ stored: JSONValue) throws -> JSONValue

    /// Somebody else may change it meanwhile.
    private static let attempts = 32

    /// - Parameters:
    ///   - isAgreed: whether the number was repeated by whoever proposed the change.
    ///   - permitting: throws where it may not be done, as the last thing before it is.
    /// - Throws: `retentionUnconfirmed`; what `making` and `permitting` throw.
    func perform(
        _ posted: JSONValue, isAgreed: Bool = false, making: Making,
        permitting: @Sendable (_ stored: JSONValue, _ result: JSONValue) throws -> Void = { _, _ in }
    ) async throws -> (before: JSONValue, after: JSONValue) {
        for _ in 0..<Self.attempts {
            let stored = try await stored
            let result = try await result(of: posted, on: stored, isAgreed: isAgreed, making: making)
            try permitting(stored, result)
            do {
                let after = try await store.changeConfiguration(of: tenant, at: now) { present in
                    guard present == stored else { throw Overtaken() }
                    return result
                }
                return (stored, after)
            } catch is Overtaken { continue }
        }
        throw Refusal(shortOf: .contention, retryAfterInSeconds: 1)
    }

    /// What a change would make due, confirmed or not.
    func forecast(of posted: JSONValue, making: Making) async throws -> DueForecast {
        let stored = try await stored
        let step = try RetentionStep(from: stored, to: try making(posted, stored), at: now)
        return try await DueForecast(of: step, tenant: tenant, in: store, at: now)
    }

    /// Refuses what `perform` would refuse for what it makes due.
    func checkDue(of posted: JSONValue, making: Making) async throws {
        _ = try await result(of: posted, on: try await stored, isAgreed: false, making: making)
    }

    private struct Overtaken: Error {}

    private var stored: JSONValue {
        get async throws {
            guard let row = try await store.configuration(of: tenant) else { throw StorageError.unknownSubject }
            return try row.value
        }
    }

    private func result(
        of posted: JSONValue, on stored: JSONValue, isAgreed: Bool, making: Making
    ) async throws -> JSONValue {
        let confirmed = try DueForecast.confirmed(in: posted)
        let result = try making(posted, stored)
        if result == stored { return stored }
        let step = try RetentionStep(from: stored, to: result, at: now)
        let forecast = try await DueForecast(of: step, tenant: tenant, in: store, at: now)
        guard isAgreed || !forecast.isMuch || forecast.isConfirmed(by: confirmed) else {
            throw Refusal(unconfirmed: forecast)
        }
        return step.pending(waits: forecast.isMuch, at: now).laid(over: result)
    }
}
