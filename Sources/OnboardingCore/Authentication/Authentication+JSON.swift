/// The form in which the state of an authentication is stored, version 1: one JSON object, its members in alphabetical order.
///
///     {"records":[RECORD …],"state":STATE,"version":1}
///
/// with RECORD as `Event+JSON.swift` has it, and STATE one of
///
///     {"name":"triggered","until":INSTANT}
///     {"name":"validated","until":INSTANT}
///     {"accepted":[CHECK …],"challenge":CHALLENGE,"deadline":INSTANT,"name":"open","policy":POLICY,"tally":TALLY}
///     {"name":"complete"}
///     {"name":"failed","reason":REASON}
///     {"name":"cancelled"}
///     {"name":"expired"}
///
/// with TALLY {"attempts":N,"captures":N}, CHALLENGE absent where none stands, and POLICY as `AuthenticationEvent+JSON.swift` has it.
extension Authentication: Codable {
    private enum Member: String, CodingKey {
        case version, state, records
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Member.self)
        try container.checkVersion(forKey: .version)
        self.init(
            state: try container.decode(AuthenticationState.self, forKey: .state),
            records: try container.decode([IdempotencyRecord].self, forKey: .records))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encodeVersion(forKey: .version)
        try container.encode(state, forKey: .state)
        try container.encode(records, forKey: .records)
    }
}

extension AuthenticationState: Codable {
    private enum Member: String, CodingKey {
        case name, until, policy, deadline, accepted, tally, challenge, reason
    }

    private enum Name: String, Codable {
        case triggered, validated, open, complete, failed, cancelled, expired
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Member.self)
        switch try container.decode(Name.self, forKey: .name) {
        case .triggered: self = .triggered(until: try container.decodeInstant(forKey: .until))
        case .validated: self = .validated(until: try container.decodeInstant(forKey: .until))
        case .open:
            self = .open(
                AuthenticationProgress(
                    policy: try container.decode(AuthenticationPolicy.self, forKey: .policy),
                    deadline: try container.decodeInstant(forKey: .deadline),
                    accepted: try container.decode([AuthenticationCheck].self, forKey: .accepted),
                    tally: try container.decode(Tally.self, forKey: .tally),
                    challenge: try container.decodeIfPresent(FaceChallenge.self, forKey: .challenge)))
        case .complete: self = .complete
        case .failed: self = .failed(try container.decode(AuthenticationFailure.self, forKey: .reason))
        case .cancelled: self = .cancelled
        case .expired: self = .expired
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        switch self {
        case .triggered(let until):
            try container.encode(Name.triggered, forKey: .name)
            try container.encode(until, forKey: .until)
        case .validated(let until):
            try container.encode(Name.validated, forKey: .name)
            try container.encode(until, forKey: .until)
        case .open(let progress):
            try container.encode(Name.open, forKey: .name)
            try container.encode(progress.policy, forKey: .policy)
            try container.encode(progress.deadline, forKey: .deadline)
            try container.encode(progress.accepted, forKey: .accepted)
            try container.encode(progress.tally, forKey: .tally)
            try container.encodeIfPresent(progress.challenge, forKey: .challenge)
        case .complete: try container.encode(Name.complete, forKey: .name)
        case .failed(let reason):
            try container.encode(Name.failed, forKey: .name)
            try container.encode(reason, forKey: .reason)
        case .cancelled: try container.encode(Name.cancelled, forKey: .name)
        case .expired: try container.encode(Name.expired, forKey: .name)
        }
    }
}
