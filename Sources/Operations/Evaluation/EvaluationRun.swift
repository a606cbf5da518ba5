/// A measurement of the engines that is over.
public protocol EvaluationRun {
    /// For people.
    var table: String { get }

    /// For programs.
    func reportJSON() throws -> [UInt8]
}
