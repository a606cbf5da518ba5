/// How an enrollment stands or ended. All enrollments of a search have this form.
public struct EnrollmentSummary: Codable, Equatable, Sendable {
    public enum State: String, Codable, CaseIterable, Sendable {
        case pending, complete, failed, expired, cancelled
    }

    /// What a human made of a machine's refusal.
    public enum Review: String, Codable, CaseIterable, Sendable {
        case requested, accepted, refused
    }

    /// Whose word it rests on: what the person captured, or images that the tenant's client handed in and nobody judged.
    public enum Origin: String, Codable, CaseIterable, Sendable {
        case enrolled, handedIn
    }

    public let enrollmentId: String
    /// Equal for all enrollments of one person.
    public let subjectId: String
    public let state: State
    public let origin: Origin
    /// A code of `EnrollmentReason` in `docs/openapi.yaml`; absent where nothing speaks against the person.
    public let reason: String?
    /// How far a second look at it has come; absent where nobody asked for one.
    public let review: Review?
    /// The check that is asked for, or was when it ended; absent before enroll and where all were accepted.
    public let step: RequiredCheck?
    /// Absent in enrollments from before codes were reserved, unless they are complete.
    public let registrationCode: String?
    public let username: String
    public let reference: String?
    /// ISO 8601, as all dates.
    public let startDate: String
    /// Absent as long as it goes on.
    public let endDate: String?

    public init(
        enrollmentId: String, subjectId: String, state: State, origin: Origin, reason: String?,
        review: Review? = nil, step: RequiredCheck?,
        registrationCode: String?, username: String, reference: String?, startDate: String, endDate: String?
    ) {
        self.enrollmentId = enrollmentId
        self.subjectId = subjectId
        self.state = state
        self.origin = origin
        self.reason = reason
        self.review = review
        self.step = step
        self.registrationCode = registrationCode
        self.username = username
        self.reference = reference
        self.startDate = startDate
        self.endDate = endDate
    }
}

/// All that a tenant's own client is told of one enrollment.
public struct EnrollmentDetail: Codable, Equatable, Sendable {
    public struct Check: Codable, Equatable, Sendable {
        public let check: RequiredCheck
        public let date: String

        public init(check: RequiredCheck, date: String) {
            self.check = check
            self.date = date
        }
    }

    public struct Refused: Codable, Equatable, Sendable {
        public let check: RequiredCheck
        /// A code of `EnrollmentReason`.
        public let reason: String
        public let date: String
        /// What is wrong with the document; absent where nothing more is known.
        public let details: [RefusalDetail]?

        public init(check: RequiredCheck, reason: String, date: String, details: [RefusalDetail]? = nil) {
            self.check = check
            self.reason = reason
            self.date = date
            self.details = details
        }
    }

    /// A second look that was asked for or taken.
    public struct ReviewDetail: Codable, Equatable, Sendable {
        /// Absent where a human looked without being asked.
        public let requestDate: String?
        /// Absent as long as nobody has looked.
        public let date: String?
        /// For who may see it, as the next.
        public let reviewer: String?
        public let reason: String?

        public init(requestDate: String?, date: String?, reviewer: String?, reason: String?) {
            self.requestDate = requestDate
            self.date = date
            self.reviewer = reviewer
            self.reason = reason
        }
    }

    public let summary: EnrollmentSummary
    /// Oldest first.
    public let acceptedChecks: [Check]
    public let lastRefusal: Refused?
    /// Absent where nobody asked for a second look.
    public let reviewDetail: ReviewDetail?
    /// What `step` may use up yet; absent for one that uses up nothing.
    public let attemptsLeft: Int?
    public let capturesLeft: Int?
    /// When it ends by itself; absent once it has ended.
    public let expiryDate: String?
    /// When a person who failed too often lately may try again; absent where they have not.
    public let retryAt: String?
    /// Whether the tenant is a test tenant.
    public let test: Bool
    /// For who may see it; in `operationStatus` once the enrollment has ended.
    public let person: VerifiedPerson?
    /// The newest fifty of the person's other enrollments, oldest first.
    public let otherEnrollments: [EnrollmentSummary]

