internal import OnboardingJSON

/// A text of a tenant for persons: the same for everybody, or one for each language.
package struct LocalizedText: Equatable, Sendable {
    private static let everybody = ""

    /// By language in lower case; none is empty.
    private let texts: [String: String]

    /// A text, or an object of texts by language; an empty one is none.
    /// - Returns: nil for anything else, and where a text has more code points than `bound`.
    init?(_ value: JSONValue, atMost bound: Int = .max) {
        var texts: [String: String] = [:]
        switch value {
        case .string(let text): texts[Self.everybody] = text
        case .object(let members):
            for (language, member) in members {
                guard case .string(let text) = member, Self.isLanguage(language) else { return nil }
                texts[language.lowercased()] = text
            }
        case .array, .bool, .number, .null: return nil
        }
        guard texts.values.allSatisfy({ $0.unicodeScalars.count <= bound }) else { return nil }
        self.texts = texts.filter { !$0.value.isEmpty }
    }

    /// The text for who reads `language`; the English or any other one, where there is none in it.
    package func text(in language: String) -> String? {
        let language = language.lowercased()
        let wanted = [language, String(language.prefix { $0 != "-" }), Self.everybody, "en"]
        return wanted.lazy.compactMap { texts[$0] }.first ?? texts.min { $0.key < $1.key }?.value
    }

    /// Language, and what may stand behind it (RFC 5646), as names of members.
    private static func isLanguage(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/) != nil
    }
}
