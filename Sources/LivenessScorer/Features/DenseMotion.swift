internal import FaceEngine
internal import Foundation
internal import Vision

/// How a face looks in other frames once each of its pixels was brought back to its place in one of them.
///
/// One image that is warped looks the same then, but for noise. A living face does not: its shading, lids, lips and folds
/// change. So the change of appearance that is left, per movement, tells the two apart.
struct DenseMotion: Sendable {
    /// The indices of the compared frames in the capture, in order.
    let frames: [Int]
    /// The index in the capture of the frame that the others are brought onto.
    let anchorFrame: Int
    /// From the first to the last of the compared frames.
    let spanInMilliseconds: Double
    /// How far the head turns over the compared frames.
    let turnInDegrees: Double
    /// s: the largest root mean square shift that no similarity explains, in percent of the face's width.
    let deformationInPercent: Double
    /// b50: the median local change of brightness that is left after alignment, in percent.
    let appearanceChangeInPercent: Double
    /// lmax: the largest change of smoothed light that no plane explains, in percent. Without the fifth of the face that the
    /// plane explains worst: a far cheek that slips from under the flow.
    let lightChangeInPercent: Double
    /// How much the brightness changes in patches, see `LightChange`; nil if nothing could be measured.
    let patchyLightInPercent: Double?
    /// r of the inner face alone (see `Flatness`): the median of the three frames with the largest residual; nil if no map
    /// fits.
    let innerRatio: Double?
    let course: AppearanceCourse

    /// Of fewer the course says nothing, and a single one that fits badly would decide.
    static let minimumFrames = 6
    /// More are not compared: each costs a flow, and says little that its neighbours do not say.
    private static let maximumFrames = 9

    /// How much of the outline, scaled about its mean, is compared: hair, background and the far cheek of a head that turns
    /// come in beyond.
    private static let faceOutline = 0.8
    /// How much of it is the inner face.
    private static let innerOutline = 0.66
    /// Every so many pixels a shift is looked at.
    private static let shiftStride = 5
    /// Frames beyond this turn from the anchor break the flow, on living faces and on images alike.
    private static let reachInDegrees = 20.0
    /// Added to every brightness, so that the noise of dark skin counts little; in grey values.
    private static let darkest: Float = 8

    /// - Parameter usable: indices of usable frames, in order.
    /// - Returns: nil where fewer than `minimumFrames` lie near one pose, or a mesh has no extent.
    init?(of usable: [Int], in capture: CaptureFeatures) {
        let faces = usable.compactMap { capture.frames[$0].face }
        guard faces.count == usable.count, faces.count >= Self.minimumFrames else { return nil }
        let middle = faces.count / 2
        let turns = HeadTurns(of: faces.map(\.mesh), against: middle)
        let (anchor, allNear) = turns.densest(within: Self.reachInDegrees)
        let near = allNear.thinned(to: Self.maximumFrames, keeping: [anchor])
        guard near.count >= Self.minimumFrames,
            let aligned = FaceAlignment(
                meshes: faces.map(\.mesh), greys: faces.map(\.grey), anchor: middle, layout: .dense),
            let views = Views(of: near, onto: anchor, in: aligned)
        else { return nil }

        frames = near.map { usable[$0] }
        anchorFrame = usable[anchor]
        let times = frames.map { capture.frames[$0].evidence.timeInMilliseconds }
        spanInMilliseconds = (times.last ?? 0) - (times.first ?? 0)
        turnInDegrees = turns.of(near).rangeInDegrees

        let face = aligned.layout.size.pixels(inside: aligned.outline(of: anchor, scaledBy: Self.faceOutline))
        let inner = aligned.layout.size.pixels(
            inside: aligned.outline(of: anchor, scaledBy: Self.innerOutline))
        guard !face.isEmpty, !inner.isEmpty else { return nil }
        let width = aligned.layout.faceWidth
        deformationInPercent =
            (views.shifts.compactMap { Self.residual($0, on: face, PlaneResiduals.ofSimilarity) }.max() ?? 0) / width
            * 100
        innerRatio = Self.innerRatio(of: views.shifts, on: inner)
        let light = Light(of: views, on: face, layout: aligned.layout, darkest: Self.darkest)
        lightChangeInPercent = light.largestChange * 100
        patchyLightInPercent = views.patchyLightInPercent(on: face, layout: aligned.layout, darkest: Self.darkest)
        let change = Change(of: views, light: light, on: face)
        appearanceChangeInPercent = change.medianInPercent
        course = AppearanceCourse(of: change.onFace)
    }

    /// T: the change of appearance left after alignment, per movement. 0 where nothing moved.
    var livingChange: Double {
        deformationInPercent > 0 ? appearanceChangeInPercent * lightChangeInPercent / deformationInPercent : 0
    }

    private static func residual(
        _ shifts: PixelShifts, on pixels: [Int], _ residual: (_ from: [Point], _ to: [Point]) -> Double?
    ) -> Double? {
        let chosen = stride(from: 0, to: pixels.count, by: shiftStride).map { pixels[$0] }
        return residual(chosen.map(shifts.place), chosen.map(shifts.target))
    }

    private static func innerRatio(of shifts: [PixelShifts], on pixels: [Int]) -> Double? {
        let similarities = shifts.map { residual($0, on: pixels, PlaneResiduals.ofSimilarity) ?? 0 }
        let order = shifts.indices.sorted { (similarities[$1], $0) < (similarities[$0], $1) }
        let ratios = order.prefix(3).compactMap { frame -> Double? in
            guard similarities[frame] > 0,
                let homography = residual(shifts[frame], on: pixels, PlaneResiduals.ofHomography)
            else { return nil }
            return homography / similarities[frame]
        }.sorted()
        return ratios.dropFirst(ratios.count / 2).first
    }
}

