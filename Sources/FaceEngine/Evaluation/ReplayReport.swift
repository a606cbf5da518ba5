internal import Foundation

/// What `ReplayEvaluation` measured.
public struct ReplayReport: Codable, Sendable {
    /// Distances of frames to the nearest of the stored capture, in bits of 512.
    public struct Distances: Codable, Sendable {
        public let lowest: Int
        public let fifthPercentile: Int
        public let median: Int
        public let ninetyFifthPercentile: Int
        public let ninetyNinthPercentile: Int

        init(of values: [Int]) {
            let sorted = values.sorted()
            func value(_ share: Double) -> Int {
                sorted.isEmpty ? 0 : sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)]
            }
            lowest = value(0)
            fifthPercentile = value(0.05)
            median = value(0.5)
            ninetyFifthPercentile = value(0.95)
            ninetyNinthPercentile = value(0.99)
        }
    }

    public struct Row: Codable, Sendable {
        public let name: String
        /// How many were compared with a stored one.
        public let captures: Int
        /// How many of them the rule took for the stored one.
        public let replays: Int
        public let distances: Distances
        public let cases: [Case]
    }

    /// One capture against the stored one.
    public struct Case: Codable, Sendable {
        public let clip: String
        /// Of the frames, those that are near to the stored capture.
        public let share: Double
        /// Of the frames, those on the longest run in stored order or against it.
        public let order: Double
    }

    public struct Strangers: Codable, Sendable {
        public let people: Int
        public let distances: Distances
        /// Of the face's code alone, of 256.
        public let faceDistances: Distances
    }

    public let clips: Int
    public let captures: Int
    /// Of a frame's two codes with the look at the mirrored face; image, face and mesh are there already.
    public let millisecondsPerFrame: Double
    /// Of its detection and mesh.
    public let millisecondsOfMeasuring: Double
    /// The same capture, changed.
    public let changes: [Row]
    /// Another capture of the same person, seconds before or after.
    public let others: Row
    public let strangers: Strangers?

    /// The report for a reader.
    public var table: String {
        var lines = [
            "\(captures) captures of \(clips) clips, \(String(format: "%.2f", millisecondsPerFrame)) ms a frame beside "
                + "\(String(format: "%.2f", millisecondsOfMeasuring)) ms for its detection and mesh",
            pad("", 76) + "taken for the stored one   distance 5 / 50 / 95 / 99 %",
        ]
        for row in changes + [others] {
            let distances = row.distances
            lines.append(
                pad(row.name, 76) + pad("\(row.replays) of \(row.captures)", 27)
                    + "\(distances.fifthPercentile) / \(distances.median) / \(distances.ninetyFifthPercentile) / "
                    + "\(distances.ninetyNinthPercentile)")
        }
        if let strangers {
            lines.append(
                "strangers, one image of each of \(strangers.people) people: at least \(strangers.distances.lowest), "
                    + "median \(strangers.distances.median); faces alone at least \(strangers.faceDistances.lowest), "
                    + "median \(strangers.faceDistances.median)")
        }
        return lines.joined(separator: "\n")
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
