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
    package var text: SearchText?
    /// Begun then or later.
    package var from: Instant?
    /// Begun before.
    package var until: Instant?
    /// Ended then or later.
    package var endedFrom: Instant?
    /// Ended before.
    package var endedUntil: Instant?
    /// Any of these; empty for all, as in all lists here.
    package var states: [EnrollmentStanding.State]
    /// Ended for any of these, or on the way a check was refused for one.
    package var reasons: [EnrollmentReason]
    /// How far a second look has come.
    package var reviews: [Review.Standing]
    package var workflows: [String]
    package var documentTypes: [String]
    package var issuingStates: [String]
    /// In whole percent; nil for all, also those without.
    package var liveness: ClosedRange<Int>?
    /// In tenths, as `CaseMeasurements.portrait`.
    package var portrait: ClosedRange<Int>?
    /// Those alone that a colleague is to look at; false for all.
    package var isFlagged: Bool
    /// Those alone whose face was found among the registrations; false for all.
    package var isDuplicate = false
    /// Whose word they rest on; nil for all.
    package var origin: EnrollmentOrigin?
    /// Checks that were all passed, as they stand.
    package var passed: [RequiredCheck] = []
    /// Checks that were judged and none passed, as they stand.
    package var failed: [RequiredCheck] = []
    /// In whole seconds, of those that ended; nil for all.
    package var duration: ClosedRange<Int>?
    /// Captures that were decided on, of each check; absent for any number.
    package var captures: [RequiredCheck: ClosedRange<Int>] = [:]

    package init(
        keys: [SearchKey] = [], id: EnrollmentID? = nil, sessionDigest: [UInt8]? = nil, registrationCode: String? = nil,
        text: SearchText? = nil, from: Instant? = nil, until: Instant? = nil, endedFrom: Instant? = nil,
        endedUntil: Instant? = nil, states: [EnrollmentStanding.State] = [], reasons: [EnrollmentReason] = [],
        reviews: [Review.Standing] = [], workflows: [String] = [], documentTypes: [String] = [],
        issuingStates: [String] = [], liveness: ClosedRange<Int>? = nil, portrait: ClosedRange<Int>? = nil,
        isFlagged: Bool = false
    ) {
        self.keys = keys
        self.id = id
        self.sessionDigest = sessionDigest
        self.registrationCode = registrationCode
        self.text = text
        self.from = from
        self.until = until
        self.endedFrom = endedFrom
        self.endedUntil = endedUntil
        self.states = states
        self.reasons = reasons
        self.reviews = reviews
        self.workflows = workflows
        self.documentTypes = documentTypes
        self.issuingStates = issuingStates
        self.liveness = liveness
        self.portrait = portrait
        self.isFlagged = isFlagged
    }
}

/// An enrollment's place in the order of pages, the newest first: by its beginning, then by its number.
package struct SearchPlace: Hashable, Comparable, Sendable {
    package let begunAt: Instant
    package let number: Int

    package init(begunAt: Instant, number: Int) {
        self.begunAt = begunAt
        self.number = number
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.begunAt, left.number) < (right.begunAt, right.number)
    }
}

/// Where a page of a search begins.
package enum PageStart: Equatable, Sendable {
    case newest
    /// With what is older than this, whatever was begun since.
    case after(SearchPlace)
    /// Ends with what is newer than this.
    case before(SearchPlace)

    package var isNewestFirst: Bool { if case .before = self { false } else { true } }

    /// Where the page begins that lies on the other side of this start; nil where there is none.
    /// - Parameter first: on this page, in its direction; nil where it is empty.
    package func back(from first: SearchPlace?) -> SearchPlace? {
        switch self {
        case .newest: nil
        // The nearest places beside it, for a page that begins with the place itself.
        case .after(let place): first ?? SearchPlace(begunAt: place.begunAt, number: place.number - 1)
        case .before(let place): first ?? SearchPlace(begunAt: place.begunAt, number: place.number + 1)
        }
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
