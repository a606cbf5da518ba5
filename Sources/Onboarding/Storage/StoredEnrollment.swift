internal import EnrollmentCore

/// An enrollment as it is stored: the state that decisions look at, and what identifies and seals it.
struct StoredEnrollment: Equatable, Sendable {
    let id: EnrollmentID
    let tenantID: TenantID
    /// How often it was written; 1 after `begin`.
    let version: Int
    let enrollment: Enrollment
    let createdAt: Instant
    /// When the last event was accepted.
    let changedAt: Instant
    /// SHA-256 of the session token; nil where no QR image began it.
    let sessionDigest: [UInt8]?
    /// SHA-256 of the enrollment token.
    let tokenDigest: [UInt8]?
    /// Keyed digest of the username.
    let usernameDigest: [UInt8]?
    let emailDigest: [UInt8]?
    /// Keyed digest of the device id; nil before addDevice.
    let deviceDigest: [UInt8]?
    /// What is known of the person, sealed under the data key by the flow.
    let sealedPerson: [UInt8]?
}

/// What an enrollment begins with.
struct NewEnrollment: Sendable {
    var id: EnrollmentID
    var tenantID: TenantID
    /// What has happened to it already; the first is `triggered`.
    var events: [Event]
    var sessionDigest: [UInt8]?
    var tokenDigest: [UInt8]?
    var usernameDigest: [UInt8]?
    var emailDigest: [UInt8]?
    var sealedPerson: [UInt8]?
    var createdAt: Instant
}

/// What a step leaves beside its events, written in the same transaction or not at all.
struct StepWrites: Sendable {
    /// To be given again when the same request comes again.
    var answer: SealedAnswer?
    /// An object that `EvidenceStore` has written, so that this transaction only names what is on the disk.
    var evidence: EvidenceRow?
    var device: DeviceWrite?
    var templates: [TemplateWrite] = []
    /// Keyed digests of what this step counts as a failure of: person, device, document number.
    var failureSubjects: [[UInt8]] = []
    /// Whom failures are counted of, where too many of them stop the whole step.
    var failureLimit: FailureLimit?
    /// What the capture is known by. A replay stops the whole step.
    var marks = CaptureMarks()
    /// Whether its images are accepted, so that no other enrollment can show them.
    var acceptsImages = false
    /// Cancels every other started enrollment of the same username: a person has one unfinished enrollment.
    var cancelsOthersOfUsername = false
}

/// What a capture is known by when it comes again.
struct CaptureMarks: Equatable, Sendable {
    /// Keyed digests of its images, which no other enrollment of the tenant may have been accepted with.
    var images: [[UInt8]] = []
    /// Keyed digest of its session id, which no step of the tenant may have been judged with.
    var session: [UInt8]?
}

/// What of a capture has come again.
enum CaptureReplay: Equatable, Sendable {
    /// An image was accepted in another enrollment.
    case image
    /// The session id was used.
    case session
}

/// How often any of some persons, devices or documents may have failed.
struct FailureLimit: Equatable, Sendable {
    /// Keyed digests.
    var subjects: [[UInt8]]
    /// From when on failures count.
    var since: Instant
    var maximum: Int
}

/// An answer under the enrollment's data key.
struct SealedAnswer: Equatable, Sendable {
    var httpStatus: Int
    var sealed: [UInt8]
}

/// The device that an enrollment runs on.
struct DeviceWrite: Equatable, Sendable {
    /// Keyed digest of the device id.
    var deviceDigest: [UInt8]
    var sealed: [UInt8]
}

/// A face template under the enrollment's data key.
struct TemplateWrite: Equatable, Sendable {
    /// What it was made from: `face`, `document`.
    var kind: String
    /// The name of the model that made it: templates of one model are comparable.
    var model: String
    var sealed: [UInt8]
}

/// An answer that was given, and the enrollment whose data key opens it.
struct StoredAnswer: Equatable, Sendable {
    let enrollmentID: EnrollmentID
    let tenantID: TenantID
    let httpStatus: Int
    let sealed: [UInt8]
}

/// What became of a proposal.
enum CommitOutcome: Equatable, Sendable {
    /// The enrollment as it is now.
    case accepted(Enrollment)
    /// The same request was answered before: this was the answer.
    case repeated(StoredAnswer)
    case rejected(Rejection)
    /// The capture has come before. Nothing was written.
    case replayed(CaptureReplay)
    /// A person, device or document has failed too often meanwhile. Nothing was written.
    case failuresExhausted
    /// There is no such enrollment, or it was erased.
    case unknown
}
