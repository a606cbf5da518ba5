/// What a row is held to. All goals stand here; those that no page names are aims of the project, and `docs/measurements/README.md`
/// has them with the last figures.
struct Goal: Sendable {
    enum Bound: String, Sendable {
        case atLeast = "≥ "
        case atMost = "≤ "
    }

    let bound: Bound
    let value: Double
    /// Whether it bounds measured to limit, not what was measured.
    let isOfRatio: Bool

    private init(_ bound: Bound, _ value: Double, isOfRatio: Bool = false) {
        self.bound = bound
        self.value = value
        self.isOfRatio = isOfRatio
    }

    // face
    static let faceRatio = Goal(.atMost, 1.5, isOfRatio: true)
    static let faceRate = Goal(.atLeast, 80)
    static let stillsRate = Goal(.atLeast, 60)
    // light: 99th percentiles
    static let lightRead = Goal(.atMost, 5)
    static let lightToken = Goal(.atMost, 10)
    static let lightEnroll = Goal(.atMost, 25)
    // shares
    static let shareRatio = Goal(.atMost, 2, isOfRatio: true)
    // enrollment
    static let enrollmentTime = Goal(.atMost, 1000)
    static let enrollmentRate = Goal(.atLeast, 2)
    // memory
    static let memoryGrowth = Goal(.atMost, 1.05, isOfRatio: true)
    // start
    static let start = Goal(.atMost, 2000)
    // search: docs/measurements/face-search.md, of a million
    static let searchSpeed = Goal(.atLeast, 0.6, isOfRatio: true)
    // capture: beyond decoding, detection and mesh
    static let threeFrames = Goal(.atMost, 25)
    static let threeFramesWithPack = Goal(.atMost, 60)
    static let fifteenFrames = Goal(.atMost, 150)
    static let fifteenFramesWithPack = Goal(.atMost, 350)
    // desk: docs/measurements/desk.md, 95th percentiles at a million cases
    static let deskPage = Goal(.atMost, 100)
    // streams: docs/measurements/streams.md, of a thousand portals
    static let portalMemory = Goal(.atMost, 20)
    static let portalThreads = Goal(.atMost, 0)
    // decoders: beyond the same in one process
    static let decodedFrame = Goal(.atMost, 1)
    static let decodedPage = Goal(.atMost, 5)
}
