package import OnboardingCore

/// A case as a store keeps it.
package protocol KeptCase: Case {
    /// What its table is called, and its chains: `enrollment`. Its events' table has `_event` behind it, and what names one of
    /// them elsewhere `_id`.
    static var name: String { get }

    /// What the chain is called that lists all of them.
    static var listName: String { get }

    /// What its row says of it beside what every row says, by columns.
    var ownColumns: [(name: String, value: String?)] { get }
}

extension Enrollment: KeptCase {
    package static let name = "enrollment"
    package static let listName = "register"

    package var ownColumns: [(name: String, value: String?)] { [("registration_code", code)] }
}

extension Authentication: KeptCase {
    package static let name = "authentication"
    package static let listName = "authentications"

    package var ownColumns: [(name: String, value: String?)] { [] }
}

/// A case's place in the order of beginning, and its identifier; nil where the database cannot read that.
package typealias Listed<Kind> = (number: Int, id: Identifier<Kind>?)

/// What became of a proposal.
package enum CommitResult<Kind: KeptCase>: Equatable, Sendable {
    /// The case as it is now.
    case accepted(Kind)
    /// The same request was answered before: this was the answer.
    case alreadyAnswered(StoredResult)
    case rejected(Rejection)
    /// The capture has come before, in whatever case. Nothing was written.
    case captureReplayed(CaptureReplay)
    /// A person, device or document has failed too often meanwhile, of those failures that count first at this instant. Nothing
    /// was written.
    case failuresExhausted(Instant)
    /// There is no such case, or its enrollment was erased.
    case unknown
}

/// What became of the traces of a check of nobody.
package enum TraceEnd: Equatable, Sendable {
    case kept
    case captureReplayed(CaptureReplay)
    /// Of those failures that are one too many, the one that counts first.
    case failuresExhausted(Instant)
}

/// What the steps of every case leave beside its events, written in the same transaction or not at all; sealed things under the
/// data key of the enrollment, which is an authentication's registration.
package protocol CaseWrites: Sendable {
    /// To be given again when the same request comes again.
    var sealedResult: [UInt8]? { get }
    /// An object that `EvidenceStore` has written, so that this transaction only names what is on the disk.
    var evidence: EvidenceRow? { get }
    /// The codes of the frames of an accepted capture, for the replay guard by content.
    var sealedCodes: [UInt8]? { get }
    /// Keyed digests of what this step counts as a failure of: person, device, document number.
    var failureSubjects: [[UInt8]] { get }
    /// Whom failures are counted of, where too many of them stop the whole step.
    var failureLimit: FailureLimit? { get }
    /// What the capture is known by. A replay stops the whole step.
    var marks: CaptureMarks { get }
    /// Whether its images are accepted, so that no other enrollment can show them.
    var acceptsImages: Bool { get }
    /// What a client that named an idempotency key gets when it repeats the request.
    var keyedResult: KeyedResultWrite? { get }
}
