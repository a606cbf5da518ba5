package import OnboardingCore

/// What an enrollment is found by beside its own identifiers: a keyed digest of something that was said or read of its person.
package struct SearchKey: Equatable, Sendable {
    /// Stored, and never renamed.
    package enum Kind: String, CaseIterable, Sendable {
        case username, email, phoneNumber, documentNumber, reference
    }

    package let kind: Kind
    package let digest: [UInt8]

    package init(_ kind: Kind, digest: [UInt8]) {
        self.kind = kind
        self.digest = digest
    }
}

/// Which enrollments of a tenant are asked for: those of which all that is said holds.
package struct EnrollmentQuery: Equatable, Sendable {
    package var keys: [SearchKey]
    package var id: EnrollmentID?
    package var sessionDigest: [UInt8]?
    package var registrationCode: String?
    /// Begun then or later.
    package var from: Instant?
    /// Begun before.
    package var until: Instant?
    /// Any of these; empty for all.
    package var states: [EnrollmentStanding.State]
    /// Ended for any of these, or on the way a check was refused for one; empty for all.
    package var reasons: [EnrollmentReason]
    /// How far a second look has come; empty for all.
    package var reviews: [ReviewState]

    package enum ReviewState: String, CaseIterable, Sendable {
        /// Asked for, and nobody has looked.
        case requested
        case accepted, refused
    }

    package init(
        keys: [SearchKey] = [], id: EnrollmentID? = nil, sessionDigest: [UInt8]? = nil, registrationCode: String? = nil,
        from: Instant? = nil, until: Instant? = nil, states: [EnrollmentStanding.State] = [],
        reasons: [EnrollmentReason] = [], reviews: [ReviewState] = []
    ) {
        self.keys = keys
        self.id = id
        self.sessionDigest = sessionDigest
        self.registrationCode = registrationCode
        self.from = from
        self.until = until
        self.states = states
        self.reasons = reasons
        self.reviews = reviews
    }

    /// Whether few enrollments can fit, whatever else is asked.
    var namesSomebody: Bool { !keys.isEmpty || id != nil || sessionDigest != nil || registrationCode != nil }
}

/// Where a page of a search ended: its last enrollment, by the order of pages.
package struct SearchPlace: Equatable, Sendable {
    package let begunAt: Instant
    package let number: Int

    package init(begunAt: Instant, number: Int) {
        self.begunAt = begunAt
        self.number = number
    }
}

/// An enrollment that there was, whether or not it was erased since.
package struct TracedEnrollment: Equatable, Sendable {
    package let id: EnrollmentID
    package let erasedAt: Instant?

    package init(id: EnrollmentID, erasedAt: Instant?) {
        self.id = id
        self.erasedAt = erasedAt
    }
}