/// The compared frames, each brought onto the anchor's image.
private struct Views {
    let anchor: FloatPlane
    /// Of every other compared frame, in order.
    let others: [FloatPlane]
    let shifts: [PixelShifts]
    /// Where the anchor stands among the compared frames.
    let anchorPosition: Int

    init?(of frames: [Int], onto anchor: Int, in aligned: FaceAlignment) {
        guard let position = frames.firstIndex(of: anchor) else { return nil }
        let image = aligned.images[anchor]
        var (others, shifts) = ([FloatPlane](), [PixelShifts]())
        for frame in frames where frame != anchor {
            guard let (shift, view) = image.aligned(with: aligned.images[frame]) else { return nil }
            shifts.append(shift)
            others.append(view)
        }
        self.anchor = FloatPlane(size: image.size, values: image.pixels.map(Float.init))
        self.others = others
        self.shifts = shifts
        anchorPosition = position
    }

    /// Every so many pixels of the face brightness is looked at.
    private static let lightStride = 7
    /// Brightness is smoothed by a Gaussian of this many pixels: what is finer is noise.
    private static let lightSmoothing = 1.5

    /// How much the light changes in patches over the frames.
    func patchyLightInPercent(on face: [Int], layout: FaceAlignment.Layout, darkest: Float) -> Double? {
        let places = stride(from: 0, to: face.count, by: Self.lightStride).map { face[$0] }
        func brightness(_ view: FloatPlane) -> [Double] {
            let smoothed = view.blurred(sigma: Self.lightSmoothing).values
            return places.map { Double(log(max(smoothed[$0], 0) + darkest)) }
        }
        let before = brightness(anchor)
        return LightChange.inPercent(
            of: others.map { zip(brightness($0), before).map { $0 - $1 } }, at: places.map(layout.place))
    }
}

/// The light on the face in each frame against the anchor's.
private struct Light {
    /// For each other frame the plane a + b·x + c·y through the change of the logarithm of brightness.
    let planes: [Plane]
    /// The largest standard deviation, over the frames, of what the plane leaves.
    let largestChange: Double
    let layout: FaceAlignment.Layout

    /// Brightness is smoothed by a Gaussian of this many pixels.
    private static let smoothing = 7.0
    private static let keptShare = 0.8

    init(of views: Views, on face: [Int], layout: FaceAlignment.Layout, darkest: Float) {
        func brightness(_ view: FloatPlane) -> [Float] {
            let smoothed = view.blurred(sigma: Self.smoothing).values
            return face.map { log(max(smoothed[$0], 0) + darkest) }
        }
        let before = brightness(views.anchor)
        let fit = PlaneFit(places: face.map { layout.place($0) })
        var (planes, largest) = ([Plane](), 0.0)
        for view in views.others {
            let changes = zip(brightness(view), before).map { Double($0 - $1) }
            let plane = fit.plane(through: changes)
            planes.append(plane)
            largest = max(largest, fit.deviation(of: changes, from: plane, keeping: Self.keptShare))
        }
        self.planes = planes
        self.layout = layout
        largestChange = largest
    }

    /// By how much each pixel of a view is brighter than the anchor's light makes it.
    func gains(of view: Int) -> [Float] {
        let plane = planes[view]
        // exp of a sum is the product: one for each column, one for each row.
        let columns = (0..<layout.size.width).map { Float(exp(plane.slopeX * layout.place($0).x)) }
        return (0..<layout.size.height).flatMap { row in
            let factor = Float(exp(plane.constant + plane.slopeY * layout.place(row * layout.size.width).y))
            return columns.map { $0 * factor }
        }
    }
}

/// What is left of the change of appearance, once movement and light are taken out.
private struct Change {
    /// The median over the face of the local root mean square over the frames, in percent of the face's brightness.
    let medianInPercent: Double
    /// Of each compared frame, at the pixels of the face, each pixel's mean over the frames taken out.
    let onFace: [[Float]]

    /// What is finer is noise and codec.
    private static let smoothing = 3.0
    private static let box = 9

    init(of views: Views, light: Light, on face: [Int]) {
        let size = views.anchor.size
        let anchor = views.anchor.blurred(sigma: Self.smoothing).values
        var changes = views.others.enumerated().map { index, view -> [Float] in
            let smoothed = view.blurred(sigma: Self.smoothing).values
            let gains = light.gains(of: index)
            return zip(zip(smoothed, gains), anchor).map { $0.0 / $0.1 - $1 }
        }
        changes.insert([Float](repeating: 0, count: anchor.count), at: views.anchorPosition)

        let count = Float(changes.count)
        var mean = [Float](repeating: 0, count: anchor.count)
        for change in changes { mean = zip(mean, change).map { $0 + $1 / count } }
        var squares = [Float](repeating: 0, count: anchor.count)
        changes = changes.map { change in zip(change, mean).map { $0 - $1 } }
        for change in changes { squares = zip(squares, change).map { $0 + $1 * $1 / count } }
        let local = FloatPlane(size: size, values: squares.map { $0.squareRoot() }).boxMean(side: Self.box).values
        let onFace = face.map { local[$0] }.sorted()
        let brightness = face.reduce(0) { $0 + Double(anchor[$1]) } / Double(face.count)
        medianInPercent = brightness > 0 ? Double(onFace[onFace.count / 2]) / brightness * 100 : 0
        self.onFace = changes.map { change in face.map { change[$0] } }
    }
}

extension FaceAlignment.Layout {
    /// A pixel's place from the middle, in widths of the face.
    fileprivate func place(_ pixel: Int) -> Point {
        Point(
            x: (Double(pixel % size.width) - middle.x) / faceWidth,
            y: (Double(pixel / size.width) - middle.y) / faceWidth)
    }
}
