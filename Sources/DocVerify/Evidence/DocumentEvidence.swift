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
///       bounds         where the document lies in it, as `DocumentBounds` says; absent where its sides were not found
///       side           a word of `DocumentSide`; absent where nothing says which it is
///       documentCount  how many documents were seen, as far as their sides tell; decides nothing
///       isCropWrong    true where the sender says that it is cropped, and the document is much smaller than it; absent elsewhere
///       quality        how well it shows the document, each as `QualityFigure` says; at most one of a criterion and a part
///                      All five are absent in older records, and of images that were given up.
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
///       details        how the source was read, as the evidence type of its kind says (`MRZEvidence`, `BarcodeEvidence`);
///                      may be absent
///     portrait       as `PortraitEvidence` says; absent where none was found
///
/// Images are counted from 0.
package struct DocumentEvidence: Codable, Sendable {
    package struct ReceivedImage: Codable, Equatable, Sendable {
        package let sha256: String
        package let width: Int
        package let height: Int
        package let statedCropped: Bool
        package private(set) var bounds: DocumentBounds?
        package private(set) var side: DocumentSide?
        package private(set) var documentCount: Int?
        package private(set) var isCropWrong: Bool?
        package private(set) var quality: [QualityFigure]?

        package init(sha256: String, size: ImageSize, statedCropped: Bool) {
            self.sha256 = sha256
            width = size.width
            height = size.height
            self.statedCropped = statedCropped
        }

        /// - Parameter print: of the MRZ, where it was read.
        init(
            sha256: String, levels: ImageLevels, statedCropped: Bool, print: DocumentPrint?, face: ShownDocument.Face?
        ) {
            self.init(sha256: sha256, size: levels.image.size, statedCropped: statedCropped)
            let shown = ShownDocument(in: levels, print: print, face: face, isStatedCropped: statedCropped)
            bounds = shown.document.map { DocumentBounds($0, in: levels.image.size) }
            side = shown.side
            documentCount = shown.count
            isCropWrong = shown.contradictsCropped ? true : nil
            quality = shown.document.flatMap {
                QualityMeasurement(of: $0, in: levels)?.figures(print: print, face: face?.corners)
            }
        }

        private enum CodingKeys: String, CodingKey {
            case sha256, width, height, statedCropped, bounds, side, documentCount, isCropWrong, quality
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
