internal import Onboarding
package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// The erasure of a person that an operator asks for at the desk: the same as a client's, once they have typed whose it is.
package struct EraseCase: Sendable {
    let cases: Cases
    let enrollments: Enrollments

    /// How much of an enrollment's identifier tells it from others, where it has no registration code.
    private static let shortLength = 8

    /// What an erasure would take.
    package struct Plan: Sendable {
        package struct Attempt: Equatable, Sendable {
            package let id: String
            package let state: EnrollmentStanding.State
            package let begunAt: Instant
            package let isHeld: Bool
        }

        package let id: String
        /// The enrollments of the person: the one that was asked for, then the others.
        package let attempts: [Attempt]
        /// What has to be typed: the registration code, or else how the identifier begins.
        package let confirmation: String

        /// A legal hold on one of them keeps all.
        package var isHeld: Bool { attempts.contains(where: \.isHeld) }

        func isConfirmed(by typed: String?) -> Bool {
            (typed ?? "").filter { !$0.isWhitespace }.lowercased() == confirmation.lowercased()
        }
    }

    package enum Result: Equatable, Sendable {
        case erased
        /// Somebody else was faster.
        case erasedBefore
        /// What was typed is not what it is called.
        case notConfirmed
        case held
    }

    /// - Returns: nil for one that was erased.
    /// - Throws: `enrollmentUnknown`, `roleMissing`, `scopeMissing`.
    package func plan(_ id: String?, by principal: Principal, at now: Instant) async throws -> Plan? {
        try principal.require(right: .erase)
        let found = try await cases.case(id, by: principal)
        guard found.erasedAt == nil, let stored = try await cases.store.enrollment(found.id) else { return nil }
        let held = Set(try await cases.store.holds(tenant: principal.tenant.id).map(\.enrollmentID))
        var attempts: [Plan.Attempt] = []
        for id in [found.id] + (try await cases.store.enrollments(beside: found.id).map(\.id)) {
            // Erased since it was listed.
            guard let standing = EnrollmentStanding(of: try await cases.store.events(of: id), now: now) else {
                continue
            }
            attempts.append(
                Plan.Attempt(
                    id: id.text, state: standing.state, begunAt: standing.begunAt, isHeld: held.contains(id)))
        }
        return Plan(
            id: found.id.text, attempts: attempts,
            confirmation: stored.enrollment.code ?? String(found.id.text.prefix(Self.shortLength)))
    }

    /// The certificate of what was erased, for whoever may erase.
    /// - Throws: `enrollmentUnknown`, `roleMissing`, `scopeMissing`.
    package func certificate(_ id: String?, by principal: Principal) async throws -> String {
        try principal.require(right: .erase)
        return try await enrollments.certificate(id, by: principal).certificates.joined(separator: "\n")
    }

    /// - Parameter typed: by the operator.
    /// - Throws: as `plan`.
    package func perform(
        _ id: String?, typed: String?, by principal: Principal, at now: Instant
    ) async throws -> Result {
        guard let plan = try await plan(id, by: principal, at: now) else { return .erasedBefore }
        guard plan.isConfirmed(by: typed) else { return .notConfirmed }
        do {
            _ = try await enrollments.erase(plan.id, by: principal, at: now)
            return .erased
        } catch StorageError.held {
            return .held
        } catch let refusal as Refusal where refusal.reason == .enrollmentUnknown {
            return .erasedBefore
        }
    }
}
