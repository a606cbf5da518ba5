public import Vision

extension FaceEngine {
    /// Cuts out the face of a frame; whoever compares frames needs their images no longer.
    /// - Parameters:
    ///   - mesh: after `kind.meshPasses`.
    ///   - kind: of stills only the networks that look at every frame get their crop, because the best still is looked at
    ///     once more.
    public func aligned(_ mesh: FaceMesh, in image: Image, for kind: CaptureKind) throws(FaceEngineError)
        -> AlignedFace
    {
        try checked(loaded.aligned(mesh, in: image, byFrameNetworksAlone: kind == .stills))
    }

    /// The best of a few stills, aligned by a second pass of the mesh: as good for the template as a second and third still
    /// would be, at a sixth of their cost (docs/measurements/face-frames.md).
    /// - Parameter mesh: after one pass.
    public func alignedAgain(_ mesh: FaceMesh, in image: Image) throws(FaceEngineError) -> AlignedFace {
        guard frameDescriptor != descriptor else { return try aligned(mesh, in: image, for: .movement) }
        let second = try self.mesh(tracking: mesh, in: image)
        let isFound = second.presence >= Self.leastPresence
        return try aligned(isFound ? second : mesh, in: image, for: .movement)
    }

    /// Similarity of the details of two faces, −1 to 1; nil where one of them is blurred. Frames of a head that turns by 4
    /// degrees have 0.86 and more as a rule; of 7,080 pairs of two people in one studio's light none has more than 0.77, and
    /// 0.84 where both are equally blurred (docs/measurements/face-frames.md).
    public func detailSimilarity(of face: AlignedFace, to reference: AlignedFace) -> Double? {
        reference.detail.similarity(to: face.detail)
    }

    /// The template of one frame of a capture, by `frameDescriptor`: good for telling whether two frames show one person.
    public func frameTemplate(of face: AlignedFace) throws(FaceEngineError) -> FaceTemplate {
        try checked(try loaded.frameTemplate(of: face))
    }

    /// The template of a whole capture, by `descriptor`.
    ///
    /// Networks that look at every frame give the mean of what they said of `frames`. The others, which would double the
    /// cost of a capture, look at the best frame alone. Measured: docs/measurements/face-frames.md.
    /// - Parameters:
    ///   - frames: the templates of the best frames by `frameTemplate(of:)`, at most `FrameRanking.framesOfTemplate`; at
    ///     least one, else a programmer's error.
    ///   - best: the best frame: of stills `alignedAgain`.
    public func template(ofCapture frames: [FaceTemplate], best: AlignedFace) throws(FaceEngineError) -> FaceTemplate {
        try checked(try loaded.template(ofCapture: frames, best: best))
    }

    /// The same from templates of single captures, for evaluation.
    /// - Parameter best: the template of a capture of the best frame alone.
    func template(ofCapture frames: [FaceTemplate], best: FaceTemplate) -> FaceTemplate? {
        loaded.template(ofCapture: frames, best: best)
    }

    /// The networks say nothing of a face only where its mesh has no extent.
    func checked<Value>(_ value: Value?) throws(FaceEngineError) -> Value {
        guard let value else { throw .unexpectedOutput(file: MeshNetwork.file) }
        return value
    }
}
