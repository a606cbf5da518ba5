package import FaceEngine
internal import Foundation
package import LivenessScorer

extension SampleQuality {
    /// Numbers alone, for a reader: what a sample was worth that was compared.
    package var words: String {
        let failed = failures.map(\.rawValue).joined(separator: ", ")
        guard let measurements else { return failed }
        let inner = detail.map { ", inner focus \($0.innerFocus.short), evenness \($0.evenness.short)" } ?? ""
        return measurements.words(reduction: reduction) + inner + (failed.isEmpty ? "" : ", fails \(failed)")
    }
}

extension FaceMeasurements {
    /// - Parameter reduction: how many times smaller than the image that was sent the measured one is.
    package func words(reduction: Double = 1) -> String {
        "face \((faceWidthInPixels * reduction).short) px wide, focus \(focus.short), \(dynamicRangeInBits.short) bits, "
            + "yaw \(yawInDegrees.short), pitch \(pitchInDegrees.short)"
    }
}

extension Double {
    /// Three significant digits.
    fileprivate var short: String { String(format: "%.3g", self) }
}
