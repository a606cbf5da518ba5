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
        // Of a whole page no more is mirrored than the face and what its mesh needs around it.
        let side = 3 * max(detected.box.width, detected.box.height)
        let (left, top) = (detected.box.center.x - side / 2, detected.box.center.y - side / 2)
        guard let part = ImageRectangle(x: left, y: top, width: side, height: side).intersection(with: image.bounds)
        else { return nil }
        let x = part.x.rounded(.down)
        let y = part.y.rounded(.down)
        let mirrored = image.cropped(
            to: ImageRectangle(x: x, y: y, width: part.width.rounded(.up), height: part.height.rounded(.up))
        ).mirrored()
        let edge = x + Double(mirrored.size.width) - 1
        let reflected = DetectedFace(
            box: ImageRectangle(
                x: edge - detected.box.x - detected.box.width, y: detected.box.y - y, width: detected.box.width,
                height: detected.box.height),
            score: detected.score, keyPoints: Self.reflected(detected.keyPoints, edge: edge, top: y))
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
    private static func reflected(_ keyPoints: [Point], edge: Double, top: Double) -> [Point] {
        guard keyPoints.count == 6 else { return [] }
        return [1, 0, 2, 3, 5, 4].map { Point(x: edge - keyPoints[$0].x, y: keyPoints[$0].y - top) }
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
