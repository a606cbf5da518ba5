internal import DemoMaterial
internal import LivenessScorer

/// What is shown to a camera; instrument and camera are computed.
enum ShownInstruments {
    private static func print(_ name: String, _ summary: String, _ print: HalftonePrint) -> AttackInstrument {
        AttackInstrument(
            name: name, summary: summary, effort: .paperOrScreen, species: .print, expected: [.flatness, .texture],
            recipe: .still { still, seed throws(AttackError) in try print.footage(of: still, seed: seed) })
    }

    static let carriedPrint = print(
        "print-carried", "a halftone print, carried without a tilt", HalftonePrint(shiftInFaceWidths: 0.3))
    static let tiltedPrint = print(
        "print-tilted", "a halftone print, tilted to ±25°", HalftonePrint(tiltInDegrees: 25, pitchInDegrees: 8))
    static let curvedPrint = print(
        "print-curved", "a halftone print curved to a radius of 1.5 face widths, turned to ±20°",
        HalftonePrint(tiltInDegrees: 20, curvatureInFaceWidths: 1 / 1.5))
    static let tiltedPrintBehindBars = print(
        "print-tilted-bars", "a halftone print, tilted to ±25° beneath the shadows of bars",
        HalftonePrint(tiltInDegrees: 25, pitchInDegrees: 8, light: .bars))
    static let tiltedPrintUnderLeaves = print(
        "print-tilted-leaves", "a halftone print, tilted to ±25° in light that wanders as through leaves",
        HalftonePrint(tiltInDegrees: 25, pitchInDegrees: 8, light: .leaves))
    static let carriedPrintUnderLeaves = print(
        "print-carried-leaves", "a halftone print, carried without a tilt in light that wanders as through leaves",
        HalftonePrint(shiftInFaceWidths: 0.3, light: .leaves))

    static let phoneStill = AttackInstrument(
        name: "screen-still", summary: "a still on a screen, its bezel in view, tilted to ±15°", effort: .paperOrScreen,
        species: .stillOnScreen, expected: [.flatness, .texture],
        recipe: .still { still, seed throws(AttackError) in
            try ComputedScreen().footage(
                showing: [still.image],
                moments: Motions.turn(
                    byDegrees: 15, pitchInDegrees: 5, driftInFaceWidths: 0.1, faceWidth: still.faceWidth, seed: seed),
                seed: seed)
        })

    private static func replay(_ name: String, _ summary: String, _ screen: ComputedScreen) -> AttackInstrument {
        AttackInstrument(
            name: name, summary: summary, effort: .paperOrScreen, species: .videoOnScreen,
            expected: [.texture, .activeWorkflow],
            recipe: .clip { clip, seed throws(AttackError) in
                let frames = try clip.window()
                return try screen.footage(
                    showing: frames.map(\.image),
                    moments: Motions.turn(
                        byDegrees: 0, rollInDegrees: 1, driftInFaceWidths: 0.03,
                        faceWidth: 0.4 * Double(min(frames[0].image.size.width, frames[0].image.size.height)),
                        seed: seed), seed: seed)
            })
    }

    static let replayWithBezel = replay(
        "screen-clip", "a clip on a screen, its bezel in view, held by hand", ComputedScreen())
    static let replayFilling = replay(
        "screen-clip-filling", "a clip on a screen that fills the frame, with moiré",
        ComputedScreen(cameraPixelsPerPixel: 1.1, showsBezel: false))
}
