internal import Foundation
package import OnboardingCore
internal import OnboardingJSON
internal import OnboardingStorage

/// Periods that were shortened by so much that they wait for a day (decision 0135): until then the ones before are in force.
/// A stored configuration has them as its member `pendingRetention`, by the last words of their keys:
///
///     {"registrationRetentionDays":{"daysInForce":3650,"until":"2026-03-03T07:36:25.000Z"}}
package struct PendingRetention: Equatable, Sendable {
    package struct Period: Equatable, Sendable {
        package let daysInForce: Int
        package let until: Instant

        package init(daysInForce: Int, until: Instant) {
            (self.daysInForce, self.until) = (daysInForce, until)
        }
    }

    /// By their places in `RetentionPolicy.keys`.
    package var periods: [Int: Period] = [:]

    package init() {}

    /// Those that still wait.
    package func waiting(at now: Instant) -> PendingRetention {
        var waiting = PendingRetention()
        waiting.periods = periods.filter { $0.value.until > now }
        return waiting
    }
}

extension PendingRetention {
    /// The member of a configuration that has them. Posted, it is passed over.
    static let member = "pendingRetention"

    /// - Throws: an error that names the member where it is none that this program writes.
    init(_ document: JSONValue) throws(ConfigurationValidationError) {
        guard let value = document[Self.member] else { return }
        guard case .object(let members) = value else { throw ConfigurationValidationError(key: Self.member) }
        for (name, period) in members {
            guard let place = RetentionPolicy.names.firstIndex(of: name),
                case .number(let number)? = period["daysInForce"], let days = Int(exactly: number),
                case .string(let text)? = period["until"], let until = Instant(iso8601WithMilliseconds: text)
            else { throw ConfigurationValidationError(key: Self.member) }
            periods[place] = Period(daysInForce: days, until: until)
        }
    }

    /// `document` with these and no others.
    func laid(over document: JSONValue) -> JSONValue {
        guard case .object(var members) = document else { return document }
        members[Self.member] = periods.isEmpty ? nil : json
        return .object(members)
    }

    private var json: JSONValue {
        .object(
            Dictionary(
                periods.map { place, period in
                    (
                        RetentionPolicy.names[place],
                        .object([
                            "daysInForce": .number(Double(period.daysInForce)),
                            "until": .string(period.until.iso8601WithMilliseconds),
                        ])
                    )
                }, uniquingKeysWith: { first, _ in first }))
    }
}

extension RetentionPolicy {
    /// The keys of the periods, in the order of `days`.
    package static let keys = [
        "registrationRetentionDays", "failedRetentionDays", "biometricRetentionDays", "documentRetentionDays",
        "trailRetentionDays",
    ].compactMap { ConfigurationTable.key("onboardingConfig.\($0)") }

    /// Their last words.
    static let names = keys.map { $0.path.last ?? "" }

    /// As a stored document sets them. What is not allowed there counts as the longest.
    init(setBy document: JSONValue) {
        let document = CustomerConfiguration.filled(document)
        let days = Self.keys.map { key -> Int in
            guard let value = document.value(at: key.path), key.values.admit(value), case .number(let days) = value
            else { return Int(key.values.range?.upperBound ?? 0) }
            return Int(days)
        }
        self.init(
            registrationsInDays: days[0], failedInDays: days[1], biometricsInDays: days[2], documentsInDays: days[3],
            trailInDays: days[4])
    }

    /// The same with those that are still in force instead.
    func before(_ pending: PendingRetention, at now: Instant) -> RetentionPolicy {
        let waiting = pending.waiting(at: now).periods
        return RetentionPolicy(days: days.enumerated().map { waiting[$0]?.daysInForce ?? $1 }) ?? self
    }
}

extension Instant {
    /// - Parameter text: `2026-03-02T07:36:25.000Z`
    fileprivate init?(iso8601WithMilliseconds text: String) {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = try? style.parse(text) else { return nil }
        self.init(millisecondsSince1970: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }
}

extension TenantSettings {
    /// The periods that count at an instant.
    package func retention(at now: Instant) -> RetentionPolicy { retention.before(pendingRetention, at: now) }
}

extension DataDirectory {
    /// Half a sentence of each period that is shorter and not in force yet, with the tenant's name and how much is due then.
    package func pendingRetention(at now: Instant) async throws -> [(name: String, sentence: String)] {
        var found: [(name: String, sentence: String)] = []
        for tenant in try await store.tenants() {
            // One that is damaged is told of elsewhere, and serves nobody.
            guard let document = try? await store.configuration(of: tenant.id)?.value,
                let pending = try? PendingRetention(document).waiting(at: now), !pending.periods.isEmpty
            else { continue }
            let then = RetentionPolicy(setBy: document)
            for (place, period) in pending.periods.sorted(by: { $0.key < $1.key }) {
                let due = try await store.overdue(tenant: tenant.id, then.limits(at: period.until)).kinds[place]
                let until = period.until.iso8601WithMilliseconds
                found.append(
                    (
                        tenant.name,
                        "\(RetentionPolicy.names[place]) is \(period.daysInForce) until \(until) and \(then.days[place]) from "
                            + "then on, when \(due) \(DueForecast.names[place]) are due"
                    ))
            }
        }
        return found
    }
}
