/// What one source says about a document.
package struct SourceReading: Sendable {
    package let kind: SourceKind
    /// The image that it was read from, from 0; nil where nothing was read.
    package var imageIndex: Int?
    package let readability: Readability
    package let integrity: SourceIntegrity
    /// What kind of document the source says it belongs to.
    package var documentKind: DocumentKind?
    /// The values that are there, each type at most once.
    package var fields: [SourceField] = []
    /// In the source's own order.
    package var findings: [SourceFinding] = []
    /// For each image that shows the source, how the document lies in it.
    package var placements: [Int: DocumentPlacement] = [:]
    /// How it came to be read; nil where there is nothing to tell.
    package var evidence: (any SourceEvidence)?

    /// Whether the source has values, read surely or not.
    package var hasValues: Bool { !fields.isEmpty }

    package func field(_ type: DocumentFieldType) -> SourceField? { fields.first { $0.type == type } }
}

/// How a source came to be read, for an auditor. Its JSON is part of the stored document evidence and is described at the
/// head of its file.
package protocol SourceEvidence: Codable, Sendable {
    /// Where the source was read, in no order.
    var places: [SourcePlace] { get }
}

/// Whether a source could be read.
package enum Readability: Equatable, Sendable {
    /// The images do not show it.
    case absent
    /// Read surely, whatever it says.
    case readable
    /// It is there and was not read surely: another capture is needed.
    case retry(RetryReason)
}

/// Why a capture should be repeated. Raw values are stored and never renamed.
package enum RetryReason: String, Codable, CaseIterable, Sendable {
    /// Nothing on the images looks like a machine-readable zone, and no other source was read.
    case mrzNotFound
    /// An MRZ is there, but its characters are too small to tell apart.
    case mrzTooSmall
    /// An MRZ is there, but out of focus.
    case mrzBlurred
    /// An MRZ is there, but covered, overexposed or otherwise not read completely.
    case mrzUnreadable
    /// An MRZ is there and reaches beyond the image's edge.
    case mrzCutOff
    /// One image shows MRZs of several documents.
    case severalDocuments
    /// The MRZ was read, but some characters not surely enough to rely on.
    case mrzUncertain
    /// The images take more time to read than a server gives them.
    case tookTooLong
}

/// How far a source's own protection vouches for what was read: check digits, error correction, a signature. Raw values
/// are stored and never renamed.
package enum SourceIntegrity: String, Codable, Sendable {
    /// The protection holds, and everything was read surely.
    case confirmed
    /// The source is absent, or its protection holds but not everything was read surely.
    case unconfirmed
    /// The protection does not hold.
    case failed
}
