/// One thing that is counted of cases. A case counts once for each figure that it has, and each figure is what a condition of the
/// list of cases asks for, so that a number and the cases behind it agree.
package enum CaseFigure: Hashable, Sendable {
    case state(EnrollmentStanding.State)
    /// It was registered by the tenant's client. Such a case has no duration, because nobody took any time.
    case handedIn
    /// How a check stands that was judged.
    case judged(RequiredCheck, passed: Bool)
    /// A face or document that passed, at which capture; `mostCaptures` stands for itself and all beyond.
    case captures(RequiredCheck, Int)
    /// It ended for it, or a check was refused for it on the way.
    case reason(EnrollmentReason)
    /// Of the last face that had a score: tens of its percent.
    case liveness(band: Int)
    /// Of the last comparison of face and portrait: tens of its tenths.
    case portrait(band: Int)
    /// From the beginning to the end, of one that ended: see `twoDigits`.
    case duration(isComplete: Bool, seconds: Int)

    package static let mostCaptures = 5
    private static let mostSeconds = 990_000

    /// Seconds rounded down to their two leading digits, so that all durations there are have some 400 values, each less than
    /// a tenth off. Whatever takes longer than eleven days counts as that.
    package static func twoDigits(_ seconds: Int) -> Int {
        var unit = 1
        let seconds = min(max(0, seconds), mostSeconds)
        while seconds / unit >= 100 { unit *= 10 }
        return seconds / unit * unit
    }

    /// All of a case but its reasons, which outlast the moment and are counted one by one.
    /// - Parameters:
    ///   - liveness: whole percent.
    ///   - portrait: tenths.
    package static func all(
        of outline: CaseOutline, begunAt: Instant, liveness: Int?, portrait: Int?
    ) -> Set<CaseFigure> {
        var figures: Set<CaseFigure> = [.state(outline.state)]
        for (check, hasPassed) in outline.passed {
            figures.insert(.judged(check, passed: hasPassed))
            if hasPassed, let captures = outline.captures[check], captures > 0 {
                figures.insert(.captures(check, min(captures, mostCaptures)))
            }
        }
        if let liveness { figures.insert(.liveness(band: liveness / 10)) }
        if let portrait { figures.insert(.portrait(band: portrait / 10)) }
        if outline.origin == .handedIn {
            figures.insert(.handedIn)
        } else if let endedAt = outline.endedAt {
            let seconds = max(0, endedAt.millisecondsSince1970 - begunAt.millisecondsSince1970) / 1000
            figures.insert(.duration(isComplete: outline.state == .complete, seconds: twoDigits(Int(seconds))))
        }
        return figures
    }
}

extension CaseFigure {
    /// As it is stored: `state.complete`, `origin.handedIn`, `passed.addFace`, `failed.addFace`, `captures.addFace.2`, `reason.FACE_NOT_LIVE`,
    /// `liveness.9`, `portrait.4`, `duration.complete.150`, `duration.other.150`.
    package var text: String {
        switch self {
        case .state(let state): "state.\(state.rawValue)"
        case .handedIn: "origin.\(EnrollmentOrigin.handedIn.rawValue)"
        case .judged(let check, let passed): "\(passed ? "passed" : "failed").\(check.rawValue)"
        case .captures(let check, let count): "captures.\(check.rawValue).\(count)"
        case .reason(let reason): "reason.\(reason.rawValue)"
        case .liveness(let band): "liveness.\(band)"
        case .portrait(let band): "portrait.\(band)"
        case .duration(let isComplete, let seconds): "duration.\(isComplete ? "complete" : "other").\(seconds)"
        }
    }

    /// Nil for what this version does not know.
    package init?(text: String) {
        let parts = text.split(separator: ".").map(String.init)
        let number = parts.last.flatMap(Int.init)
        switch (parts.first, parts.count) {
        case ("state", 2):
            guard let state = EnrollmentStanding.State(rawValue: parts[1]) else { return nil }
            self = .state(state)
        case ("origin", 2):
            guard parts[1] == EnrollmentOrigin.handedIn.rawValue else { return nil }
            self = .handedIn
        case ("passed", 2), ("failed", 2):
            guard let check = RequiredCheck(rawValue: parts[1]) else { return nil }
            self = .judged(check, passed: parts[0] == "passed")
        case ("captures", 3):
            guard let check = RequiredCheck(rawValue: parts[1]), let number else { return nil }
            self = .captures(check, number)
        case ("reason", 2):
            guard let reason = EnrollmentReason(rawValue: parts[1]) else { return nil }
            self = .reason(reason)
        case ("liveness", 2):
            guard let number else { return nil }
            self = .liveness(band: number)
        case ("portrait", 2):
            guard let number else { return nil }
            self = .portrait(band: number)
        case ("duration", 3):
            guard let number, ["complete", "other"].contains(parts[1]) else { return nil }
            self = .duration(isComplete: parts[1] == "complete", seconds: number)
        default: return nil
        }
    }
}

extension Instant {
    package static let millisecondsOfDay: Int64 = 86_400_000

    /// The day of UTC that it lies in, counted from 1 January 1970.
    package var day: Int {
        let (days, rest) = millisecondsSince1970.quotientAndRemainder(dividingBy: Self.millisecondsOfDay)
        return Int(rest < 0 ? days - 1 : days)
    }

    /// Where a day of UTC begins.
    package init(day: Int) {
        let (milliseconds, overflow) = Int64(day).multipliedReportingOverflow(by: Self.millisecondsOfDay)
        self.init(millisecondsSince1970: overflow ? (day < 0 ? .min : .max) : milliseconds)
    }
}
