internal import Casework
internal import OnboardingCore

/// Somebody registered who came back, as a row of a table.
struct AuthenticationRow {
    let href: String
    let begun: ShownTime
    let endedAt: String
    let purpose: String
    let mark: CaseMark
    /// Why it ended so, and what was refused last; nil where there is nothing to say.
    let reason: String?
    let attempts: String
    let device: String

    init(_ line: AuthenticationLine, base: String, _ format: CaseFormat) {
        let words = format.words
        href = "\(base)/desk/authentications/\(line.id)"
        begun = ShownTime(line.begunAt, words)
        endedAt = line.endedAt.map(format.time) ?? "–"
        purpose = format.name(line.purpose.rawValue, in: "authentications.purposes")
        mark = CaseMark(of: line.state, format)
        reason = Self.reason(line, format)
        attempts = Self.attempts(line, format)
        let parts = [
            line.device.map { format.name($0.rawValue, in: "authentications.device") },
            line.deviceChange.map { format.name($0.rawValue, in: "authentications.changes") },
        ].compactMap(\.self)
        device = parts.isEmpty ? words("case.authentications.noDevice") : parts.joined(separator: "; ")
    }

    static func attempts(_ line: AuthenticationLine, _ format: CaseFormat) -> String {
        let attempts = format.number(line.attempts)
        return line.mostAttempts.map {
            format.words("case.authentications.attempts", ["n": attempts, "most": format.number($0)])
        } ?? attempts
    }

    static func reason(_ line: AuthenticationLine, _ format: CaseFormat) -> String? {
        let refused = line.lastRefused.map { refused in
            switch refused {
            case .device(let decision): format.name(decision.rawValue, in: "authentications.device")
            case .face(let decision): CapturesShown.face(decision.rawValue, format)
            case .document(let decision): format.name(decision.rawValue, in: "documentDecisions")
            }
        }
        let parts = [line.failure.map { format.name($0.rawValue, in: "authentications.failures") }, refused]
            .compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

extension CaseMark {
    /// Of an authentication.
    init(of state: EnrollmentStanding.State, _ format: CaseFormat) {
        let kind =
            switch state {
            case .complete: "good"
            case .failed: "bad"
            case .expired: "warn"
            case .pending, .cancelled: "none"
            }
        self.init(kind: kind, word: format.words("desk.state.\(state.rawValue)"))
    }
}
