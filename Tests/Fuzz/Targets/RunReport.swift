/// What came of feeding inputs to a target.
public struct RunReport: Codable, Sendable {
    /// The broken promise that ended the run.
    public struct BrokenPromise: Codable, Equatable, Sendable {
        public let sentence: String
        /// Which input of the run, counted from 0, those of the corpus first.
        public let input: Int

        public init(sentence: String, input: Int) {
            self.sentence = sentence
            self.input = input
        }
    }

    public let target: String
    public let seed: UInt64
    /// Files of the corpus, fed as they are.
    public var corpusCount = 0
    /// All inputs, the corpus and the costliest ones included.
    public var inputCount = 0
    /// How many of the mutated inputs the parser took: what is always refused tests little.
    public var takenCount = 0
    /// Files of the corpus that the parser took though their name begins with `refused-`, or refused though it does not.
    public var misnamedFiles: [String] = []
    public var finding: BrokenPromise?
    /// Resident memory of the process's own in bytes, after half of the inputs and at the end.
    public var residentAfterWarmUp = 0
    public var residentAtEnd = 0
    public var seconds = 0.0
    /// What the slowest single input took.
    public var slowestInSeconds = 0.0

    public init(target: String, seed: UInt64) {
        self.target = target
        self.seed = seed
    }
}
