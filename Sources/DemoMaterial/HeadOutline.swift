package import Vision

/// Where head and body lie in a frontal portrait, as ellipses and lines in the frame of the face.
package struct HeadOutline: Sendable {
    private let centre: Point
    private let chin: Point
    /// From forehead to chin, of length 1.
    private let axis: Point
    private let across: Double
    private let along: Double
    private let faceWidth: Double

    /// - Parameters:
    ///   - top, chin: the mesh's points on the forehead's upper edge and under the chin.
    ///   - faceWidth: in pixels.
    package init(top: Point, chin: Point, faceWidth: Double) {
        let faceHeight = max(top.distance(to: chin), 1)
        self.chin = chin
        self.faceWidth = faceWidth
        axis = (chin - top) * (1 / faceHeight)
        centre = (top + chin) * 0.5 - axis * (0.12 * faceHeight)
        across = 0.72 * faceWidth
        along = 0.78 * faceHeight
    }

    /// 1 in an ellipse over the whole head, falling smoothly to 0 at `outer` of its radius.
    package func head(size: ImageSize, fallingTo outer: Double) -> FloatPlane {
        plane(size) { place in
            Self.smooth((outer - radius(at: place)) / (outer - 1))
        }
    }

    /// 1 on head, neck and chest, falling to 0 over the background beside them.
    package func person(size: ImageSize) -> FloatPlane {
        plane(size) { place in
            let offset = place - chin
            let down = (offset.x * axis.x + offset.y * axis.y) / faceWidth
            let aside = abs(offset.x * axis.y - offset.y * axis.x) / faceWidth
            // The shoulders start at the neck and slope down over half a face width.
            let halfWidth = 0.42 + 1.15 * Self.smooth((down - 0.02) / 0.5)
            let chest = Self.smooth((halfWidth - aside) / 0.3) * Self.smooth((down + 0.25) / 0.2)
            return max(Self.smooth((1.15 - radius(at: place)) / 0.27), chest)
        }
    }

    /// 1 on head, neck and chest, falling to 0 over a whole face width beside them: where a coming closer is seen. The
    /// background far behind grows less, and a narrower step would fold what lies between.
    func personWithSurroundings(size: ImageSize) -> FloatPlane {
        plane(size) { place in
            let offset = place - chin
            let down = (offset.x * axis.x + offset.y * axis.y) / faceWidth
            let aside = abs(offset.x * axis.y - offset.y * axis.x) / faceWidth
            let halfWidth = 0.9 + 1.15 * Self.smooth((down + 0.1) / 0.8)
            let chest = Self.smooth((halfWidth - aside) / 0.9) * Self.smooth((down + 0.6) / 0.6)
            return max(Self.smooth((2.3 - radius(at: place)) / 1.3), chest)
        }
    }

    private func radius(at place: Point) -> Double {
        let offset = place - centre
        let v = (offset.x * axis.x + offset.y * axis.y) / along
        let u = (offset.x * axis.y - offset.y * axis.x) / across
        return (u * u + v * v).squareRoot()
    }

    private func plane(_ size: ImageSize, _ value: (Point) -> Double) -> FloatPlane {
        var values: [Float] = []
        values.reserveCapacity(size.width * size.height)
        for row in 0..<size.height {
            for column in 0..<size.width { values.append(Float(value(Point(x: Double(column), y: Double(row))))) }
        }
        return FloatPlane(size: size, values: values)
    }

    /// 0 below 0, 1 above 1, level at both.
    private static func smooth(_ value: Double) -> Double {
        let share = min(max(value, 0), 1)
        return share * share * (3 - 2 * share)
    }
}

extension Image {
    /// This image with what `person` leaves out of focus. The person's own colours are kept out of the blur, so
    /// that no glow surrounds them.
    package func withBackgroundOutOfFocus(except person: FloatPlane, sigma: Double) -> Image {
        var shares = person
        for index in shares.values.indices { shares.values[index] = max(1 - person.values[index], 1e-4) }
        let amount = shares.blurred(sigma: sigma)
        var result = pixels
        for channel in 0..<3 {
            var plane = shares
            for index in plane.values.indices { plane.values[index] *= Float(pixels[index * 3 + channel]) }
            plane = plane.blurred(sigma: sigma)
            for index in plane.values.indices {
                let soft = plane.values[index] / max(amount.values[index], 1e-6)
                let mixed = soft + (Float(pixels[index * 3 + channel]) - soft) * person.values[index]
                result[index * 3 + channel] = UInt8(min(max(mixed + 0.5, 0), 255))
            }
        }
        return Image(size: size, pixels: result)
    }
}
