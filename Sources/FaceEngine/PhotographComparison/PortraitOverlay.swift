internal import Vision

/// Lays frames over a portrait, in both ways, and says how well they agree.
struct PortraitOverlay: Sendable {
    private let portrait: FloatPlane
    private let face: PhotographedFace
    private let region: FaceRegion
    private let sharpness: Double

    init(_ portrait: PhotographedFace) {
        face = portrait
        self.portrait = FaceSampling(rigid: portrait).sampled()
        region = .ellipse
        sharpness = self.portrait.sharpness(within: region.mask)
    }

    /// By turn, scale and shift, and what a quadratic displacement takes away.
    func rigidAgreement(with frame: PhotographedFace) -> PhotographAgreement {
        let rounds = [(block: 16, step: 6, reach: 5), (block: 16, step: 6, reach: 2)]
        return agreement(with: FaceSampling(rigid: frame), in: region, sharpness: sharpness, rounds) { matches, _ in
            Displacement(quadraticThrough: matches)
        }
    }

    /// By the meshes, and what a smooth displacement takes away.
    func meshAgreement(with frame: PhotographedFace) -> PhotographAgreement {
        let mesh = MeshInSquare(face)
        let region = FaceRegion(mask: mesh.mask)
        let rounds = [(block: 16, step: 5, reach: 4), (block: 14, step: 5, reach: 3), (block: 12, step: 5, reach: 2)]
        let widths = [11.0, 9, 8]
        return agreement(
            with: FaceSampling(frame, onto: mesh), in: region, sharpness: portrait.sharpness(within: region.mask),
            rounds
        ) { matches, round in
            Displacement(smoothThrough: matches, sigma: widths[round])
        }
    }

    /// Each round looks where the blocks of the portrait went in the frame, and lets the frame follow them.
    private func agreement(
        with frame: FaceSampling, in region: FaceRegion, sharpness: Double,
        _ rounds: [(block: Int, step: Int, reach: Int)], _ displacement: ([BlockMatch], Int) -> Displacement
    ) -> PhotographAgreement {
        var sampled = frame.sampled()
        var moved = Displacement.none
        let blur = EqualBlur(portrait: portrait, sharpness: sharpness, frame: sampled, within: region.mask)
        let details = portrait.band(from: 0.8, to: 2.8, blurredBy: blur.ofPortrait)
        for (number, round) in rounds.enumerated() {
            let matches = BlockMatch.all(
                of: details, in: sampled.band(from: 0.8, to: 2.8, blurredBy: blur.ofFrame), mask: region.mask,
                block: round.block, step: round.step, reach: round.reach)
            moved = moved + displacement(matches, number)
            sampled = frame.sampled(displacedBy: moved)
        }
        return PhotographAgreement(of: portrait, sharpness: sharpness, and: sampled, in: region)
    }
}
