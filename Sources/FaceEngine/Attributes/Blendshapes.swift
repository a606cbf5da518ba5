internal import Vision

/// How far parts of a face are moved, 0 to 1 each, of the 52 that the network gives.
struct Blendshapes: Equatable, Sendable {
    /// Of the person's lids: 1 is closed.
    let rightBlink: Double
    let leftBlink: Double
    /// Mean of both corners of the mouth.
    let smile: Double

    init(of mesh: DenseMesh, by network: AttributeNetwork) throws(FaceEngineError) {
        // Scale and shift change nothing; a turned face would change coefficients by 0.07.
        let level = mesh.level
        let values = Self.points.flatMap { number -> [Float] in
            let place = level.apply(mesh.place(number))
            return [Float(place.x), Float(place.y)]
        }
        let coefficients = try network.outputs(of: values)[0]
        guard coefficients.count == Self.count else { throw .unexpectedOutput(file: network.description.path) }
        leftBlink = coefficients[9]
        rightBlink = coefficients[10]
        smile = (coefficients[44] + coefficients[45]) / 2
    }

    private static let count = 52

    /// Those of the 478 points that the network takes, in its order.
    private static let points = [
        0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66, 67, 70, 78, 80,
        81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145, 146, 148, 149, 150, 152, 153,
        154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178, 181, 185, 191, 195, 197, 234, 246, 249,
        251, 263, 267, 269, 270, 276, 282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312, 314,
        317, 318, 321, 323, 324, 332, 334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382,
        384, 385, 386, 387, 388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472, 473,
        474, 475, 476, 477,
    ]
}
