package import Vision

/// How the printed part of a document was read, for an auditor without our code. Images are counted from 0 in the order of
/// the request; corners are shares of an image's width and height, (0, 0) upper left, as sent and upright by its EXIF
/// orientation: upper left, upper right, lower right, lower left of a line, as it reads.
///
/// Stored as a JSON object, the `details` of the source `visualInspectionZone` in a document evidence:
///
///     images         what each image shows; an image without print is left out:
///       image                 its number
///       angleInDegrees        from the image's x axis to the direction in which its lines run, towards the y axis
///       lines                 from top to bottom, at most 80; lines of an MRZ among them:
///         text                  as it was read, at most 120 characters
///         confidence            the mean over its characters of what the network gives the one that was read, 0 to 1
///         leastConfidence       of the character that was read least surely
///         corners               where it stands
///     fields         what was taken from them, each type at most once:
///       type                  a raw value of `DocumentFieldType`
///       label                 the caption that it stands at, as it was read; of a driving licence the field's number
///       printed               the value as it is printed, before it is compared
///       confidence            the least of its lines'
///       leastConfidence       of the character that was read least surely
///       image                 the number of its image
///       corners               of each line that it was taken from
///     models         the networks that found and read the lines, each by name and SHA-256
package struct PrintedEvidence: SourceEvidence, Equatable {
    package struct Line: Codable, Equatable, Sendable {
        package let text: String
        package let confidence: Double
        package let leastConfidence: Double
        package let corners: [Point]

        private enum CodingKeys: String, CodingKey {
            case text, confidence, leastConfidence, corners
        }
    }

    package struct ImageReading: Codable, Equatable, Sendable {
        package let image: Int
        package let angleInDegrees: Double
        package let lines: [Line]

        private enum CodingKeys: String, CodingKey {
            case image, angleInDegrees, lines
        }
    }

    package struct Field: Codable, Equatable, Sendable {
        package let type: DocumentFieldType
        package let label: String
        package let printed: String
        package let confidence: Double
        package let leastConfidence: Double
        package let image: Int
        package let corners: [[Point]]

        private enum CodingKeys: String, CodingKey {
            case type, label, printed, confidence, leastConfidence, image, corners
        }
    }

    package let images: [ImageReading]
    package let fields: [Field]
    package let models: [String]

    private enum CodingKeys: String, CodingKey {
        case images, fields, models
    }
}

extension PrintedEvidence.Line {
    init(_ line: PrintedLine) {
        self.init(
            text: line.text, confidence: line.confidence, leastConfidence: line.leastConfidence, corners: line.corners)
    }
}

extension PrintedEvidence.Field {
    init(_ value: PrintedFields.Value, image: Int) {
        self.init(
            type: value.type, label: value.label, printed: value.printed,
            confidence: value.lines.map(\.confidence).min() ?? 0,
            leastConfidence: value.lines.map(\.leastConfidence).min() ?? 0, image: image,
            corners: value.lines.map(\.corners))
    }
}
