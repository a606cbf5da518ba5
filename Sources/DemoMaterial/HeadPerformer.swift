internal import Vision

/// A rendered head whose lids and jaw move, seen from any distance and lit by a screen.
struct HeadPerformer {
    let head: RenderedHead
    let lids: [Eyelids]
    let jaw: LowerJaw
    /// Where the performance has any: without it the camera's exposure is the photograph's.
    let light: ScreenLight?
    let surroundings: FloatPlane

    init(head: RenderedHead, isLit: Bool) {
        self.head = head
        lids = Eyelids.both(of: head.mesh)
        jaw = LowerJaw(of: head.mesh, in: head.texture)
        light = isLit ? ScreenLight(on: head.texture, depth: head.depth, mesh: head.mesh) : nil
        surroundings = head.depth.outline.personWithSurroundings(size: head.size)
    }

    /// Without noise.
    func image(at moment: HeadMoment) -> Image {
        let viewpoint =
            moment.distance < 1 ? HeadWarp.Viewpoint(distance: moment.distance, person: surroundings) : nil
        let warp = HeadWarp(of: head.depth, to: moment.pose, from: viewpoint)
        var (x, y) = (warp.x, warp.y)
        var painted: [(index: Int, surface: FacialSurface)] = []
        if moment.lidClosure > 0 || moment.jawOpening > 0 {
            for index in x.indices {
                guard let surface = surface(at: SIMD2(x[index], y[index]), moment: moment) else { continue }
                (x[index], y[index]) = (surface.place.x, surface.place.y)
                if surface.paintShare > 0 { painted.append((index, surface)) }
            }
        }
        let image = head.texture.remapped(x: x, y: y, to: head.size)
        guard !painted.isEmpty || light != nil else { return image }
        return finished(image, painted: painted, x: warp.x, y: warp.y, moment: moment)
    }

    private func surface(at place: SIMD2<Float>, moment: HeadMoment) -> FacialSurface? {
        if moment.lidClosure > 0 {
            for lid in lids {
                if let surface = lid.surface(at: place, closure: Float(moment.lidClosure)) { return surface }
            }
        }
        return moment.jawOpening > 0 ? jaw.surface(at: place, opening: Float(moment.jawOpening)) : nil
    }

    /// The image with the paint laid on, then lit.
    ///
    /// - Parameters:
    ///   - x, y: of each pixel, the place in the photograph before lids and jaw moved, where the light's share is read.
    private func finished(
        _ image: Image, painted: [(index: Int, surface: FacialSurface)], x: [Float], y: [Float], moment: HeadMoment
    ) -> Image {
        var pixels = image.pixels.map { Float($0) }
        for (index, surface) in painted {
            for channel in 0..<3 {
                let value = pixels[3 * index + channel]
                pixels[3 * index + channel] = value + (surface.paint[channel] - value) * surface.paintShare
            }
        }
        if let light {
            let gain = light.gain(at: moment.pose)
            let (width, height) = (Float(head.size.width - 1), Float(head.size.height - 1))
            let colour = SIMD3(Float(moment.light.z), Float(moment.light.y), Float(moment.light.x))
            for index in x.indices {
                // The gain is smooth, so the nearest pixel will do.
                let column = Int(min(max(x[index], 0), width) + 0.5)
                let row = Int(min(max(y[index], 0), height) + 0.5)
                let share = gain.values[row * head.size.width + column]
                for channel in 0..<3 { pixels[3 * index + channel] *= light.exposure * (1 + share * colour[channel]) }
            }
        }
        return Image(size: image.size, pixels: pixels.map { UInt8(min(max($0 + 0.5, 0), 255)) })
    }
}
