package import OnboardingCore

/// An enrollment as it is stored: the state that decisions look at, and what identifies and seals it.
package struct StoredEnrollment: Equatable, Sendable {
    package let id: EnrollmentID
    package let tenantID: TenantID
    /// Whose case it is.
    package let subjectID: SubjectID
    /// How often it was written; 1 after `begin`.
    package let version: Int
    package let enrollment: Enrollment
    package let createdAt: Instant
    /// When the last event was accepted.
    package let changedAt: Instant
    /// SHA-256 of the session token; nil where no QR image began it.
    package let sessionDigest: [UInt8]?
    /// SHA-256 of the enrollment token.
    package let tokenDigest: [UInt8]?
    /// Keyed digest of the subject's username.
    package let usernameDigest: [UInt8]
    /// Of the newest e-mail address that a case of the subject gave.
    package let emailDigest: [UInt8]?
    /// Keyed digest of the device id; nil before addDevice.
    package let deviceDigest: [UInt8]?
    /// What is known of the person, sealed under the data key by the flow.
    package let sealedPerson: [UInt8]?
    /// How many events it has, and the last hash of their chain.
    package let chainLength: Int
    package let chainHead: [UInt8]
}

extension StoredEnrollment {
    /// What stands where an enrollment would, of nobody: nothing is stored of it.
    package static func ofNobody(in tenant: TenantID, at instant: Instant) throws -> StoredEnrollment {
        StoredEnrollment(
            id: try .random(), tenantID: tenant, subjectID: try .random(), version: 1,
            enrollment: .triggered(until: instant), createdAt: instant, changedAt: instant, sessionDigest: nil,
            tokenDigest: nil, usernameDigest: [], emailDigest: nil, deviceDigest: nil, sealedPerson: nil,
            chainLength: 0, chainHead: [])
    }
}

/// What an enrollment begins with.
package struct NewEnrollment: Sendable {
    package var id: EnrollmentID
    package var tenantID: TenantID
    /// What has happened to it already; the first is `triggered`.
    package var events: [Event]
    package var sessionDigest: [UInt8]?
    package var tokenDigest: [UInt8]?
    /// Keyed digest of the username: whose case it is.
    package var usernameDigest: [UInt8]
    package var emailDigest: [UInt8]?
    package var sealedPerson: [UInt8]?
    package var createdAt: Instant
    /// What it is found by.
    package var searchKeys: [SearchKey]
    /// What its person's name and address begin with; nil where nobody has worked it out.
    package var searchPrefixes: [SearchPrefix]?
    /// What the client that asked for it gets when it repeats the request.
    package var keyedResult: KeyedResultWrite?
    /// What is to be sent to the person.
    package var mail: MailWrite?
    /// Whether it must not be begun for a username of which an enrollment is complete.
    package var isOfNobodyRegistered: Bool
    /// Which operator began it, where one did.
    package var trigger: TriggerWrite?

    package init(
        id: EnrollmentID, tenantID: TenantID, events: [Event], sessionDigest: [UInt8]?, tokenDigest: [UInt8]?,
        usernameDigest: [UInt8], emailDigest: [UInt8]?, sealedPerson: [UInt8]?, createdAt: Instant,
        searchKeys: [SearchKey] = [], searchPrefixes: [SearchPrefix]? = nil, keyedResult: KeyedResultWrite? = nil,
        mail: MailWrite? = nil,
        isOfNobodyRegistered: Bool = false, trigger: TriggerWrite? = nil
    ) {
        self.id = id
        self.tenantID = tenantID
        self.events = events
        self.sessionDigest = sessionDigest
        self.tokenDigest = tokenDigest
        self.usernameDigest = usernameDigest
        self.emailDigest = emailDigest
        self.sealedPerson = sealedPerson
        self.createdAt = createdAt
        self.searchKeys = searchKeys
        self.searchPrefixes = searchPrefixes
        self.keyedResult = keyedResult
        self.mail = mail
        self.isOfNobodyRegistered = isOfNobodyRegistered
        self.trigger = trigger
    }
}

/// An enrollment of somebody who is made up, with all that is said to have happened to it.
package struct SeededEnrollment: Sendable {
    package var new: NewEnrollment
    /// After its beginning, oldest first.
    package var later: [(at: Instant, event: Event)]
    package var measured: CaseMeasurements
    /// Of its face; nil where none is kept.
    package var template: TemplateWrite?

    package init(
        new: NewEnrollment, later: [(at: Instant, event: Event)], measured: CaseMeasurements,
        template: TemplateWrite? = nil
    ) {
        self.new = new
        self.later = later
        self.measured = measured
        self.template = template
    }
}

