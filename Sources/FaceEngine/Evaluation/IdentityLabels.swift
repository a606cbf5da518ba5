internal import Foundation

/// What a data set states of a person. Used to report error rates by group and for nothing else: no engine computes any
/// of it, and most data sets state little.
public struct IdentityLabels: Equatable, Sendable {
    /// As the data set writes it.
    public var sex: String?
    public var ageInYears: Int?
    /// As the data set writes it.
    public var ethnicity: String?
    /// Individual typology angle of the cheeks under uncalibrated light: a rough order of skin tones, light = large.
    public var typologyAngleInDegrees: Double?

    /// Bands wide enough to have people in them.
    var ageBand: String? {
        switch ageInYears {
        case nil: nil
        case .some(..<18): "under 18"
        case .some(..<30): "18 to 29"
        case .some(..<45): "30 to 44"
        case .some(..<60): "45 to 59"
        case .some: "60 and over"
        }
    }

    /// The usual limits of the typology angle (Chardon 1991), the two lightest and the two darkest classes together.
    var skinToneBand: String? {
        switch typologyAngleInDegrees {
        case nil: nil
        case .some(41...): "light (ITA over 41°)"
        case .some(28...): "intermediate (ITA 28 to 41°)"
        case .some(10...): "tan (ITA 10 to 28°)"
        case .some: "brown and dark (ITA under 10°)"
        }
    }

    /// The people of an `identities.csv`: a first line that names the columns `identity` and, where there are any, `gender`,
    /// `age`, `ethnicity` and `ita_measured`; no quoted fields; an empty field where nothing is stated.
    static func read(csv text: String) -> [String: IdentityLabels] {
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        guard let header = lines.first?.map(String.init) else { return [:] }
        var people: [String: IdentityLabels] = [:]
        for fields in lines.dropFirst() {
            func field(_ name: String) -> String? {
                guard let column = header.firstIndex(of: name), column < fields.count, !fields[column].isEmpty else {
                    return nil
                }
                return String(fields[column])
            }
            guard let identity = field("identity") else { continue }
            people[identity] = IdentityLabels(
                sex: field("gender"), ageInYears: field("age").flatMap { Int($0) }, ethnicity: field("ethnicity"),
                typologyAngleInDegrees: field("ita_measured").flatMap(Double.init))
        }
        return people
    }
}
