/// How an MRZ was read, for an auditor without our code. Lines and columns are counted from 1, images from 0 in the order
/// of the request, pixels in the image as decoded.
///
/// Stored as a JSON object, the `details` of the source `mrz` in a document evidence:
///
///     images         what each image shows; an image on which nothing looks like an MRZ is left out:
///       image                 its number
///       lines                 what was read, corrections included
///       confidences           for each line and column, 0 to 1: the share of what the network saw there that speaks for
///                             the character; in older records, for zero and the letter O, the share of both
///       stripCounts           in older records alone: how many strips of each line were read and averaged
///       corrections           characters that the check digits decided: `{"column","from","line","to"}`
///       gridFit               how well the columns explain the lines: mean natural logarithm per column, at most 0.02
///       perspectiveInColumns  how far the middle of a line stands beside an even grid, at most, in columns: large where
///                             the page is seen in perspective
///       pitchInPixels         from column to column; small print is below 8
///       focus                 variance of the Laplacian over variance of the grey levels, at 48 pixels a line
///       angleInDegrees        from the image's x axis to the direction in which the MRZ runs, towards the y axis
///       isChecked             every check digit fits and every character was read surely
///       places                for each line where it stands, as `MRZPlace` says; absent in older records
///       undecidedColumns      in older records alone: how many zeros may be the letter O, or the reverse; absent where there
///                             are none
///       isMirrored            true where the image is a mirror image; absent elsewhere
///       otherLines            what other MRZs of the same image say, each as lines; absent where there is no other
///     mrz            what the MRZ says, as `MachineReadableZone` is stored; absent where no image shows one with a layout
///     coveredBar     the confidence that a character needs where a check digit covers it,
///     uncoveredBar   and where none does
///     models         the networks that found and read the lines, each by name and SHA-256; in older records by name alone
///     leastFocus     the `focus` below which print that was not read surely counts as blurred; absent in older records
///     confirmedBy    SHA-256 of the image of an earlier capture that was read the same, where the lines count as read surely because
///                    of it or are decided as they stand; absent elsewhere
package struct MRZEvidence: SourceEvidence, Equatable {
    package struct ImageReading: Codable, Equatable, Sendable {
        package let image: Int
        package let lines: [String]
        package let confidences: [[Double]]
        package var stripCounts: [Int]?
        package let corrections: [MRZTranscription.Correction]
        package let gridFit: Double
        package let perspectiveInColumns: Double
        package let pitchInPixels: Double
        package let focus: Double
        package let angleInDegrees: Double
        package let isChecked: Bool
        package var places: [MRZPlace]?
        package var undecidedColumns: Int?
        package var isMirrored: Bool?
        package var otherLines: [[String]]?

        private enum CodingKeys: String, CodingKey {
            case image, lines, confidences, stripCounts, corrections, gridFit, perspectiveInColumns, pitchInPixels
            case focus, angleInDegrees, isChecked, places, undecidedColumns, isMirrored, otherLines
        }
    }

    package let images: [ImageReading]
    package let mrz: MachineReadableZone?
    package let coveredBar: Double
    package let uncoveredBar: Double
    package let models: [String]
    package var leastFocus: Double?
    package var confirmedBy: String?

    package var places: [SourcePlace] {
        images.flatMap { reading in
            (reading.places ?? []).map { SourcePlace(image: reading.image, corners: $0.corners) }
        }
    }

    private enum CodingKeys: String, CodingKey {
        case images, mrz, coveredBar, uncoveredBar, models, leastFocus, confirmedBy
    }
}
