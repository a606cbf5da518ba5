internal import Vision

/// What a frame is known by when it comes again, saved anew, resized, cropped, mirrored, lit otherwise: the coarse
/// structure of two upright squares around its face. One is the face, which says who looks where; the other shows hair,
/// clothes and room as well, which says on what occasion. Each is kept as the signs of its low spatial frequencies.
///
/// A single frame decides nothing: two frames of a person who holds still are as alike as a frame and its copy. Captures
/// are compared by `ReplayRule`. Measured: docs/measurements/replay-guard.md.
package struct FrameCode: Hashable, Sendable {
    package static let byteCount = 2 * Code256.byteCount

    /// Of the square of 1.15 face widths. A bit says whether a coefficient of the cosine transform, divided by the length of
    /// all, is above the population's median of that coefficient (`FaceCoefficientMedians`): against their own median all
    /// faces share bits.
    package let face: Code256
    /// Of the square of 2.6 face widths. A bit is the sign of a coefficient.
    package let scene: Code256

    package init(face: Code256, scene: Code256) {
        self.face = face
        self.scene = scene
    }

    /// - Parameter isNumberedMirrored: whether the points of the mesh are numbered as those of the other side.
    /// - Returns: nil where the mesh has no extent or a square shows nothing but one brightness.
    init?(of mesh: FaceMesh, in grey: GreyImage, isNumberedMirrored: Bool = false) {
        let place = FacePlace(of: mesh, isNumberedMirrored: isNumberedMirrored)
        guard let face = Self.faceCoefficients(at: place, in: grey),
            let scene = LowFrequencies(at: place, in: grey, sideInFaceWidths: Self.sceneSide)
        else { return nil }
        self.face = Code256 { face[$0] > FaceCoefficientMedians.values[$0] }
        self.scene = Code256 { scene.coefficients[$0] > 0 }
    }

    /// The bits that differ in both codes together, 0 to 512.
    @inlinable
    package func distance(to other: FrameCode) -> Int {
        face.distance(to: other.face) &+ scene.distance(to: other.scene)
    }

    /// The code of the mirrored squares: their coefficients of odd horizontal frequency are negated, and the medians of those
    /// are 0.
    var mirrored: FrameCode {
        FrameCode(
            face: Code256(words: face.words ^ Self.oddFrequencies.words),
            scene: Code256(words: scene.words ^ Self.oddFrequencies.words))
    }

    private static let oddFrequencies = Code256 { !LowFrequencies.horizontalFrequency(of: $0).isMultiple(of: 2) }

    static let faceSide = 1.15
    static let sceneSide = 2.6

    /// What the bits of the face are made of, of length 1.
    static func faceCoefficients(at place: FacePlace, in grey: GreyImage) -> [Float]? {
        guard let frequencies = LowFrequencies(at: place, in: grey, sideInFaceWidths: faceSide) else { return nil }
        return frequencies.coefficients.map { $0 / frequencies.length }
    }
}

/// A frame of a capture that is looked up.
package struct CodedFrame: Hashable, Sendable {
    package let asShown: FrameCode
    /// Of the mirrored frame.
    package let mirrored: FrameCode

    package init(asShown: FrameCode, mirrored: FrameCode) {
        self.asShown = asShown
        self.mirrored = mirrored
    }
}

extension FrameCode {
    /// Face, then scene.
    package var bytes: [UInt8] { face.bytes + scene.bytes }

    /// - Parameter bytes: as `bytes` gives them; nil for another number of them.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount,
            let face = Code256(bytes: bytes.prefix(Code256.byteCount)),
            let scene = Code256(bytes: bytes.suffix(Code256.byteCount))
        else { return nil }
        self.init(face: face, scene: scene)
    }
}
