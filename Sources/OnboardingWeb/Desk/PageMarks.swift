internal import Casework
internal import Foundation

/// What was found on an image of a document, drawn over it, and the same in words.
struct PageMarks {
    struct Mark {
        /// Of the style sheet: `portrait`, `line`, `field`.
        let kind: String
        /// The fields that light up with it, a blank between.
        let fields: String
        let label: String
        /// In the pixels of the image, as the next two.
        let points: String
        let labelX: String
        let labelY: String
    }

    /// Of the box around a mark, in per cent of the image's sides.
    struct Row {
        let label: String
        let left: String
        let top: String
        let width: String
        let height: String
    }

    let width: String
    let height: String
    let labelSize: String
    let marks: [Mark]
    let rows: [Row]
    let hasMarks: Bool
    /// Why there are fewer marks than one would look for; nil where there are not.
    let missing: String?

    /// The rows of a table that say what a part of an MRZ says, beside its own.
    private static let told: [String: [String]] = [
        "surnameAndGivenNames": ["surname", "givenNames"], "issuingStateCode": ["issuingState"],
        "nationalityCode": ["nationality"], "dateOfBirth": ["age"], "dateOfExpiry": ["monthsToExpire"],
    ]

    /// All that a part of an MRZ states, a blank between.
    static func fields(_ field: String) -> String { ([field] + (told[field] ?? [])).joined(separator: " ") }

    /// - Parameters:
    ///   - width: of the image as it is shown, in pixels, as the next.
    init(_ page: CaseFile.Page, width: Int, height: Int, _ format: CaseFormat) {
        let words = format.words
        let (across, down) = (Double(width), Double(height))
        let letters = max(across, down) / 36
        (self.width, self.height) = ("\(width)", "\(height)")
        labelSize = ChartText.number(letters)
        var marks: [Mark] = []
        var rows: [Row] = []
        for place in page.places {
            let (kind, fields, label) =
                switch place.content {
                case .portrait: ("portrait", "portrait", words("case.marks.portrait"))
                case .line(let number):
                    ("line", "mrzLines mrzType", words("case.marks.line", ["n": format.number(number)]))
                case .field(let type): ("field", Self.fields(type), format.name(type, in: "fields"))
                }
            guard let left = place.corners.map(\.x).min(), let right = place.corners.map(\.x).max(),
                let top = place.corners.map(\.y).min(), let bottom = place.corners.map(\.y).max()
            else { continue }
            let points = place.corners.map { ChartText.number($0.x * across) + "," + ChartText.number($0.y * down) }
            // Over the mark; below it where there is no room.
            let above = top * down - letters * 0.4
            marks.append(
                Mark(
                    kind: kind, fields: fields, label: label, points: points.joined(separator: " "),
                    labelX: ChartText.number(max(0, left * across)),
                    labelY: ChartText.number(above >= letters ? above : bottom * down + letters)))
            func percent(_ share: Double) -> String { format.value((100 * share).rounded(), in: .percent) }
            rows.append(
                Row(
                    label: label, left: percent(left), top: percent(top), width: percent(right - left),
                    height: percent(bottom - top)))
        }
        (self.marks, self.rows, hasMarks) = (marks, rows, !marks.isEmpty)
        missing =
            page.lacksPlaces
            ? words("case.marks.notRecorded") : marks.isEmpty ? words("case.marks.nothing") : nil
    }
}
