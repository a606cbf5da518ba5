package import OnboardingCore

/// An authentication as it is stored: the state that decisions look at, and what identifies it. What it seals is sealed under
/// the data key of its registration.
package struct StoredAuthentication: Equatable, Sendable {
    /// 1, 2, 3 … in the order of beginning, over all tenants.
    package let number: Int
    package let id: AuthenticationID
    package let tenantID: TenantID
    /// The registration that it is of.
    package let enrollmentID: EnrollmentID
    package let purpose: AuthenticationPurpose
    /// How often it was written; 1 after `begin`.
    package let version: Int
    package let authentication: Authentication
    package let createdAt: Instant
    /// When the last event was accepted.
    package let changedAt: Instant
    /// SHA-256 of the session token; nil where no QR image began it.
    package let sessionDigest: [UInt8]?
    /// SHA-256 of the authentication token.
    package let tokenDigest: [UInt8]?
    /// Which operator began it, and what hands it over to a phone; nil where none did.
    package let trigger: TriggerWrite?
    /// What the tenant calls it by, sealed; nil where it did not say.
    package let sealedReference: [UInt8]?
    /// How many events it has, and the last hash of their chain.
    package let chainLength: Int
    package let chainHead: [UInt8]
}

/// What is known of an authentication whatever became of its registration.
package struct TracedAuthentication: Equatable, Sendable {
    package let id: AuthenticationID
    package let enrollmentID: EnrollmentID
    package let purpose: AuthenticationPurpose
    package let authentication: Authentication
    package let createdAt: Instant
    /// When the last event was accepted.
    package let changedAt: Instant
    /// When its registration was erased; nil where it was not.
    package let erasedAt: Instant?
}

/// What an authentication begins with.
package struct NewAuthentication: Sendable {
    package var id: AuthenticationID
    package var tenantID: TenantID
    /// The registration that it is of.
    package var enrollmentID: EnrollmentID
    package var purpose: AuthenticationPurpose
    /// What has happened to it already; the first is `triggered`.
    package var events: [AuthenticationEvent]
    package var sessionDigest: [UInt8]?
    package var tokenDigest: [UInt8]?
    package var createdAt: Instant
    /// Which operator began it, where one did. The hand-off is sealed under the registration's data key.
    package var trigger: TriggerWrite?
    /// What the tenant calls it by, where it says so.
    package var reference: ReferenceWrite?
    /// What the client that asked for it gets when it repeats the request.
    package var keyedResult: KeyedResultWrite?
    /// What is to be sent to the person, and the address that it goes to, as the registration is found by it.
    package var mail: (message: MailWrite, recipient: SearchKey)?
    /// Ends every other open one of the same registration and purpose.
    package var cancelsOthers = true

    package init(
        id: AuthenticationID, tenantID: TenantID, enrollmentID: EnrollmentID, purpose: AuthenticationPurpose,
        events: [AuthenticationEvent], sessionDigest: [UInt8]?, tokenDigest: [UInt8]?, createdAt: Instant,
        trigger: TriggerWrite? = nil, keyedResult: KeyedResultWrite? = nil,
        mail: (message: MailWrite, recipient: SearchKey)? = nil
    ) {
        self.id = id
        self.tenantID = tenantID
        self.enrollmentID = enrollmentID
        self.purpose = purpose
        self.events = events
        self.sessionDigest = sessionDigest
        self.tokenDigest = tokenDigest
        self.createdAt = createdAt
        self.trigger = trigger
        self.keyedResult = keyedResult
        self.mail = mail
    }
}

/// What a tenant calls an authentication by.
package struct ReferenceWrite: Equatable, Sendable {
    /// Keyed, by which it is found.
    package var digest: [UInt8]
    /// Under the registration's data key.
    package var sealed: [UInt8]

    package init(digest: [UInt8], sealed: [UInt8]) {
        self.digest = digest
        self.sealed = sealed
    }
}

/// What a step of an authentication leaves beside its events. The evidence is the registration's, of a kind that begins with
/// `EvidenceRow.authenticationPrefix`.
package struct AuthenticationWrites: CaseWrites {
    package var sealedResult: [UInt8]?
    package var evidence: EvidenceRow?
    /// The device of the event `deviceReplaced`, which says what becomes of the others.
    package var device: DeviceWrite?
    /// A further template of the person, who has changed since the first.
    package var sample: ReferenceSample?
    /// What a document that was verified says, in the place of what the one before said.
    package var document: DocumentFacts?
    package var sealedCodes: [UInt8]?
    package var failureSubjects: [[UInt8]]
    package var failureLimit: FailureLimit?
    /// Whether it is the registration that `failureLimit` is of, so that the failure that is one too many locks it.
    package var locksRegistration = true
    /// Keyed digests of those whose failures no longer count, because this succeeded.
    package var clearsFailuresOf: [[UInt8]]
    package var marks: CaptureMarks
    package var acceptsImages: Bool
    package var keyedResult: KeyedResultWrite?

    package init(
        sealedResult: [UInt8]? = nil, evidence: EvidenceRow? = nil, device: DeviceWrite? = nil,
        sample: ReferenceSample? = nil, document: DocumentFacts? = nil, sealedCodes: [UInt8]? = nil,
        failureSubjects: [[UInt8]] = [],
        failureLimit: FailureLimit? = nil, clearsFailuresOf: [[UInt8]] = [], marks: CaptureMarks = CaptureMarks(),
        acceptsImages: Bool = false, keyedResult: KeyedResultWrite? = nil
    ) {
        self.sealedResult = sealedResult
        self.evidence = evidence
        self.device = device
        self.sample = sample
        self.document = document
        self.sealedCodes = sealedCodes
        self.failureSubjects = failureSubjects
        self.failureLimit = failureLimit
        self.clearsFailuresOf = clearsFailuresOf
        self.marks = marks
        self.acceptsImages = acceptsImages
        self.keyedResult = keyedResult
    }
}

/// A template that is compared with beside the registration's first.
package struct ReferenceSample: Equatable, Sendable {
    package var template: TemplateWrite
    /// How many of its kind are kept: the first, which the document was compared with, and the newest of the others.
    package var maximum: Int

    package init(_ template: TemplateWrite, atMost maximum: Int) {
        self.template = template
        self.maximum = maximum
    }
}

/// What a registration is found and listed by of the document that is its newest; the older ones stay in the evidence alone.
package struct DocumentFacts: Equatable, Sendable {
    /// Of the kind `documentNumber`.
    package var searchKeys: [SearchKey]
    /// As `CaseMeasurements`.
    package var type: String?
    package var issuingState: String?

    package init(searchKeys: [SearchKey], type: String?, issuingState: String?) {
        self.searchKeys = searchKeys
        self.type = type
        self.issuingState = issuingState
    }
}
