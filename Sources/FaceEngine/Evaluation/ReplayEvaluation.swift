internal import Foundation
internal import Vision

/// What the codes of frames and the rule on captures do on recorded captures: which changes of a capture are still seen,
/// and how often another capture of the same person is taken for it.
///
/// A folder holds a folder for each clip, that one for each of its captures, that the frames in the order of
/// their names. Captures of one clip are compared, captures of two clips never.
public struct ReplayEvaluation: Sendable {
    /// How a capture is changed before it is sent again.
    struct Change: Sendable {
        let name: String
        let image: @Sendable (Image, _ frame: Int) -> Image?
        var order: @Sendable ([CodedFrame]) -> [CodedFrame] = { $0 }
        /// Whether frames between the stored ones are sent.
        var takesOtherFrames = false
    }

    public let report: ReplayReport

    /// - Parameters:
    ///   - identities: one image of each person gives the distances of strangers; those that the medians are fitted to are
    ///     left out.
    ///   - progress: told which capture is done.
    /// - Throws: `FaceDataset.ReadingError` for a folder without captures; `FaceEngineError`.
    public init(
        captures folder: String, identities: FaceDataset?, by engine: FaceEngine, progress: (String) -> Void
    ) throws {
        var changes = Dictionary(uniqueKeysWithValues: Self.changes.map { ($0.name, Tally()) })
        var others = Tally()
        var cost = Cost()
        let clips = try Self.folders(in: folder)
        var captureCount = 0
        for clip in clips {
            let name = clip.split(separator: "/").last.map(String.init) ?? clip
            var stored: [[CodedFrame]] = []
            for capture in try Self.folders(in: clip) {
                let images = try Self.files(in: capture).compactMap(Self.image)
                // The frames at odd places are what a recording shows between those that were stored.
                let kept = stride(from: 0, to: images.count, by: 2).map { images[$0] }
                let between = stride(from: 1, to: images.count, by: 2).map { images[$0] }
                let start = ContinuousClock.now
                let own = try Self.codes(of: kept, by: engine, cost: &cost)
                guard own.count >= ReplayRule.leastFrames else { continue }
                captureCount += 1
                if stored.isEmpty {
                    for change in Self.changes {
                        let frames = change.takesOtherFrames ? between : kept
                        let changed = frames.enumerated().compactMap { change.image($0.element, $0.offset) }
                        let sent = change.order(try Self.codes(of: changed, by: engine, cost: &cost))
                        guard sent.count >= ReplayRule.leastFrames else { continue }
                        changes[change.name]?.add(sent, against: own, clip: name)
                    }
                }
                stored.append(own)
                progress(
                    "\(capture.split(separator: "/").suffix(2).joined(separator: "/")) "
                        + "\(Int(start.duration(to: .now) / .seconds(1))) s")
            }
            for (index, first) in stored.enumerated() {
                for (other, second) in stored.enumerated() where other != index {
                    others.add(first, against: second, clip: name)
                }
            }
        }
        guard captureCount > 0 else { throw FaceDataset.ReadingError.unreadable(file: folder) }
        report = ReplayReport(
            clips: clips.count, captures: captureCount,
            millisecondsPerFrame: cost.codes * 1000 / Double(max(cost.frames, 1)),
            millisecondsOfMeasuring: cost.measuring * 1000 / Double(max(cost.frames, 1)),
            changes: Self.changes.compactMap { change in changes[change.name]?.row(named: change.name) },
            others: others.row(named: "another capture of the clip"),
            strangers: try identities.map { try Self.strangers(in: $0, by: engine) })
    }

    /// Seconds.
    private struct Cost {
        var frames = 0
        /// Detector, mesh and grey image.
        var measuring = 0.0
        var codes = 0.0
    }

    /// Captures that were compared, and how near their frames came.
    private struct Tally {
        var distances: [Int] = []
        var cases: [ReplayReport.Case] = []
        var alarms = 0

        mutating func add(_ sent: [CodedFrame], against capture: [CodedFrame], clip: String) {
            let stored = capture.map(\.asShown)
            let similarity = [sent.map(\.asShown), sent.map(\.mirrored)].map {
                ReplayRule.similarity(of: $0, to: stored)
            }
            .max { ($0.share, $0.order) < ($1.share, $1.order) }
            cases.append(.init(clip: clip, share: similarity?.share ?? 0, order: similarity?.order ?? 0))
            if ReplayRule.isReplay(sent, of: stored) { alarms += 1 }
            distances += sent.map { frame in
                stored.map { min(frame.asShown.distance(to: $0), frame.mirrored.distance(to: $0)) }.min()
                    ?? 2 * Code256.bitCount
            }
        }

        func row(named name: String) -> ReplayReport.Row {
            ReplayReport.Row(
                name: name, captures: cases.count, replays: alarms, distances: .init(of: distances), cases: cases)
        }
    }