    public init(
        summary: EnrollmentSummary, acceptedChecks: [Check], lastRefusal: Refused?,
        reviewDetail: ReviewDetail? = nil, attemptsLeft: Int?, capturesLeft: Int?, expiryDate: String?,
        retryAt: String?, test: Bool, person: VerifiedPerson?,
        otherEnrollments: [EnrollmentSummary]
    ) {
        self.summary = summary
        self.acceptedChecks = acceptedChecks
        self.lastRefusal = lastRefusal
        self.reviewDetail = reviewDetail
        self.attemptsLeft = attemptsLeft
        self.capturesLeft = capturesLeft
        self.expiryDate = expiryDate
        self.retryAt = retryAt
        self.test = test
        self.person = person
        self.otherEnrollments = otherEnrollments
    }

    private enum CodingKeys: String, CodingKey {
        case acceptedChecks, lastRefusal, reviewDetail, attemptsLeft, capturesLeft, expiryDate, retryAt, test, person
        case otherEnrollments
    }

    /// The members of the summary stand beside the others.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            summary: try EnrollmentSummary(from: decoder),
            acceptedChecks: try container.decode([Check].self, forKey: .acceptedChecks),
            lastRefusal: try container.decodeIfPresent(Refused.self, forKey: .lastRefusal),
            reviewDetail: try container.decodeIfPresent(ReviewDetail.self, forKey: .reviewDetail),
            attemptsLeft: try container.decodeIfPresent(Int.self, forKey: .attemptsLeft),
            capturesLeft: try container.decodeIfPresent(Int.self, forKey: .capturesLeft),
            expiryDate: try container.decodeIfPresent(String.self, forKey: .expiryDate),
            retryAt: try container.decodeIfPresent(String.self, forKey: .retryAt),
            test: try container.decode(Bool.self, forKey: .test),
            person: try container.decodeIfPresent(VerifiedPerson.self, forKey: .person),
            otherEnrollments: try container.decode([EnrollmentSummary].self, forKey: .otherEnrollments))
    }

    public func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(acceptedChecks, forKey: .acceptedChecks)
        try container.encodeIfPresent(lastRefusal, forKey: .lastRefusal)
        try container.encodeIfPresent(reviewDetail, forKey: .reviewDetail)
        try container.encodeIfPresent(attemptsLeft, forKey: .attemptsLeft)
        try container.encodeIfPresent(capturesLeft, forKey: .capturesLeft)
        try container.encodeIfPresent(expiryDate, forKey: .expiryDate)
        try container.encodeIfPresent(retryAt, forKey: .retryAt)
        try container.encode(test, forKey: .test)
        try container.encodeIfPresent(person, forKey: .person)
        try container.encode(otherEnrollments, forKey: .otherEnrollments)
    }
}

/// One thing that is wrong with a document.
public struct RefusalDetail: Codable, Equatable, Sendable {
    /// A code of `DocumentFinding`.
    public let code: String
    /// A word of `DocumentFieldType`; absent where it is of the whole document.
    public let field: String?
    /// What the document states there, for who may see the person: of `EXPIRED` its last day, `2020-10-31`.
    public let value: String?

    public init(code: String, field: String?, value: String? = nil) {
        self.code = code
        self.field = field
        self.value = value
    }
}

/// Who the person is said to be, and what speaks for it.
public struct VerifiedPerson: Codable, Equatable, Sendable {
    /// The same in one form whatever it was read from; a fact that nothing states is absent.
    public struct Identity: Codable, Equatable, Sendable {
        public struct Fact: Codable, Equatable, Sendable {
            public let value: String
            /// `mrz`, `printed`, `barcode`, `chip` or `stated`.
            public let source: String

            public init(value: String, source: String) {
                (self.value, self.source) = (value, source)
            }
        }

        public var name: Fact?
        public var surname: Fact?
        public var givenNames: Fact?
        /// `1974-08-12`
        public var birthDate: Fact?
        public var documentNumber: Fact?
        /// `passport`, `identityCard` and the like.
        public var documentType: Fact?
        /// Three letters of ICAO 9303-3.
        public var issuingState: Fact?
        public var validUntil: Fact?

        public init() {}
    }

    public struct Face: Codable, Equatable, Sendable {
        public let date: String
        /// 0 … 100.
        public let score: Double?
        /// Per cent of living people who score lower.
        public let falseRejectionRate: Double?

