internal import Casework
internal import Figures
internal import Foundation

/// How one number goes from frame to frame, with the band in which a frame is usable.
struct CourseChart {
    let id: String
    let title: String
    let description: String
    /// A path in a box of 600 by 60.
    let path: String
    let bandY: String
    let bandHeight: String
    /// Of zero; nil where that is the lower edge.
    let zeroY: String?

    private static let (width, height) = (600.0, 60.0)

    static func all(of face: CaseFile.MeasuredFace, named name: String, _ format: CaseFormat) -> [CourseChart] {
        guard face.frames.count > 2 else { return [] }
        let limits = face.frameLimits
        return [
            CourseChart(
                "yaw", face.frames, \.yawInDegrees, within: limits.mostYawInDegrees, .degrees, named: name, format),
            CourseChart(
                "pitch", face.frames, \.pitchInDegrees, within: limits.mostPitchInDegrees, .degrees, named: name,
                format),
            CourseChart("focus", face.frames, \.focus, from: limits.leastFocus, nil, named: name, format),
            CourseChart("width", face.frames, \.faceWidth, from: limits.leastFaceWidth, .pixels, named: name, format),
        ].compactMap(\.self)
    }

    /// Of what must not be far from zero, to either side.
    private init?(
        _ kind: String, _ frames: [CaseFile.Frame], _ number: (CaseFile.Frame) -> Double?, within limit: Double,
        _ unit: Explanation.Rule.Unit?, named name: String, _ format: CaseFormat
    ) {
        let values = frames.map { number($0).flatMap { $0.isFinite ? $0 : nil } }
        let reach = max((values.compactMap(\.self).map(abs).max() ?? 0) * 1.1, limit * 1.2)
        self.init(
            kind, frames, values, low: -reach, high: reach, band: -limit...limit,
            limit: limit, bound: { format.words("case.bounds.atMost", ["n": "± " + $0]) }, unit, name, format)
    }

    /// Of what must be large enough.
    private init?(
        _ kind: String, _ frames: [CaseFile.Frame], _ number: (CaseFile.Frame) -> Double?, from limit: Double,
        _ unit: Explanation.Rule.Unit?, named name: String, _ format: CaseFormat
    ) {
        let values = frames.map { number($0).flatMap { $0.isFinite ? $0 : nil } }
        let top = max((values.compactMap(\.self).max() ?? 0) * 1.1, limit * 1.2)
        self.init(
            kind, frames, values, low: 0, high: top, band: limit...max(top, limit),
            limit: limit, bound: { format.words("case.bounds.atLeast", ["n": $0]) }, unit, name, format)
    }

    private init?(
        _ kind: String, _ frames: [CaseFile.Frame], _ values: [Double?], low: Double, high: Double,
        band: ClosedRange<Double>, limit: Double, bound: (String) -> String, _ unit: Explanation.Rule.Unit?,
        _ name: String,
        _ format: CaseFormat
    ) {
        let known = values.compactMap(\.self)
        guard let least = known.min(), let most = known.max(), high > low else { return nil }
        let times = frames.map { $0.timeInMilliseconds ?? Double($0.index) }
        let (first, last) = (times.first ?? 0, max(times.last ?? 1, (times.first ?? 0) + 1))
        func x(_ time: Double) -> String { ChartText.number(Self.width * (time - first) / (last - first)) }
        func y(_ value: Double) -> Double { Self.height * (high - value) / (high - low) }
        var path = ""
        var isOpen = false
        for (index, value) in values.enumerated() {
            guard let value else {
                isOpen = false
                continue
            }
            let point = "\(x(times[index])) \(ChartText.number(y(value)))"
            let isAlone = !isOpen && (index + 1 == values.count || values[index + 1] == nil)
            path += isOpen ? " L\(point)" : (path.isEmpty ? "" : " ") + "M\(point)" + (isAlone ? " h0.1" : "")
            isOpen = true
        }
        self.path = path
        id = "course-\(name)-\(kind)"
        title = format.words("case.frameMeasures.\(kind)")
        // Of an angle the limit is to either side.
        let limits = low < 0 ? [-limit, limit] : [limit]
        let found = format.values(
            [least, most], beside: limits, in: unit, unit == nil ? CaseFormat.usual : .decimals(0))
        description = format.words(
            "case.chart.course",
            ["least": found.values[0], "most": found.values[1], "bound": bound(found.limits.last ?? "")])
        bandY = ChartText.number(y(min(band.upperBound, high)))
        bandHeight = ChartText.number(y(max(band.lowerBound, low)) - y(min(band.upperBound, high)))
        zeroY = low < 0 ? ChartText.number(y(0)) : nil
    }
}
