/// One quality of an image of a document, held to what is wanted. It decides nothing: it says what a capture that is asked for again
/// lacked.
///
/// Stored as `{"bound":"atLeast","criterion":"resolution","holds":true,"measured":8.2,"part":"document","unit":"pixelsPerMillimetre",
/// "wanted":3.15}`, all of them always there; words as the raw values below.
package struct QualityFigure: Codable, Equatable, Sendable {
    /// As the document reader names the checks of an image's quality, and ISO/IEC 39794 the properties. Raw values are stored and never
    /// renamed.
    package enum Criterion: String, Codable, CaseIterable, Sendable {
        /// How far print is blurred: the standard deviation of a Gaussian blur that makes edges as soft, in millimetres. Of the MRZ on the
        /// scale of its reader (`MRZEvidence`).
        case focus
        /// The share that is blown out: no colour is left on more than a dot.
        case glare
        /// Pixels for a millimetre; of the MRZ from one character to the next.
        case resolution
        /// How far the document is turned away from the camera, in degrees.
        case perspective
        /// The grey level of the document's paper, 0 to 255: one of ten places is lighter.
        case brightness
        /// How many of its sides lie outside the image.
        case bounds
    }

    /// Raw values are stored and never renamed.
    package enum Part: String, Codable, CaseIterable, Sendable {
        case document, mrz, portrait
    }

    /// Raw values are stored and never renamed.
    package enum Bound: String, Codable, Sendable {
        case atLeast, atMost
    }

    /// Raw values are stored and never renamed.
    package enum Unit: String, Codable, CaseIterable, Sendable {
        case millimetres, share, pixelsPerMillimetre, degrees, greyLevel, sides, pixels, scale
    }

    package let criterion: Criterion
    /// Of what it was measured.
    package let part: Part
    package let measured: Double
    package let bound: Bound
    package let wanted: Double
    package let unit: Unit
    package let holds: Bool

    private enum CodingKeys: String, CodingKey {
        case criterion, part, measured, bound, wanted, unit, holds
    }
}

extension QualityFigure {
    /// Nil for what is no number.
    init?(_ criterion: Criterion, of part: Part = .document, _ measured: Double) {
        let wanted: (bound: Bound, value: Double, unit: Unit) =
            switch criterion {
            // Capitals of 1.4 mm, the smallest that a field is printed in, have strokes of 0.2 mm: blurred by as much they still stand
            // apart. Small print of the rendered page is lost from there on.
            case .focus: (.atMost, 0.2, .millimetres)
            // One hundredth of a passport's page is a spot of 1 cm²: a line of a field.
            case .glare: (.atMost, 0.01, .share)
            // 8 pixels from one character of the MRZ to the next: below, its reader says that it is too small.
            case .resolution: (.atLeast, 3.15, .pixelsPerMillimetre)
            // Turned away by more, pages of rendered passports were read surely and wrong (`MRZReader.plainPerspective`).
            case .perspective: (.atMost, 20, .degrees)
            // A quarter of the range: of what is printed in it, steps are lost in the noise of a phone's sensor.
            case .brightness: (.atLeast, 64, .greyLevel)
            case .bounds: (.atMost, 0, .sides)
            }
        self.init(criterion, of: part, measured, wanted.bound, wanted.value, wanted.unit)
    }

    init?(_ criterion: Criterion, of part: Part, _ measured: Double, _ bound: Bound, _ wanted: Double, _ unit: Unit) {
        guard measured.isFinite, wanted.isFinite else { return nil }
        self.criterion = criterion
        self.part = part
        // In the record's digits, so that who reads it comes to the same.
        self.measured = (measured * 10_000).rounded() / 10_000
        (self.bound, self.wanted, self.unit) = (bound, wanted, unit)
        holds = bound == .atLeast ? self.measured >= wanted : self.measured <= wanted
    }
}