/// What a step of an enrollment leaves beside its events.
package struct StepWrites: CaseWrites {
    package var sealedResult: [UInt8]?
    package var evidence: EvidenceRow?
    package var device: DeviceWrite?
    package var templates: [TemplateWrite]
    /// The kinds of the templates that were kept and are kept no longer.
    package var forgottenTemplateKinds: [String]
    package var sealedCodes: [UInt8]?
    package var failureSubjects: [[UInt8]]
    package var failureLimit: FailureLimit?
    package var marks: CaptureMarks
    package var acceptsImages: Bool
    /// Cancels every other started enrollment of the same username: a person has one unfinished enrollment.
    package var cancelsOthersOfUsername: Bool
    /// Where the step completes the enrollment: leaves the others of the username as they are.
    package var sparesOthersOfUsername = false
    /// What the enrollment is found by from here on as well.
    package var searchKeys: [SearchKey]
    /// What the list of cases is told of what was measured; nil for nothing.
    package var measured: CaseMeasurements?
    package var keyedResult: KeyedResultWrite?

    package init(
        sealedResult: [UInt8]? = nil, evidence: EvidenceRow? = nil, device: DeviceWrite? = nil,
        templates: [TemplateWrite] = [], forgottenTemplateKinds: [String] = [], sealedCodes: [UInt8]? = nil,
        failureSubjects: [[UInt8]] = [],
        failureLimit: FailureLimit? = nil,
        marks: CaptureMarks = CaptureMarks(), acceptsImages: Bool = false, cancelsOthersOfUsername: Bool = false,
        searchKeys: [SearchKey] = [], measured: CaseMeasurements? = nil, keyedResult: KeyedResultWrite? = nil
    ) {
        self.sealedResult = sealedResult
        self.evidence = evidence
        self.device = device
        self.templates = templates
        self.forgottenTemplateKinds = forgottenTemplateKinds
        self.sealedCodes = sealedCodes
        self.failureSubjects = failureSubjects
        self.failureLimit = failureLimit
        self.marks = marks
        self.acceptsImages = acceptsImages
        self.cancelsOthersOfUsername = cancelsOthersOfUsername
        self.searchKeys = searchKeys
        self.measured = measured
        self.keyedResult = keyedResult
    }
}

/// What a capture is known by when it comes again.
package struct CaptureMarks: Equatable, Sendable {
    /// Keyed digests of its images, which no other enrollment of the tenant may have been accepted with.
    package var images: [[UInt8]]
    /// Keyed digest of its session id, which no step of the tenant may have been judged with.
    package var session: [UInt8]?

    package init(
        images: [[UInt8]] = [], session: [UInt8]? = nil
    ) {
        self.images = images
        self.session = session
    }
}

/// What of a capture has come again.
package enum CaptureReplay: Equatable, Sendable {
    /// An image was accepted in another enrollment.
    case image
    /// The session id was used.
    case session
}

/// How often each of some persons, documents or senders may have failed.
package struct FailureLimit: Equatable, Sendable {
    package struct Bound: Equatable, Sendable {
        /// Keyed digest.
        package let subject: [UInt8]
        package let maximum: Int

        package init(_ subject: [UInt8], atMost maximum: Int) {
            (self.subject, self.maximum) = (subject, maximum)
        }
    }

    package var bounds: [Bound]
    /// From when on failures count.
    package var since: Instant

    package init(_ bounds: [Bound], since: Instant) {
        (self.bounds, self.since) = (bounds, since)
    }

    package init(subjects: [[UInt8]], since: Instant, maximum: Int) {
        self.init(subjects.map { Bound($0, atMost: maximum) }, since: since)
    }

    /// Whose failures are looked at.
    package var subjects: [[UInt8]] { bounds.map(\.subject) }
}

/// The device that an enrollment runs on.
package struct DeviceWrite: Equatable, Sendable {
    /// Keyed digest of the device id.
    package var deviceDigest: [UInt8]
    package var sealed: [UInt8]

    package init(
        deviceDigest: [UInt8], sealed: [UInt8]
    ) {
        self.deviceDigest = deviceDigest
        self.sealed = sealed
    }
}

/// A face template under the enrollment's data key.
package struct TemplateWrite: Equatable, Sendable {
    /// What it was made from: `face`, `document`.
    package var kind: String
    /// The name of the model that made it: templates of one model are comparable.
    package var model: String
    package var sealed: [UInt8]
    /// Of one that was read: whether a tenant's client has handed its image in.
    package var isHandedIn = false

    package init(
        kind: String, model: String, sealed: [UInt8], isHandedIn: Bool = false
    ) {
        self.kind = kind
        self.model = model
        self.sealed = sealed
        self.isHandedIn = isHandedIn
    }
}

/// The sealed result of a request that was answered, and the enrollment whose data key opens it.
package struct StoredResult: Equatable, Sendable {
    package let enrollmentID: EnrollmentID
    package let tenantID: TenantID
    package let sealed: [UInt8]
    /// The authentication of the registration that answered; nil where the enrollment did.
    package var authenticationID: AuthenticationID?
}
