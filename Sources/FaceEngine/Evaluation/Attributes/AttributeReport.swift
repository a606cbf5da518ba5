internal import Figures
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
            let figures = Self.texts(row)
            let floor = figures.floor.map { "\(row.isAtMost ? "≤" : "≥") \($0)" } ?? ""
            return pad(row.field, 13) + pad(row.check, 66) + pad("\(row.judged)/\(row.images)", 12)
                + pad(figures.measured ?? "–", 12) + floor
                + (row.holds == false ? "  NOT REACHED" : "")
        }
        return ([head] + lines + skipped.map { "skipped: \($0)" }).joined(separator: "\n")
    }

    /// In as many digits as tell the two apart.
    private static func texts(_ row: Row) -> (measured: String?, floor: String?) {
        let (factor, digits, sign) =
            switch row.unit {
            case .areaUnderCurve: (1.0, 3, "")
            case .share: (100.0, 1, " %")
            case .years: (1.0, 1, " y")
            case .degrees: (1.0, 2, "°")
            case .images: (1.0, 0, "")
            }
        let found = Figures.texts(
            row.measured.map { [$0 * factor] } ?? [], beside: row.floor.map { [$0 * factor] } ?? [], .decimals(digits))
        return (found.numbers.first.map { $0 + sign }, found.limits.first.map { $0 + sign })
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
