internal import FaceEngine
internal import Foundation
internal import Vision

/// The part of a frame that a network looks at, in whole pixels. It may reach beyond the frame.
struct TextureWindow: Equatable, Sendable {
    /// How it lies about the face.
    enum Rule: String, Decodable, Sendable {
        /// A square about the middle of the mesh's bounds, as long as their longer side times the scale; black outside the
        /// frame; area averages where it is made smaller.
        case padded
        /// The detector's box times the scale, or as much of it as the frame has room for, shifted into the frame. Its
        /// proportions are not kept; bilinear. As MiniFASNet was trained.
        case shifted
    }

    /// Column and row of its first pixel.
    let x: Int
    let y: Int
    let size: ImageSize

    /// Longer windows are not cut: 50 MB, of a face that fills twice the largest frame.
    static let longestSide = 4096

    /// - Parameter bounds: of the mesh's points, in pixels of the frame.
    /// - Returns: nil for a face without extent, or too large a one.
    init?(paddedAround bounds: ImageRectangle, scale: Double) {
        let side = (max(bounds.width, bounds.height) * scale).rounded()
        let left = (bounds.center.x - side / 2).rounded()
        let top = (bounds.center.y - side / 2).rounded()
        guard side >= 1, side <= Double(Self.longestSide), abs(left) < 1e6, abs(top) < 1e6 else { return nil }
        x = Int(left)
        y = Int(top)
        size = ImageSize(width: Int(side), height: Int(side))
    }

    /// - Parameter box: of the detector, in pixels of a frame of size `frame`.
    /// - Returns: nil for a box without extent.
    init?(shiftedAround box: ImageRectangle, scale: Double, in frame: ImageSize) {
        guard box.width >= 1, box.height >= 1, box.center.x.isFinite, box.center.y.isFinite else { return nil }
        let (right, bottom) = (Double(frame.width - 1), Double(frame.height - 1))
        let fitting = min(bottom / box.height, right / box.width, scale)
        let width = box.width * fitting
        let height = box.height * fitting
        let left = min(max(box.center.x - width / 2, 0), right - width)
        let top = min(max(box.center.y - height / 2, 0), bottom - height)
        x = max(0, Int(left))
        y = max(0, Int(top))
        // The pixels at both ends belong to it.
        size = ImageSize(
            width: min(Int(left + width), frame.width - 1) - x + 1,
            height: min(Int(top + height), frame.height - 1) - y + 1)
    }
}
