internal import Foundation

/// What `onboarding eval attributes --report` writes: how well each attribute is estimated on labelled images.
public struct AttributeReport: Codable, Equatable, Sendable {
    public enum Unit: String, Codable, Sendable {
        /// Of two images, one of each kind, how often the right one has the greater score: 0 to 1.
        case areaUnderCurve
        /// 0 to 1.
        case share
        case years, degrees
        case images
    }

    public struct Row: Codable, Equatable, Sendable {
        /// The guide's name of the field.
        public let field: String
        public let check: String
        public let images: Int
        /// In how many a face was found.
        public let judged: Int
        /// Nil where none was.
        public let measured: Double?
        public let unit: Unit
        /// What it must reach, or not exceed; nil where nothing hangs on it.
        public let floor: Double?
        public let isAtMost: Bool
        /// Nil without a floor.
        public let holds: Bool?

        init(
            _ field: FaceAttribute, _ check: String, images: Int, judged: Int, _ measured: Double?, _ unit: Unit,
            floor: Double?, isAtMost: Bool = false
        ) {
            self.field = field.rawValue
            self.check = check
            self.images = images
            self.judged = judged
            self.measured = measured.flatMap { $0.isFinite ? $0 : nil }
            self.unit = unit
            self.floor = floor
            self.isAtMost = isAtMost
            let value = self.measured
            holds = floor.map { limit in value.map { isAtMost ? $0 <= limit : $0 >= limit } ?? false }
        }
    }

    public var version = 1
    /// Which weights the networks have, by their names.
    public let models: [String: String]
    public let rows: [Row]
    /// What could not be measured, and why.
    public let skipped: [String]

    /// Whether every floor is reached.
    public var holds: Bool { rows.allSatisfy { $0.holds != false } }

    /// The report for a reader.
    public var table: String {
        let head = pad("field", 13) + pad("check", 66) + pad("judged", 12) + pad("measured", 12) + "floor"
        let lines = rows.map { row in
            let floor = row.floor.map { "\(row.isAtMost ? "≤" : "≥") \(Self.text($0, row.unit))" } ?? ""
            return pad(row.field, 13) + pad(row.check, 66) + pad("\(row.judged)/\(row.images)", 12)
                + pad(row.measured.map { Self.text($0, row.unit) } ?? "–", 12) + floor
                + (row.holds == false ? "  NOT REACHED" : "")
        }
        return ([head] + lines + skipped.map { "skipped: \($0)" }).joined(separator: "\n")
    }

    private static func text(_ value: Double, _ unit: Unit) -> String {
        switch unit {
        case .areaUnderCurve: String(format: "%.3f", value)
        case .share: String(format: "%.1f %%", value * 100)
        case .years: String(format: "%.1f y", value)
        case .degrees: String(format: "%.2f°", value)
        case .images: String(format: "%.0f", value)
        }
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
