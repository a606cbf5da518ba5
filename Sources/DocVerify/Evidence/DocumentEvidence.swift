internal import OnboardingJSON
package import Vision

/// How a document came to be read as it was, for an auditor without our code.
///
/// Stored as a JSON object, version 1. Members that a version does not know are not read.
///
///     version        1
///     today          the reference day of ages, expiry and centuries, "YYYY-MM-DD"
///     images         in the order of the request, one object each:
///       sha256         of the bytes as received, lower-case hexadecimal
///       width, height  in pixels, as decoded: upright by its EXIF orientation, reduced where that is smaller than the file's
///       statedCropped  whether the sender says that the image shows nothing but the document
///     sources        what was read, one object a source, in the order in which values are listed:
///       kind           a raw value of `SourceKind`
///       image          the image that it was read from; absent where nothing was read
///       readability    "absent", "readable" or "retry"
///       retryReason    a raw value of `RetryReason`, with "retry" only
///       integrity      a raw value of `SourceIntegrity`
///       documentKind   in English; absent where the source does not say
///       fields         the values: `{"status","type","value"}`, raw values of `FieldStatus` and `DocumentFieldType`;
///                      dates "YYYY-MM-DD", shorter where parts are unknown
///       findings       as `SourceFinding` says
///       details        how the source was read, as the evidence type of its kind says (`MRZEvidence`,
///                      `PrintedEvidence`); may be absent
///     portrait       as `PortraitEvidence` says; absent where none was found
///
/// Images are counted from 0.
package struct DocumentEvidence: Codable, Sendable {
    package struct ReceivedImage: Codable, Equatable, Sendable {
        package let sha256: String
        package let width: Int
        package let height: Int
        package let statedCropped: Bool

        package init(sha256: String, size: ImageSize, statedCropped: Bool) {
            self.sha256 = sha256
            width = size.width
            height = size.height
            self.statedCropped = statedCropped
        }

        private enum CodingKeys: String, CodingKey {
            case sha256, width, height, statedCropped
        }
    }

    var version = FirstVersion()
    package let today: String
    package let images: [ReceivedImage]
    package private(set) var sources: [SourceRecord]
    package let portrait: PortraitEvidence?

    package init(
        today: CalendarDate, images: [ReceivedImage], sources: [SourceReading], portrait: PortraitEvidence?
    ) {
        self.today = today.text
        self.images = images
        self.sources = sources.map(SourceRecord.init)
        self.portrait = portrait
    }

    /// The same with other readings of its sources.
    func replacing(_ sources: [SourceReading]) -> DocumentEvidence {
        var evidence = self
        evidence.sources = sources.map(SourceRecord.init)
        return evidence
    }

    private enum CodingKeys: String, CodingKey {
        case version, today, images, sources, portrait
    }
}
