internal import Vision

/// A part of the face that moves by itself: within an ellipse the image is shifted, most in the middle, not at the rim.
struct FacialShift: Sendable {
    /// In pixels of the still.
    let centre: Point
    /// Half axes of the ellipse, in pixels.
    let reach: Point
    /// Of the middle, in pixels.
    let shift: Point

    /// Places in the still, by which a frame is drawn, moved so that the frame shows the shifts.
    /// - Parameters:
    ///   - x, y: for each pixel of the frame, rows top to bottom.
    ///   - width: of the frame, in pixels.
    static func applied(
        _ shifts: [FacialShift], x: [Float], y: [Float], width: Int
    ) -> (x: [Float], y: [Float]) {
        var (movedX, movedY) = (x, y)
        for part in shifts {
            let (centreX, centreY) = (Float(part.centre.x), Float(part.centre.y))
            let (reachX, reachY) = (Float(part.reach.x), Float(part.reach.y))
            let (shiftX, shiftY) = (Float(part.shift.x), Float(part.shift.y))
            for index in movedX.indices {
                let across = (x[index] - centreX) / reachX
                guard abs(across) < 1 else { continue }
                let along = (y[index] - centreY) / reachY
                let inside = 1 - across * across - along * along
                guard inside > 0 else { continue }
                movedX[index] -= shiftX * inside * inside
                movedY[index] -= shiftY * inside * inside
            }
        }
        return (movedX, movedY)
    }
}