        public init(date: String, score: Double?, falseRejectionRate: Double?) {
            self.date = date
            self.score = score
            self.falseRejectionRate = falseRejectionRate
        }
    }

    public struct Document: Codable, Equatable, Sendable {
        public let date: String
        /// As `ocrResults` of addDocumentOCR has them, as the next two.
        public let documentType: String
        public let countryName: String
        public let icaoCode: String
        public let fields: [FieldTypeEntry]
        /// Codes of `overallResultInfo.fieldErrorCodes`.
        public let findings: [String]
        /// Whether the portrait is the live face; absent where nothing was compared, as the next two.
        public let matchResult: Bool?
        /// −log10 of the false match rate.
        public let matchScore: Double?
        /// Of a hundred strangers so many would match as well or better, per cent.
        public let falseMatchRate: Double?

        public init(
            date: String, documentType: String, countryName: String, icaoCode: String, fields: [FieldTypeEntry],
            findings: [String], matchResult: Bool?, matchScore: Double?, falseMatchRate: Double?
        ) {
            self.date = date
            self.documentType = documentType
            self.countryName = countryName
            self.icaoCode = icaoCode
            self.fields = fields
            self.findings = findings
            self.matchResult = matchResult
            self.matchScore = matchScore
            self.falseMatchRate = falseMatchRate
        }
    }

    public let username: String
    public let name: String
    public let email: String?
    public let phoneNumber: String?
    public let identity: Identity
    /// The face that stands; absent where none was accepted.
    public let face: Face?
    /// The document that was accepted; absent where none was.
    public let document: Document?

    public init(
        username: String, name: String, email: String?, phoneNumber: String?, identity: Identity, face: Face?,
        document: Document?
    ) {
        self.username = username
        self.name = name
        self.email = email
        self.phoneNumber = phoneNumber
        self.identity = identity
        self.face = face
        self.document = document
    }
}

/// Which enrollments are asked for: those of which all that is said holds; all of the tenant's where nothing is.
public struct EnrollmentSearchRequest: Codable, Equatable, Sendable {
    public var username: String?
    public var email: String?
    public var phoneNumber: String?
    public var documentNumber: String?
    public var reference: String?
    public var enrollmentId: String?
    public var sessionToken: String?
    public var registrationCode: String?
    /// The first day of beginning, UTC, `2026-11-25`, or an instant, ISO 8601.
    public var from: String?
    /// The last day of beginning, or the instant before which it lies.
    public var to: String?
    public var states: [String]?
    public var reasons: [String]?
    /// Words of `EnrollmentSummary.Review`.
    public var reviews: [String]?
    public var pageSize: Int?
    /// `nextCursor` of the page before.
    public var cursor: String?

    public init() {}
}

public struct EnrollmentSearchResponse: Codable, Equatable, Sendable {
    /// The newest first. May have fewer than `pageSize` where another page follows.
    public let list: [EnrollmentSummary]
    /// Absent at the end.
    public let nextCursor: String?

    public init(list: [EnrollmentSummary], nextCursor: String?) {
        self.list = list
        self.nextCursor = nextCursor
    }
}

/// What a human decided of an enrollment that a machine has refused.
public struct ReviewRequest: Codable, Equatable, Sendable {
    public enum Decision: String, Codable, CaseIterable, Sendable {
        case accepted, refused
    }

    public var decision: Decision
    /// Why, for whoever has to understand it later.
    public var reason: String
    /// The reviewer's name.
    public var reviewer: String

    public init(decision: Decision, reason: String, reviewer: String) {
        self.decision = decision
        self.reason = reason
        self.reviewer = reviewer
    }
}

/// What was erased.
public struct ErasureResponse: Codable, Equatable, Sendable {
    public let erasedEnrollments: [String]
    /// Of each of them a signed certificate, in their order: JWS, compact.
    public let certificates: [String]

    public init(erasedEnrollments: [String], certificates: [String]) {
        self.erasedEnrollments = erasedEnrollments
        self.certificates = certificates
    }
}

public struct ReceiptResponse: Codable, Equatable, Sendable {
    /// JWS, compact.
    public let receipt: String

    public init(receipt: String) {
        self.receipt = receipt
    }
}
