/// From which agreement on two faces count as one photograph, and what can be compared at all. Stored with these names
/// beside the decision that rests on them (decision 0061).
public struct PhotographThresholds: Codable, Equatable, Sendable {
    /// Of `PhotographComparison.FrameComparison.rigid.weakestCorrelation`: certain.
    public let certainRigidWeakest: Double
    /// Of `rigid.correlation`: suspect.
    public let suspectRigid: Double
    /// Of `mesh.correlation`: suspect.
    public let suspectMesh: Double
    /// Fewer are not compared.
    public let leastFaceWidthInPixels: Double
    /// Between portrait and frame; more are not compared.
    public let greatestAngleInDegrees: Double
    /// So many frames are compared at most, and as many with the mirror image: each is another chance for a false alarm.
    public let mostFrames: Int

    /// Those in force.
    public static let standard = PhotographThresholds(
        certainRigidWeakest: 0.988, suspectRigid: 0.86, suspectMesh: 0.90, leastFaceWidthInPixels: 45,
        greatestAngleInDegrees: 5, mostFrames: 3)

    private enum CodingKeys: String, CodingKey {
        case certainRigidWeakest, suspectRigid, suspectMesh, leastFaceWidthInPixels, greatestAngleInDegrees, mostFrames
    }

    func areCertain(_ frame: PhotographComparison.FrameComparison) -> Bool {
        frame.rigid.weakestCorrelation >= certainRigidWeakest
    }

    func areSuspect(_ frame: PhotographComparison.FrameComparison) -> Bool {
        frame.rigid.correlation >= suspectRigid || (frame.mesh?.correlation ?? -1) >= suspectMesh
    }
}