    private static let changes: [Change] = [
        Change(name: "saved anew, quality 70", image: { image, _ in saved(image, 70) }),
        Change(name: "saved anew, quality 40", image: { image, _ in saved(image, 40) }),
        Change(name: "resized to 0.6", image: { image, _ in saved(resized(image, 0.6), 85) }),
        Change(name: "resized to 1.4", image: { image, _ in saved(resized(image, 1.4), 85) }),
        Change(name: "cropped by 12 pixels", image: { image, _ in saved(cropped(image, 12, 12), 85) }),
        Change(
            name: "cropped by 8 %",
            image: { image, _ in
                saved(cropped(image, Double(image.size.width) * 0.08, Double(image.size.height) * 0.08), 85)
            }),
        Change(name: "mirrored", image: { image, _ in saved(image.mirrored(), 85) }),
        Change(name: "reversed", image: { image, _ in saved(image, 85) }, order: { $0.reversed() }),
        Change(name: "turned by 3 degrees", image: { image, _ in saved(turned(image, 3), 85) }),
        Change(name: "noise of 8 grey levels", image: { image, frame in saved(noisy(image, 8, frame), 85) }),
        Change(name: "noise of 15 grey levels", image: { image, frame in saved(noisy(image, 15, frame), 85) }),
        Change(name: "brighter by 1.25 and 12", image: { image, _ in saved(lit(image) { $0 * 1.25 + 12 }, 85) }),
        Change(name: "gamma 0.7", image: { image, _ in saved(lit(image) { 255 * pow($0 / 255, 0.7) }, 85) }),
        Change(
            name: "mirrored, cropped by 5 %, resized to 0.75, lit, noise of 6, quality 75",
            image: { image, frame in
                let cut = cropped(image, Double(image.size.width) * 0.05, Double(image.size.height) * 0.05)
                return saved(
                    noisy(lit(resized(cut.mirrored(), 0.75)) { 255 * pow($0 / 255, 0.85) + 6 }, 6, frame), 75)
            }),
        Change(name: "the frames between, saved anew", image: { image, _ in saved(image, 85) }, takesOtherFrames: true),
    ]

    private static func saved(_ image: Image?, _ quality: Int) -> Image? {
        guard let image, let bytes = try? image.jpeg(quality: quality) else { return nil }
        return decoded(bytes)
    }

    private static func resized(_ image: Image, _ scale: Double) -> Image {
        image.resized(
            to: ImageSize(
                width: max(1, Int(Double(image.size.width) * scale)),
                height: max(1, Int(Double(image.size.height) * scale))))
    }

    private static func cropped(_ image: Image, _ x: Double, _ y: Double) -> Image {
        image.cropped(
            to: ImageRectangle(
                x: x, y: y, width: max(1, image.bounds.width - 2 * x), height: max(1, image.bounds.height - 2 * y)))
    }

    private static func turned(_ image: Image, _ degrees: Double) -> Image {
        let middle = Point(x: image.bounds.width / 2, y: image.bounds.height / 2)
        return image.warped(by: .rotation(byRadians: degrees * .pi / 180, about: middle), to: image.size)
    }

    private static func lit(_ image: Image, _ level: (Double) -> Double) -> Image {
        let table = (0...255).map { UInt8(min(max(level(Double($0)).rounded(), 0), 255)) }
        return Image(size: image.size, pixels: image.pixels.map { table[Int($0)] })
    }

    /// Normal to what the sum of four even distributions is.
    private static func noisy(_ image: Image, _ deviation: Double, _ seed: Int) -> Image {
        var state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        let pixels = image.pixels.map { level in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            let sum = (0..<4).reduce(0.0) { $0 + Double(state >> UInt64(16 * $1) & 0xFFFF) / 65_536 - 0.5 }
            return UInt8(min(max((Double(level) + sum * deviation * 3.0.squareRoot()).rounded(), 0), 255))
        }
        return Image(size: image.size, pixels: pixels)
    }

    /// Of the largest face of each image that shows one, as the scorer sees it.
    private static func codes(
        of images: [Image], by engine: FaceEngine, cost: inout Cost
    ) throws(FaceEngineError) -> [CodedFrame] {
        var codes: [CodedFrame] = []
        for image in images {
            let begin = ContinuousClock.now
            guard let face = try engine.faces(in: image).largest else { continue }
            let mesh = try engine.mesh(of: face, in: image, passes: CaptureKind.movement.meshPasses)
            guard mesh.presence >= FaceEngine.leastPresence else { continue }
            let grey = image.grey
            let start = ContinuousClock.now
            if let frame = try engine.codedFrame(of: mesh, in: image, grey: grey) { codes.append(frame) }
            cost.frames += 1
            cost.measuring += begin.duration(to: start) / .seconds(1)
            cost.codes += start.duration(to: .now) / .seconds(1)
        }
        return codes
    }

    private static func strangers(
        in dataset: FaceDataset, by engine: FaceEngine
    ) throws -> ReplayReport.Strangers {
        var seen: Set<String> = []
        var codes: [FrameCode] = []
        var none = Cost()
        for sample in dataset.samples
        where !FaceCoefficientFit.isFitted(sample) && seen.insert(sample.identity).inserted {
            let image = image(ofFile: dataset.folder + "/" + sample.file)
            codes += try Self.codes(of: image.map { [$0] } ?? [], by: engine, cost: &none).map(\.asShown)
        }
        var (joint, face) = ([Int](), [Int]())
        for (index, code) in codes.enumerated() {
            for other in codes[(index + 1)...] {
                joint.append(code.distance(to: other))
                face.append(code.face.distance(to: other.face))
            }
        }
        return .init(people: codes.count, distances: .init(of: joint), faceDistances: .init(of: face))
    }

    private static func folders(in folder: String) throws(FaceDataset.ReadingError) -> [String] {
        try files(in: folder).filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        }
    }

    /// Sorted by name.
    private static func files(in folder: String) throws(FaceDataset.ReadingError) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .unreadable(file: folder)
        }
        return names.sorted().map { folder + "/" + $0 }
    }

    static func image(ofFile path: String) -> Image? {
        FileManager.default.contents(atPath: path).flatMap { decoded([UInt8]($0)) }
    }

    private static func decoded(_ bytes: [UInt8]) -> Image? {
        // Some of the images are smaller than what the server takes.
        let limits = ImageLimits(minimumSide: 32)
        guard let size = try? ImageHeader(of: bytes, limits: limits).size else { return nil }
        return try? FrameImage(decoding: bytes, size: size, limits: limits).image
    }
}
