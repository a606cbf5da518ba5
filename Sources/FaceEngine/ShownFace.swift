public import Vision

extension FaceEngine {
    /// A face cut out for a person to look at: upright, and of one size and place with every other that is cut out so. The
    /// eyes stand at the same height, the distance from them to the mouth is the same.
    /// - Returns: nil for what is no face when looked at closely.
    public func shown(_ face: DetectedFace, in image: Image) throws(FaceEngineError) -> Image? {
        let mesh = try mesh(of: face, in: image)
        return mesh.presence >= Self.leastPresence ? FaceCrop.shown.cut(mesh, from: image) : nil
    }
}

extension FaceCrop {
    /// With hair, ears and chin. The proportions of the points are those that networks want.
    fileprivate static let shown = FaceCrop(
        width: 360, height: 450,
        points: [[120, 190.4], [240, 189.7], [180.4, 258.6], [131.1, 328.8], [230.5, 328.2]])
}
