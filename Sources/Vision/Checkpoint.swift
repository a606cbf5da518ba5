/// Whether long work is to be given up, which it asks between its parts: before each run of a network, and where images
/// follow one another. Once it is, it stays so, and whatever asks again is told the same.
public enum Checkpoint {
    public struct GivenUp: Equatable, Sendable {
        public let secondsTaken: Double
        public let secondsAllowed: Double

        public init(secondsTaken: Double, secondsAllowed: Double) {
            self.secondsTaken = secondsTaken
            self.secondsAllowed = secondsAllowed
        }
    }

    /// Who says so.
    public struct Watch: Sendable {
        fileprivate let look: @Sendable () -> GivenUp?
        fileprivate let charge: @Sendable (Double) -> Void

        /// - Parameter charge: told of seconds of a processor that the work took in another process.
        public init(
            charge: @escaping @Sendable (Double) -> Void = { _ in }, _ look: @escaping @Sendable () -> GivenUp?
        ) {
            self.look = look
            self.charge = charge
        }
    }

    /// Over the work of this task, or of this thread. Nil where nothing is ever given up.
    @TaskLocal public static var watch: Watch?

    public static var givenUp: GivenUp? { watch?.look() }

    /// Counts what the work took of a processor in another process as if it had taken it here.
    public static func charge(seconds: Double) { watch?.charge(seconds) }
}
