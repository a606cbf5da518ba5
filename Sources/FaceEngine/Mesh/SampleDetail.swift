internal import Foundation
internal import Vision

/// How the detail of a face is made: what `FaceMeasurements.focus` cannot say of a single image. Measured on the same grey copy of
/// the face, within its outline. Stored with these names.
public struct SampleDetail: Codable, Equatable, Sendable {
    /// `FaceMeasurements.focus` of a copy that was blurred by 1.5 pixels first. Noise and the blocks of compression pass for focus, and
    /// are averaged out there; what a lens or a small image has lost does not come back.
    public let innerFocus: Double
    /// Median of the detail's magnitude over its root mean square, the detail being what a blur of 1 pixel leaves and one of 3 takes
    /// away. Skin has detail everywhere, a drawing in its lines alone.
    public let evenness: Double

    private enum CodingKeys: String, CodingKey {
        case innerFocus, evenness
    }

    /// Well inside, so that the edge of the face is no detail of it.
    private static let outline = 0.88
    private static let innerBlur = 1.5
    private static let band = (fine: 1.0, coarse: 3.0)

    package init(innerFocus: Double, evenness: Double) {
        self.innerFocus = innerFocus
        self.evenness = evenness
    }

    init(of mesh: FaceMesh, in image: Image) {
        let size = FaceMeasurements.copySize
        guard let toCopy = FaceMeasurements.toCopy(of: mesh) else {
            self.init(innerFocus: 0, evenness: 0)
            return
        }
        let grey = image.reducing(by: toCopy, to: size).grey
        let inside = RowSpans(of: mesh.oval(scaledBy: Self.outline).map(toCopy.apply), in: size).rows
            .flatMap { row, span in span.map { row * size.width + $0 } }
        let mean = Double(inside.reduce(0) { $0 + Int(grey.pixels[$1]) }) / Double(max(1, inside.count))
        let gain = Float(FaceMeasurements.gain(forMean: mean))
        let plane = FloatPlane(size: size, values: grey.pixels.map { Float($0) * gain })
        let fine = plane.blurred(sigma: Self.band.fine).values
        let coarse = plane.blurred(sigma: Self.band.coarse).values
        self.init(
            innerFocus: Self.focus(of: plane.blurred(sigma: Self.innerBlur), inside: inside),
            evenness: Self.evenness(of: inside.map { Double(fine[$0] - coarse[$0]) }))
    }

    private static func focus(of plane: FloatPlane, inside: [Int]) -> Double {
        let (width, height, values) = (plane.size.width, plane.size.height, plane.values)
        var (sum, squares, count) = (0.0, 0.0, 0.0)
        for index in inside {
            let (row, column) = (index / width, index % width)
            guard row > 0, row < height - 1, column > 0, column < width - 1 else { continue }
            let laplacian = Double(
                values[index - width] + values[index + width] + values[index - 1] + values[index + 1] - 4
                    * values[index])
            sum += laplacian
            squares += laplacian * laplacian
            count += 1
        }
        guard count > 0 else { return 0 }
        return squares / count - sum / count * (sum / count)
    }

    private static func evenness(of detail: [Double]) -> Double {
        guard !detail.isEmpty else { return 0 }
        let meanSquare = detail.reduce(0) { $0 + $1 * $1 } / Double(detail.count)
        guard meanSquare > 0 else { return 0 }
        return detail.map(abs).sorted()[detail.count / 2] / meanSquare.squareRoot()
    }
}
