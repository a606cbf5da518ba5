public import FaceEngine
public import Vision

/// How a document came to be read as it was, for an auditor without our code. Format version 1.
///
/// Lines and columns are counted from 1, images from 0 in the order of the request, pixels in the image as decoded
/// (upright by its EXIF orientation, reduced where `decodedSize` is smaller than the file's).
public struct DocumentEvidence: Codable, Equatable, Sendable {
    public struct ImageEvidence: Codable, Equatable, Sendable {
        /// Lower-case hexadecimal SHA-256 of the bytes as received.
        public let digest: String
        public let decodedSize: ImageSize
        public let saidToBeCropped: Bool
        /// Nil where nothing on the image looks like an MRZ.
        public let mrz: MRZEvidence?
    }

    public struct MRZEvidence: Codable, Equatable, Sendable {
        public struct Correction: Codable, Equatable, Sendable {
            public let line: Int
            public let column: Int
            public let from: String
            public let to: String
        }

        /// What was read, corrections included.
        public let lines: [String]
        /// For each column, 0 to 1: the share of what the strips showed there that speaks for the character; for zero and
        /// the letter O, which their outlines or the check digits tell apart, the share of both.
        public let confidences: [[Double]]
        /// How many strips of each line were read and averaged: one where that was plain. Nil in records from when it was
        /// always three.
        public let stripCounts: [Int]?
        /// Characters that the check digits decided.
        public let corrections: [Correction]
        /// How well a grid of columns explains the lines: mean natural logarithm per column, at most 0.02.
        public let gridFit: Double
        /// How far the middle of the most bent line stands beside that grid, in columns: the page is seen aslant. Nil in
        /// records from when only little of it was looked for.
        public let bendInColumns: Double?
        /// From column to column in pixels; small print is below 8.
        public let pitchInPixels: Double
        /// The sharpness of the print: variance of the Laplacian over variance of the grey levels, at 48 pixels a line.
        public let focus: Double
        /// From the image's x axis to the direction in which the MRZ runs, in degrees, towards the y axis.
        public let angleInDegrees: Double
        public let isChecked: Bool
    }

    public struct PortraitEvidence: Codable, Equatable, Sendable {
        public let imageIndex: Int
        /// By how many quarter turns clockwise the image was turned before the face was looked for.
        public let clockwiseQuarterTurns: Int
        /// In the turned image.
        public let box: ImageRectangle
        public let measurements: FaceMeasurements
        /// How many faces the image shows; ghost images count.
        public let faceCount: Int
        public let model: ModelIdentity
    }

    public let formatVersion: Int
    /// The reference day of ages, expiry and centuries, `YYYY-MM-DD`.
    public let today: String
    public let images: [ImageEvidence]
    public let readability: Readability
    public let mrz: MachineReadableZone?
    public let portrait: PortraitEvidence?
    /// The bars that `confidences` were held against: covered by a check digit, and not.
    public let coveredBar: Double
    public let uncoveredBar: Double
    /// The networks that found and read the lines.
    public let models: [String]
}
