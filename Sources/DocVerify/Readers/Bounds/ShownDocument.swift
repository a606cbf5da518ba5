internal import Foundation
internal import Vision

/// What an image shows of documents, as far as their sides tell.
struct ShownDocument: Sendable {
    /// The face of a portrait, in pixels of the image.
    struct Face: Sendable {
        let corners: Quadrilateral
        /// After which it stands upright.
        let clockwiseQuarterTurns: Int
    }

    let document: LocatedDocument?
    /// Documents that were seen, this one counted too.
    let count: Int
    let side: DocumentSide?
    /// The sender says that the image shows nothing but the document, and it shows much more.
    let contradictsCropped: Bool

    /// A face is at most so large beside the shorter side of the document that bears it; beside its portrait's frame it is larger.
    private static let greatestFace = 0.55
    /// An image that is said to be cropped has the document on so much of it.
    private static let croppedShare = 0.6
    /// As `EdgeBounds` takes them.
    private static let aspects = 1.15...1.9

    /// - Parameters:
    ///   - print: of which the place on the document is known; nil where no source read such.
    ///   - face: of the portrait that was found in this image.
    init(in levels: ImageLevels, print: DocumentPrint?, face: Face?, isStatedCropped: Bool) {
        let size = levels.image.size
        let edges = EdgeBounds(in: levels).located(in: levels) { found in
            guard let face, found.holds(face.corners.center) else { return face == nil || print != nil }
            let shorter = DocumentBounds.Side.allCases.map(found.length).min() ?? 0
            return face.corners.area.squareRoot() <= Self.greatestFace * shorter
        }
        if let printed = print.flatMap({ PrintedBounds($0, in: levels)?.located(among: edges) }) {
            let others = edges.filter {
                !printed.quadrilateral.holds($0.quadrilateral.center)
                    && !$0.quadrilateral.holds(printed.quadrilateral.center)
            }
            (document, count) = (printed, 1 + others.count)
        } else if let first = edges.first {
            document = face.map { first.reading(afterQuarterTurns: $0.clockwiseQuarterTurns) } ?? first
            count = edges.count
        } else if isStatedCropped, Self.aspects.contains(Quadrilateral(of: size).aspect) {
            let whole = LocatedDocument(quadrilateral: Quadrilateral(of: size), basis: .image, seen: [0, 0, 0, 0])
            document = face.map { whole.reading(afterQuarterTurns: $0.clockwiseQuarterTurns) } ?? whole
            count = 1
        } else {
            (document, count) = (nil, 0)
        }
        side =
            switch print?.side {
            case .front: .front
            case .back: .back
            case .page: .page
            case nil: face == nil ? nil : .front
            }
        contradictsCropped =
            isStatedCropped
            && (document.map { $0.quadrilateral.area < Self.croppedShare * Quadrilateral(of: size).area } ?? false)
    }
}
