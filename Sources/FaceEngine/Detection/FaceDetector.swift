internal import Foundation
internal import Vision

/// One of the two BlazeFace detectors of MediaPipe: square input, a grid of anchors, one candidate an anchor.
///
/// The image is scaled so that its longest side fills the input and centred on black; values are v/127.5 − 1, red
/// first. Output 0 has 16 numbers an anchor (centre, size, six key points) in input pixels relative to the anchor's
/// centre, output 1 one logit an anchor.
struct FaceDetector: Sendable {
    /// What tells the detectors apart.
    struct Form: Sendable {
        let file: String
        /// Side of the input in pixels.
        let side: Int
        /// Cells along a side, and anchors in each cell.
        let grids: [(cells: Int, anchors: Int)]
        /// The least score of a face: MediaPipe's own limits.
        let minimumScore: Double

        static let shortRange = Form(
            file: "face-detection/face_detection_short_range.tflite", side: 128,
            grids: [(cells: 16, anchors: 2), (cells: 8, anchors: 6)], minimumScore: 0.5)
        static let fullRange = Form(
            file: "face-detection/face_detection_full_range_sparse.tflite", side: 192,
            grids: [(cells: 48, anchors: 1)], minimumScore: 0.6)
    }

    /// Candidates that overlap more than this (shared by joint area) are one face.
    static let greatestOverlap = 0.3

    private static let encoding = ImageEncoding(
        channelOrder: .rgb, layout: .nhwc, mean: [127.5, 127.5, 127.5],
        scale: [1 / 127.5, 1 / 127.5, 1 / 127.5])

    let form: Form
    let network: Network
    /// Centres of the anchors as shares of the side.
    private let anchors: [Point]

    init(_ form: Form, models: ModelFolder, workers: Int) throws(FaceEngineError) {
        self.form = form
        network = try Network.loaded(form.file, from: models, workers: workers)
        anchors = form.grids.flatMap { grid in
            (0..<(grid.cells * grid.cells)).flatMap { cell in
                let center = Point(
                    x: (Double(cell % grid.cells) + 0.5) / Double(grid.cells),
                    y: (Double(cell / grid.cells) + 0.5) / Double(grid.cells))
                return [Point](repeating: center, count: grid.anchors)
            }
        }
    }

    /// The faces in the image, best score first.
    func faces(in image: Image) throws(FaceEngineError) -> [DetectedFace] {
        let letterbox = Letterbox(image, side: form.side)
        let outputs = try network.outputs(of: letterbox.image, encodedAs: Self.encoding)
        guard outputs.count == 2, outputs[0].values.count == anchors.count * 16,
            outputs[1].values.count == anchors.count
        else { throw .unexpectedOutput(file: form.file) }
        return Self.merged(candidates(regressors: outputs[0].values, logits: outputs[1].values))
            .map { $0.moved(by: letterbox.placeInImage, scale: 1 / letterbox.scale) }
    }

    private func candidates(regressors: [Float], logits: [Float]) -> [DetectedFace] {
        // Compared as logits: of some two thousand anchors only a handful need the exponential.
        let minimumLogit = Float(log(form.minimumScore / (1 - form.minimumScore)))
        let side = Double(form.side)
        var found: [DetectedFace] = []
        for (index, logit) in logits.enumerated() where logit >= minimumLogit {
            let numbers = regressors[(index * 16)..<(index * 16 + 16)].map(Double.init)
            let anchor = anchors[index] * side
            let (width, height) = (numbers[2], numbers[3])
            guard width > 0, height > 0, numbers.allSatisfy(\.isFinite) else { continue }
            found.append(
                DetectedFace(
                    box: ImageRectangle(
                        x: anchor.x + numbers[0] - width / 2, y: anchor.y + numbers[1] - height / 2, width: width,
                        height: height),
                    score: 1 / (1 + exp(-Double(min(logit, 100)))),
                    keyPoints: (0..<6).map {
                        Point(x: anchor.x + numbers[4 + $0 * 2], y: anchor.y + numbers[5 + $0 * 2])
                    }))
        }
        return found
    }

    /// Weighted non-maximum suppression: candidates that overlap the best are averaged into it, weighted by score.
    static func merged(_ candidates: [DetectedFace]) -> [DetectedFace] {
        var waiting = candidates.sorted { $0.score > $1.score }
        var faces: [DetectedFace] = []
        while let best = waiting.first {
            let group = waiting.filter { $0.box.overlap(with: best.box) > greatestOverlap || $0 == best }
            waiting.removeAll { $0.box.overlap(with: best.box) > greatestOverlap || $0 == best }
            let total = group.reduce(0) { $0 + $1.score }
            func mean(_ value: (DetectedFace) -> Double) -> Double {
                group.reduce(0) { $0 + value($1) * $1.score } / total
            }
            faces.append(
                DetectedFace(
                    box: ImageRectangle(
                        x: mean(\.box.x), y: mean(\.box.y), width: mean(\.box.width), height: mean(\.box.height)),
                    score: best.score,
                    keyPoints: best.keyPoints.indices.map { index in
                        Point(x: mean { $0.keyPoints[index].x }, y: mean { $0.keyPoints[index].y })
                    }))
        }
        return faces
    }
}

/// An image scaled into the middle of a black square.
private struct Letterbox {
    let image: Image
    /// Pixels of the square for a pixel of the image.
    let scale: Double
    private let left: Int
    private let top: Int

    init(_ original: Image, side: Int) {
        scale = Double(side) / Double(original.size.longestSide)
        let inner = original.resized(
            to: ImageSize(
                width: min(side, max(1, Int((Double(original.size.width) * scale).rounded()))),
                height: min(side, max(1, Int((Double(original.size.height) * scale).rounded())))))
        left = (side - inner.size.width) / 2
        top = (side - inner.size.height) / 2
        var pixels = [UInt8](repeating: 0, count: side * side * 3)
        let rowLength = inner.size.width * 3
        for row in 0..<inner.size.height {
            let start = ((top + row) * side + left) * 3
            pixels.replaceSubrange(
                start..<(start + rowLength), with: inner.pixels[(row * rowLength)..<((row + 1) * rowLength)])
        }
        image = Image(size: ImageSize(width: side, height: side), pixels: pixels)
    }

    /// The detector counts from the edge of the first pixel, an image from its middle.
    func placeInImage(_ point: Point) -> Point {
        Point(x: (point.x - Double(left)) / scale - 0.5, y: (point.y - Double(top)) / scale - 0.5)
    }
}
