internal import Foundation
internal import OnboardingCore
internal import OnboardingJSON

/// A JSON object that a provider has sent.
struct ProviderDocument {
    private let members: [String: JSONValue]

    /// Nil for what is no object, or is nested too deep or of too many values to be worth a look.
    init?(_ bytes: [UInt8]) {
        guard JSONShape.validationError(in: bytes) == nil,
            case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        else { return nil }
        self.members = members
    }

    func has(_ name: String) -> Bool { members[name].map { $0 != .null } ?? false }

    func text(_ name: String) -> String? {
        if case .string(let text)? = members[name] { text } else { nil }
    }

    func number(_ name: String) -> Double? {
        if case .number(let number)? = members[name] { number } else { nil }
    }

    func flag(_ name: String) -> Bool? {
        if case .bool(let flag)? = members[name] { flag } else { nil }
    }

    func url(_ name: String) -> ProviderURL? { text(name).flatMap { ProviderURL($0) } }

    /// A list of texts, or one text as a list of itself; nil for anything else.
    func texts(_ name: String) -> [String]? {
        switch members[name] {
        case .string(let text)?: return [text]
        case .array(let elements)?:
            let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
            return texts.count == elements.count ? texts : nil
        default: return nil
        }
    }
}
