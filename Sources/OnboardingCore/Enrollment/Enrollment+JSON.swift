/// The form in which the state of an enrollment is stored, version 1: one JSON object, its members in alphabetical order.
///
///     {"hasConsent":BOOL,"records":[RECORD …],"reservedCode":TEXT,"review":REVIEW,"state":STATE,"version":1}
///
/// with RECORD as `Event+JSON.swift` has it, `reservedCode` absent in enrollments from before codes were reserved, REVIEW
/// {"decision":DECISION}, absent where nobody asked for one and without a decision where nobody has looked, and STATE one of
///
///     {"name":"triggered","until":INSTANT}
///     {"name":"validated","until":INSTANT}
///     {"accepted":[CHECK …],"challenge":CHALLENGE,"deadline":INSTANT,"faceReopening":REOPENING,"isFaceInDoubt":true,
///      "name":"open","policy":POLICY,"tallies":{CHECK:TALLY …}}
///     {"name":"complete","registrationCode":TEXT}
///     {"name":"failed","reason":REASON}
///     {"name":"cancelled"}
///     {"name":"expired"}
///
/// with TALLY {"attempts":N,"captures":N}; a check that has used up nothing has none. `faceReopening` is absent where the face
/// is not asked for again, `challenge` where none stands, and `isFaceInDoubt` where it is not.
extension Enrollment: Codable {
    private enum Member: String, CodingKey {
        case version, state, reservedCode, hasConsent, review, records
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Member.self)
        try container.checkVersion(forKey: .version)
        self.init(
            state: try container.decode(EnrollmentState.self, forKey: .state),
            reservedCode: try container.decodeIfPresent(String.self, forKey: .reservedCode),
            hasConsent: try container.decode(Bool.self, forKey: .hasConsent),
            review: try container.decodeIfPresent(Review.self, forKey: .review),
            records: try container.decode([IdempotencyRecord].self, forKey: .records))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Member.self)
        try container.encodeVersion(forKey: .version)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(reservedCode, forKey: .reservedCode)
        try container.encode(hasConsent, forKey: .hasConsent)
        try container.encodeIfPresent(review, forKey: .review)
        try container.encode(records, forKey: .records)
    }
}

extension EnrollmentState: Codable {
    private enum Member: String, CodingKey {
        case name, until, policy, deadline, accepted, tallies, faceReopening, isFaceInDoubt, challenge, registrationCode
        case reason
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
            let tallies = try container.nestedContainer(keyedBy: RequiredCheck.self, forKey: .tallies)
            self = .open(
                Progress(
                    policy: try container.decode(Policy.self, forKey: .policy),
                    deadline: try container.decodeInstant(forKey: .deadline),
                    accepted: try container.decode([RequiredCheck].self, forKey: .accepted),
                    tallies: Dictionary(
                        uniqueKeysWithValues: try tallies.allKeys.map {
                            ($0, try tallies.decode(Tally.self, forKey: $0))
                        }
                    ), faceReopening: try container.decodeIfPresent(FaceReopening.self, forKey: .faceReopening),
                    isFaceInDoubt: try container.decodeIfPresent(Bool.self, forKey: .isFaceInDoubt) ?? false,
                    challenge: try container.decodeIfPresent(FaceChallenge.self, forKey: .challenge)))
        case .complete:
            self = .complete(registrationCode: try container.decode(String.self, forKey: .registrationCode))
        case .failed: self = .failed(try container.decode(FailureReason.self, forKey: .reason))
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
            var tallies = container.nestedContainer(keyedBy: RequiredCheck.self, forKey: .tallies)
            for (check, tally) in progress.tallies { try tallies.encode(tally, forKey: check) }
            try container.encodeIfPresent(progress.faceReopening, forKey: .faceReopening)
            if progress.isFaceInDoubt { try container.encode(true, forKey: .isFaceInDoubt) }
            try container.encodeIfPresent(progress.challenge, forKey: .challenge)
        case .complete(let registrationCode):
            try container.encode(Name.complete, forKey: .name)
            try container.encode(registrationCode, forKey: .registrationCode)
        case .failed(let reason):
            try container.encode(Name.failed, forKey: .name)
            try container.encode(reason, forKey: .reason)
        case .cancelled: try container.encode(Name.cancelled, forKey: .name)
        case .expired: try container.encode(Name.expired, forKey: .name)
        }
    }
}

extension RequiredCheck: CodingKey {}
