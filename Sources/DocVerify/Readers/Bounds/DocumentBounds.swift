internal import Foundation
package import Vision

/// Where a document lies in an image, for an auditor without our code and for clients.
///
/// Stored as a JSON object, the member `bounds` of an image in a document evidence:
///
///     corners        upper left, upper right, lower right, lower left as the document reads, `{"x","y"}` in shares of the image's
///                    width and height: (0, 0) is its upper left corner, (1, 1) its lower right; beyond them where a side is cut off
///     basis          "mrz": where its MRZ stands says where its sides must be; "edges": four straight edges that belong together;
///                    "image": it fills the image
///     sides          top, right, bottom, left: `{"isCutOff","seen","side"}`, `seen` from 0 to 1: how much more of the side runs along a
///                    plain edge than against one, as far as it lies in the image; 0 where it was not seen and its place follows from
///                    the others
///     width, height  of the document's format, in millimetres; absent where it is not known
///     clockwiseQuarterTurns  after which it stands upright; absent where nothing says so, and the corners begin at the upper left as the
///                    image shows it
///     angleInDegrees from the image's x axis to the direction in which the document reads, towards the y axis
///     tiltInDegrees  between the document's normal and the direction in which the camera looks; absent where the format is not known
///     pixelsPerMillimetre  on average; absent where the format is not known
///     isMirrored     true where the image is a mirror image; absent elsewhere
package struct DocumentBounds: Codable, Equatable, Sendable {
    /// Raw values are stored and never renamed.
    package enum Side: String, Codable, CaseIterable, Sendable {
        case top, right, bottom, left

        /// Of the corner that it begins at.
        var index: Int {
            switch self {
            case .top: 0
            case .right: 1
            case .bottom: 2
            case .left: 3
            }
        }
    }

    /// Raw values are stored and never renamed.
    package enum Basis: String, Codable, Sendable {
        case mrz, edges, image
    }

    package struct SeenSide: Codable, Equatable, Sendable {
        package let side: Side
        package let seen: Double
        package let isCutOff: Bool

        private enum CodingKeys: String, CodingKey {
            case side, seen, isCutOff
        }
    }

    package let corners: [Point]
    package let basis: Basis
    package let sides: [SeenSide]
    package let width: Double?
    package let height: Double?
    package let clockwiseQuarterTurns: Int?
    package let angleInDegrees: Double
    package let tiltInDegrees: Double?
    package let pixelsPerMillimetre: Double?
    package let isMirrored: Bool?

    package var cutOffSides: [Side] { sides.filter(\.isCutOff).map(\.side) }

    private enum CodingKeys: String, CodingKey {
        case corners, basis, sides, width, height, clockwiseQuarterTurns, angleInDegrees, tiltInDegrees
        case pixelsPerMillimetre, isMirrored
    }
}

/// What of a document an image shows. Raw values are stored and never renamed.
package enum DocumentSide: String, Codable, Sendable {
    /// Of a card, with the portrait.
    case front
    /// Of a card, with the MRZ and without the portrait.
    case back
    /// Of a booklet, or a visa in one.
    case page
}

extension DocumentBounds {
    init(_ located: LocatedDocument, in size: ImageSize) {
        let quadrilateral = located.quadrilateral
        corners = quadrilateral.corners.map {
            Point(
                x: Self.rounded(($0.x + 0.5) / Double(size.width), 10_000),
                y: Self.rounded(($0.y + 0.5) / Double(size.height), 10_000))
        }
        basis = located.basis
        sides = Side.allCases.map { side in
            SeenSide(
                side: side, seen: Self.rounded(located.seen[side.index], 100),
                isCutOff: located.cutOff.contains(side))
        }
        width = located.format?.width
        height = located.format?.height
        clockwiseQuarterTurns = located.clockwiseQuarterTurns
        let along =
            (quadrilateral.corners[1] - quadrilateral.corners[0])
            + (quadrilateral.corners[2] - quadrilateral.corners[3])
        angleInDegrees = Self.rounded(atan2(along.y, along.x) * 180 / .pi, 10)
        tiltInDegrees = located.tiltInDegrees(in: size).map { Self.rounded($0, 10) }
        pixelsPerMillimetre = located.pixelsPerMillimetre.map { Self.rounded($0, 100) }
        isMirrored = located.isMirrored ? true : nil
    }

    static func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }
}
