internal import Foundation

extension LightResponse {
    private static let lags = stride(from: 0.0, through: 400, by: 40)
    /// With fewer frames chance alone correlates.
    private static let leastFrames = 12

    /// - Returns: nil for too few frames with colours, or a challenge whose colours do not change.
    init?(of frames: [MeasuredFrame], to challenge: CaptureChallenge) {
        let first = frames.first?.evidence.timeInMilliseconds ?? 0
        self.init(
            of: frames.compactMap { frame in
                frame.face?.colours.map { (frame.evidence.timeInMilliseconds - first, $0) }
            }, to: challenge)
    }

    init?(of moments: [(timeInMilliseconds: Double, colours: FaceColours)], to challenge: CaptureChallenge) {
        guard moments.count >= Self.leastFrames else { return nil }
        let inner = Course(moments.map(\.colours.inner)), rim = Course(moments.map(\.colours.rim))
        let background =
            moments.allSatisfy { $0.colours.background != nil }
            ? Course(moments.compactMap(\.colours.background)) : nil
        guard let inner, let rim else { return nil }
        var best: (lag: Double, correlation: Double, screen: Course)?
        for lag in Self.lags {
            let lights = moments.map { challenge.light(atMilliseconds: $0.timeInMilliseconds - lag) }
            guard let screen = Course(centring: lights), let correlation = screen.correlation(with: inner) else {
                continue
            }
            if correlation > (best?.correlation ?? -.infinity) { best = (lag, correlation, screen) }
        }
        guard let best else { return nil }
        self.init(
            lagInMilliseconds: best.lag, correlation: best.correlation,
            innerChangeInPercent: best.screen.change(of: inner) * 100,
            rimChangeInPercent: best.screen.change(of: rim) * 100,
            backgroundChangeInPercent: background.map { best.screen.change(of: $0) * 100 })
    }
}

/// Three colours over time, their means taken out.
private struct Course {
    /// By frame, then channel.
    let values: [[Double]]

    /// Of light, over its mean; nil for a channel that is always dark.
    init?(_ light: [[Double]]) {
        let means = Self.means(of: light)
        guard means.allSatisfy({ $0 > 1e-6 }) else { return nil }
        values = light.map { frame in zip(frame, means).map { $0 / $1 - 1 } }
    }

    /// Of a screen; nil where nothing changes.
    init?(centring screen: [[Double]]) {
        let means = Self.means(of: screen)
        values = screen.map { frame in zip(frame, means).map { $0 - $1 } }
        guard power > 1e-9 else { return nil }
    }

    private static func means(of frames: [[Double]]) -> [Double] {
        (0..<3).map { channel in frames.reduce(0) { $0 + $1[channel] } / Double(max(1, frames.count)) }
    }

    private var power: Double { product(with: self) }

    private func product(with other: Course) -> Double {
        zip(values, other.values).reduce(0) { sum, pair in sum + zip(pair.0, pair.1).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    func correlation(with other: Course) -> Double? {
        let norm = (power * other.power).squareRoot()
        return norm > 1e-12 ? product(with: other) / norm : nil
    }

    /// Of another course with this one fully on.
    func change(of other: Course) -> Double { product(with: other) / power }
}

extension CaptureChallenge {
    /// The screen's colour; dark before the first step and after the last.
    fileprivate func light(atMilliseconds time: Double) -> [Double] {
        zip(steps, times).first { $0.1.contains(time) }?.0.prompt.light ?? [0, 0, 0]
    }
}
