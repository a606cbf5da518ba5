internal import Vision

/// Made from any selfie: one image warped, filtered or sent again.
enum StillInstruments {
    private static func warped(
        _ name: String, _ summary: String, expected: [Defence] = [.livingMotion, .activeWorkflow],
        _ animation: StillAnimation, quality: Int = 90
    ) -> AttackInstrument {
        AttackInstrument(
            name: name, summary: summary, effort: .faceMesh, species: .injectedStill, expected: expected,
            recipe: .still { still, seed throws(AttackError) in
                var footage = try animation.footage(of: still, seed: seed)
                footage.qualities = [quality]
                return footage
            })
    }

    static let mesh15 = warped("mesh-15", "warped over the mesh's depth, ±15°", StillAnimation())
    static let mesh20Drift = warped(
        "mesh-20-drift", "warped over the mesh's depth, ±20°, carried by hand",
        StillAnimation(yawInDegrees: 20, rollInDegrees: 4, driftInFaceWidths: 0.12))
    static let meshLidsJaw = warped(
        "mesh-15-lids-jaw", "warped over the mesh's depth, ±15°, lids and jaw moved",
        StillAnimation(closesLids: true, movesJaw: true))
    static let meshLinearLight = warped(
        "mesh-15-linear-light", "warped over the mesh's depth, ±15°, relit by a gradient that turns with it",
        StillAnimation(relighting: .linear))
    static let meshNormalLight = warped(
        "mesh-15-normal-light", "warped over the mesh's depth, ±15°, relit by the mesh's normals",
        StillAnimation(relighting: .byNormals))
    static let meshIrises = warped(
        "mesh-15-irises", "warped over the mesh's depth, ±15°, irises moved against the turn",
        StillAnimation(movesIrises: true))
    static let ellipsoid = warped(
        "ellipsoid-20", "warped over an ellipsoid with a nose, ±20°",
        StillAnimation(shape: .ellipsoid, yawInDegrees: 20))
    static let cylinder = warped(
        "cylinder-20", "warped over a cylinder, ±20°", StillAnimation(shape: .cylinder, yawInDegrees: 20))
    static let wandering = warped(
        "mesh-wandering", "warped over the mesh's depth on a wandering path, the light flickering by 3 %",
        StillAnimation(path: .wandering))
    static let jawOnly = warped(
        "jaw-only", "not turned; lids and jaw moved",
        StillAnimation(yawInDegrees: 0, closesLids: true, movesJaw: true))
    static let strongNoise = warped(
        "mesh-15-noise", "warped over the mesh's depth, ±15°, under noise of 6 grey levels",
        StillAnimation(noiseStrength: 3.2))
    static let lowQuality = warped(
        "mesh-15-q50", "warped over the mesh's depth, ±15°, saved at JPEG quality 50", StillAnimation(), quality: 50)
    static let renderedHead = warped(
        "rendered-head", "the demonstration's rendered head, ±15°, its background out of focus",
        StillAnimation(softensBackground: true))

    static let doubleCompressed = AttackInstrument(
        name: "mesh-15-double-jpeg", summary: "warped over the mesh's depth, ±15°, saved as JPEG twice",
        effort: .faceMesh, species: .injectedStill, expected: [.livingMotion, .cameraTraces],
        recipe: .still { still, seed throws(AttackError) in
            try StillAnimation().footage(of: still, seed: seed).mapped { _, image throws(AttackError) in
                try image.resaved(quality: 70)
            }
        })

    static let panned = AttackInstrument(
        name: "ken-burns", summary: "panned, zoomed and tilted as a plane", effort: .script, species: .injectedStill,
        expected: [.flatness, .livingMotion],
        recipe: .still { still, seed throws(AttackError) in try PannedStill.footage(of: still, seed: seed) })

    /// Nothing is warped: the image comes again.
    private static func unmoved(
        _ name: String, _ summary: String, _ make: @escaping @Sendable (Image, UInt64) throws(AttackError) -> Footage
    ) -> AttackInstrument {
        AttackInstrument(
            name: name, summary: summary, effort: .script, species: .injectedStill, expected: [.stillness],
            recipe: .still { still, seed throws(AttackError) in try make(still.image, seed) })
    }

    private static func sent(_ image: Image) -> Footage {
        let interval = Motions.durationInMilliseconds / Double(Motions.frameCount - 1)
        return Footage(
            frames: (0..<Motions.frameCount).map {
                Footage.Frame(image: image, timeInMilliseconds: Double($0) * interval)
            })
    }

    static let identical = unmoved("identical-frames", "the same file again and again") {
        image, _ throws(AttackError) in sent(image)
    }
    static let stillNoise = unmoved("still-noise", "the same image with new noise each time") {
        image, seed throws(AttackError) in try sent(image).noisy(strength: 1, seed: seed)
    }
    static let stillShift = unmoved("still-noise-shift", "the same image with new noise, shifted by a few pixels") {
        image, seed throws(AttackError) in
        try sent(image).mapped { index, image throws(AttackError) in
            let (across, along) = [(0.0, 0.0), (2, 0), (3, 2), (0, 3)][index % 4]
            return image.warped(by: .translation(x: across, y: along), to: image.size)
        }.noisy(strength: 1, seed: seed)
    }

    /// The warp of ±15° with times of its own.
    private static func retimed(
        _ name: String, _ summary: String, expected: [Defence], frames count: Int = Motions.frameCount,
        _ time: @escaping @Sendable (Int) -> Double
    ) -> AttackInstrument {
        AttackInstrument(
            name: name, summary: summary, effort: .faceMesh, species: .injectedStill, expected: expected,
            recipe: .still { still, seed throws(AttackError) in
                var footage = try StillAnimation().footage(of: still, seed: seed)
                let step = max(1, (footage.frames.count - 1) / max(1, count - 1))
                footage.frames = footage.frames.indices.filter { $0 % step == 0 }.prefix(count).map {
                    footage.frames[$0]
                }
                return footage.timed(time)
            })
    }

    static let fiveIn20 = retimed(
        "mesh-15-five-in-20-ms", "warped over the mesh's depth, ±15°: five frames within 20 ms", expected: [.duration],
        frames: 5
    ) { Double($0) * 5 }
    static let timesEqual = retimed(
        "mesh-15-times-equal", "warped over the mesh's depth, ±15°, every time 0", expected: [.frameTimes]
    ) { _ in 0 }
    static let timesFalling = retimed(
        "mesh-15-times-falling", "warped over the mesh's depth, ±15°, times that fall", expected: [.frameTimes]
    ) { 2000 - Double($0) * 160 }
    static let timesGap = retimed(
        "mesh-15-times-gap", "warped over the mesh's depth, ±15°, half a minute between two frames",
        expected: [.frameTimes]
    ) { Double($0) * 160 + ($0 > 6 ? 30_000 : 0) }
}
