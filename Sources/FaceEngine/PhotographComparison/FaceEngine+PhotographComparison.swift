public import Vision

/// Comparing a capture's frames with a portrait takes three steps: the portrait is cut out once; of the frames those that
/// are nearest in pose are decoded and cut out; they are compared.
extension FaceEngine {
    /// Cuts out the face that frames are to be compared with.
    /// - Parameters:
    ///   - image: upright, such as a document's page or what is kept of its portrait.
    ///   - face: as detected in `image`; nil for the largest.
    /// - Returns: nil where there is no face.
    public func photographedPortrait(in image: Image, face: DetectedFace? = nil) throws(FaceEngineError)
        -> PhotographedPortrait?
    {
        let largest = face == nil ? try faces(in: image, search: .thorough).largest : nil
        guard let detected = face ?? largest,
            let found = try photographed(detected, in: image)
        else { return nil }
        let mirrored = image.mirrored()
        let edge = Double(image.size.width) - 1
        let reflected = DetectedFace(
            box: ImageRectangle(
                x: edge - detected.box.x - detected.box.width, y: detected.box.y, width: detected.box.width,
                height: detected.box.height),
            score: detected.score, keyPoints: Self.reflected(detected.keyPoints, edge: edge))
        return try photographed(reflected, in: mirrored).map { PhotographedPortrait(face: found, mirrored: $0) }
    }

    /// Cuts out the largest face of a frame; nil where there is none.
    public func photographedFace(inFrame image: Image) throws(FaceEngineError) -> PhotographedFace? {
        guard let detected = try faces(in: image).largest else { return nil }
        return try photographed(detected, in: image)
    }

    private func photographed(_ face: DetectedFace, in image: Image) throws(FaceEngineError) -> PhotographedFace? {
        let mesh = try mesh(of: face, in: image)
        return mesh.presence >= Self.leastPresence ? PhotographedFace(mesh, in: image) : nil
    }

    /// In the mirror image, where the person's right eye and ear are the left ones.
    private static func reflected(_ keyPoints: [Point], edge: Double) -> [Point] {
        let mirrored = keyPoints.map { Point(x: edge - $0.x, y: $0.y) }
        guard mirrored.count == 6 else { return [] }
        return [1, 0, 2, 3, 5, 4].map { mirrored[$0] }
    }

    /// How many more frames are worth decoding than are compared: a smile puts the measured pitch off by some degrees.
    private static let spareFrames = 2

    /// The frames to decode for a comparison: those nearest in pose to the portrait or to its mirror image.
    /// - Parameter measured: of each frame of the capture, nil for one without a face.
    /// - Returns: places in `measured`, rising.
    public func framesNearPose(of portrait: PhotographedPortrait, among measured: [FaceMeasurements?]) -> [Int] {
        let most = PhotographThresholds.standard.mostFrames + Self.spareFrames
        let chosen = [portrait.face, portrait.mirrored].flatMap { face in
            let pose = face.mesh.rotation
            func distance(_ frame: FaceMeasurements) -> Double {
                let yaw = frame.yawInDegrees - pose.yawInDegrees
                let pitch = frame.pitchInDegrees - pose.pitchInDegrees
                return yaw * yaw + pitch * pitch
            }
            return measured.enumerated().compactMap { place, frame in frame.map { (place, distance($0)) } }
                .filter { $0.1.isFinite }
                .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
                .prefix(most).map(\.0)
        }
        return Set(chosen).sorted()
    }

    /// Whether frames show the portrait's very photograph.
    /// - Parameters:
    ///   - portrait: nil where none was found.
    ///   - frames: with their numbers in the capture, in any order. Those nearest in pose are compared.
    public func comparePhotographs(
        _ portrait: PhotographedPortrait?, frames: [(number: Int, face: PhotographedFace)]
    ) -> PhotographComparison {
        PhotographComparison(of: portrait, frames: frames)
    }
}
