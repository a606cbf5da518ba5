internal import Foundation

/// The fine lines of the page's background, in the manner of a guilloche: families of curves in two inks over paper that
/// changes its tint, a rosette, and an emblem of the fictitious state. All lengths in millimetres of the page.
struct SecurityPattern: Sendable {
    let pixelsPerMillimetre: Double

    private static let teal = Ink(96, 158, 168)
    private static let rose = Ink(196, 138, 152)
    private static let gold = Ink(186, 158, 98)
    private static let navy = Ink(38, 58, 104)

    /// The paper of the page with its pattern.
    func background(width: Int, height: Int) -> Canvas {
        var canvas = Canvas(width: width, height: height, paper: Ink(244, 246, 243))
        tint(&canvas)
        waves(on: &canvas)
        rosette(on: &canvas, centre: (83, 39), radius: 25)
        rosette(on: &canvas, centre: (118, 9), radius: 13)
        return canvas
    }

    private func tint(_ canvas: inout Canvas) {
        let width = Double(canvas.width)
        let height = Double(canvas.height)
        let (cool, warm) = (Ink(205, 228, 231), Ink(243, 221, 222))
        canvas.cover(columns: 0..<canvas.width, rows: 0..<canvas.height, with: cool) { x, y in
            0.85 * max(0, 1 - (x / width) * 1.35 - 0.2 * (y / height))
        }
        canvas.cover(columns: 0..<canvas.width, rows: 0..<canvas.height, with: warm) { x, y in
            0.85 * max(0, (x / width) * 1.3 - 0.35 + 0.15 * (y / height))
        }
    }

    private func waves(on canvas: inout Canvas) {
        let (columns, rows) = (0..<canvas.width, 0..<canvas.height)
        canvas.cover(columns: columns, rows: rows, with: Self.teal) { [pixelsPerMillimetre] x, y in
            let (u, v) = (x / pixelsPerMillimetre, y / pixelsPerMillimetre)
            let wave = 2.1 * sin(u / 8.2 + 0.5 * sin(v / 13)) + 0.8 * sin(u / 2.9 - v / 17)
            return 0.34 * Self.line((v + wave) / 1.15, widthShare: 0.1, softness: 0.07)
        }
        canvas.cover(columns: columns, rows: rows, with: Self.rose) { [pixelsPerMillimetre] x, y in
            let (u, v) = (x / pixelsPerMillimetre, y / pixelsPerMillimetre)
            let wave = 2.4 * sin(u / 6.7 + v / 21 + 1.9) - 1.1 * sin(v / 5.3)
            return 0.30 * Self.line((v * 0.82 + u * 0.34 + wave) / 1.35, widthShare: 0.09, softness: 0.06)
        }
    }

    /// Curves r(θ) that swing between an inner and an outer circle, each turned a little against the last.
    private func rosette(on canvas: inout Canvas, centre: (x: Double, y: Double), radius: Double) {
        let scale = pixelsPerMillimetre
        let columns = Int((centre.x - radius) * scale)..<Int((centre.x + radius) * scale)
        let rows = Int((centre.y - radius) * scale)..<Int((centre.y + radius) * scale)
        canvas.cover(columns: columns, rows: rows, with: Self.gold) { x, y in
            let (u, v) = (x / scale - centre.x, y / scale - centre.y)
            let distance = (u * u + v * v).squareRoot()
            guard distance < radius else { return 0 }
            let angle = atan2(v, u)
            var coverage = 0.0
            for curve in 0..<10 {
                let phase = Double(curve) * .pi / 5
                let swing = 7 * angle + phase
                let along = radius * (0.58 + 0.30 * sin(swing) + 0.08 * sin(3 * swing))
                // The distance to the curve is the radial one, shortened where the curve runs steeply.
                let slope = radius * (2.1 * cos(swing) + 1.68 * cos(3 * swing)) / max(distance, 1)
                let away = abs(distance - along) / (1 + slope * slope).squareRoot()
                coverage = max(coverage, min(max(1.15 - away * scale, 0), 1))
            }
            return 0.36 * coverage
        }
    }

    /// 1 on lines at the whole numbers of `value`, 0 between them.
    private static func line(_ value: Double, widthShare: Double, softness: Double) -> Double {
        let away = abs(value - value.rounded())
        return min(max((widthShare / 2 + softness - away) / softness, 0), 1)
    }

    /// A compass star in a ring: no state's arms.
    func emblem(on canvas: inout Canvas, centre: (x: Double, y: Double), radius: Double) {
        let scale = pixelsPerMillimetre
        let columns = Int((centre.x - radius) * scale) - 2..<Int((centre.x + radius) * scale) + 2
        let rows = Int((centre.y - radius) * scale) - 2..<Int((centre.y + radius) * scale) + 2
        canvas.cover(columns: columns, rows: rows, with: Self.navy) { x, y in
            let (u, v) = (x / scale - centre.x, y / scale - centre.y)
            let distance = (u * u + v * v).squareRoot()
            let ring = min(max((0.16 * radius / 2 - abs(distance - 0.9 * radius)) * scale + 0.5, 0), 1)
            // Eight points, every second one shorter; the half of each point is left light, as engravers do.
            let sector = atan2(v, u) / (.pi / 4)
            let nearest = sector.rounded()
            let reach = (Int(nearest) & 1 == 0 ? 0.74 : 0.48) * radius
            let aside = (sector - nearest) * 2
            let edge = reach * max(0, 1 - abs(aside) * 1.12) + 0.16 * radius
            let star = distance < edge ? (aside > 0 ? 0.95 : 0.35) : 0
            return max(ring, star)
        }
    }
}
