/// Where a case stands. What only an open one has (a deadline, what was used up) exists only in open ones.
package enum CaseState<OwnProgress: CaseProgress, Completion: Codable & Equatable & Sendable>: Equatable, Sendable {
    /// It was asked for; no phone has been seen.
    case triggered(until: Instant)
    /// A phone exchanged the session for a bearer.
    case validated(until: Instant)
    /// It was started, and something is left to do.
    case open(OwnProgress)
    case complete(Completion)
    case failed(OwnProgress.Failure)
    case cancelled
    case expired

    /// Changes what has been done; nothing happens where it is not open.
    mutating func change(_ change: (inout OwnProgress) -> Void) {
        guard case .open(var progress) = self else { return }
        change(&progress)
        self = .open(progress)
    }
}

/// The form in which a state is stored, a JSON object and one of
///
///     {"name":"triggered","until":INSTANT}
///     {"name":"validated","until":INSTANT}
///     {"name":"open"} and the members of the progress
///     {"name":"complete"} and those of the completion
///     {"name":"failed","reason":REASON}
///     {"name":"cancelled"}
///     {"name":"expired"}
extension CaseState: Codable {
    private enum Member: String, CodingKey {
        case name, until, reason
    }

    private enum Name: String, Codable {
        case triggered, validated, open, complete, failed, cancelled, expired
    }

    private var name: Name {
        switch self {
        case .triggered: .triggered
        case .validated: .validated
        case .open: .open
        case .complete: .complete
        case .failed: .failed
        case .cancelled: .cancelled
        case .expired: .expired
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Member.self)
        self =
            switch try container.decode(Name.self, forKey: .name) {
            case .triggered: .triggered(until: try container.decode(Instant.self, forKey: .until))
            case .validated: .validated(until: try container.decode(Instant.self, forKey: .until))
            case .open: .open(try OwnProgress(from: decoder))
            case .complete: .complete(try Completion(from: decoder))
            case .failed: .failed(try container.decode(OwnProgress.Failure.self, forKey: .reason))
            case .cancelled: .cancelled
            case .expired: .expired
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encode(name, forKey: .name)
        switch self {
        case .triggered(let until), .validated(let until): try container.encode(until, forKey: .until)
        case .open(let progress): try progress.encode(to: encoder)
        case .complete(let completion): try completion.encode(to: encoder)
        case .failed(let reason): try container.encode(reason, forKey: .reason)
        case .cancelled, .expired: break
        }
    }
}
