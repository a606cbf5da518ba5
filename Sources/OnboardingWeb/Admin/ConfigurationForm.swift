internal import Foundation
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON
internal import Tenancy

/// The fields of a section, as its keys have them or as somebody has filled them in, and what is wrong with them.
struct ConfigurationForm: Sendable {
    enum Problem: Equatable, Sendable {
        /// No value of the key, with what would be one.
        case notAllowed
        case notANumber
        case rule(ConfigurationRefusal.Rule)
        /// A colour that is not read or seen.
        case contrast(ContrastShortfall)
    }

    let section: ConfigurationSection
    /// By key: the text of a field, the texts of several languages, or the words that are chosen.
    private(set) var inputs: [String: Input] = [:]
    /// By key.
    private(set) var problems: [String: Problem] = [:]
    /// What is wrong with several keys together.
    private(set) var conflict: ConfigurationRefusal.Rule?
    /// The values that the fields began with: a form changes what was changed in it, and leaves alone what somebody else has
    /// changed meanwhile.
    let shown: [String: JSONValue]

    /// What stands in the fields of one key.
    enum Input: Equatable, Sendable {
        case flag(Bool)
        case text(String)
        case words(Set<String>)
        /// By language, none empty. What is the same for everybody stands in the first.
        case languages([Language: String])
    }

    init(_ section: ConfigurationSection, _ standing: ConfigurationStanding) {
        self.section = section
        var shown: [String: JSONValue] = [:]
        for key in section.keys {
            guard let value = standing.value(of: key) else { continue }
            shown[key.name] = value
            inputs[key.name] = Self.input(of: value, in: key)
        }
        self.shown = shown
    }

    /// - Parameter standing: says what the fields began with where the form does not say it legibly.
    init(_ section: ConfigurationSection, _ fields: FormFields, _ standing: ConfigurationStanding) {
        self.section = section
        let given = Data((fields["shown"] ?? "").utf8)
        let isLegible = JSONShape.validationError(in: given) == nil
        if isLegible, case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: given) {
            shown = members
        } else {
            shown = ConfigurationForm(section, standing).shown
        }
        for key in section.keys { inputs[key.name] = Self.input(of: key, in: fields) }
    }

    /// The document that changes what was changed; nil where nothing was, or where `problems` say what is wrong.
    mutating func change() -> JSONValue? {
        var document = JSONValue.object([:])
        for key in section.keys {
            guard let input = inputs[key.name] else { continue }
            do throws(Invalid) {
                let before = shown[key.name]
                let value = try Self.value(of: input, in: key, before: before)
                let isSame = Self.input(of: value, in: key) == before.flatMap { Self.input(of: $0, in: key) }
                if isSame { continue }
                guard key.values.admit(value) else { throw Invalid(problem: .notAllowed) }
                document = document.setting(value, at: key.path[...])
            } catch {
                problems[key.name] = error.problem
            }
        }
        return problems.isEmpty && document != .object([:]) ? document : nil
    }

    /// Takes what the change was refused with to the fields that it is about.
    mutating func take(_ refusal: ConfigurationRefusal) {
        let own = refusal.concerned.filter { inputs[$0] != nil }
        if own.isEmpty { conflict = refusal.rule ?? .object }
        for key in own {
            problems[key] =
                refusal.shortfall.map(Problem.contrast) ?? refusal.rule.map(Problem.rule) ?? .notAllowed
        }
    }

    private struct Invalid: Error {
        let problem: Problem
    }

    private static func input(of value: JSONValue, in key: ConfigurationKey) -> Input? {
        switch (key.values, value) {
        case (.flag, .bool(let flag)): .flag(flag)
        case (.localizedText, .string(let text)): .languages(text.isEmpty ? [:] : [.english: text])
        case (.localizedText, .object(let members)):
            .languages(
                Dictionary(
                    Language.allCases.compactMap { language in
                        members[language.rawValue]?.text.flatMap { $0.isEmpty ? nil : (language, $0) }
                    }, uniquingKeysWith: { first, _ in first }))
        case (.words, .array(let elements)), (.wordsOrNone, .array(let elements)):
            .words(Set(elements.compactMap(\.text)))
        case (.origins, .array(let elements)): .text(elements.compactMap(\.text).joined(separator: "\n"))
        case (.providerRoles, _): ProviderRoleLines.text(of: value).map(Input.text)
        case (_, .number(let number)): .text(number.plain)
        case (_, .string(let text)): .text(text)
        default: nil
        }
    }

    private static func input(of key: ConfigurationKey, in fields: FormFields) -> Input {
        switch key.values {
        case .flag: .flag(fields[key.name] != nil)
        case .words(let words), .wordsOrNone(let words):
            .words(Set(words.filter { fields["\(key.name):\($0)"] != nil }))
        case .localizedText:
            .languages(
                Dictionary(
                    Language.allCases.map { ($0, text("\(key.name):\($0.rawValue)", in: fields)) },
                    uniquingKeysWith: { first, _ in first }
                ).filter { !$0.value.isEmpty })
        case .group, .number, .wholeNumber, .wholeNumberOf, .word, .origins, .threshold, .text, .boundedText,
            .consentVersion, .issuer, .providerRoles, .color, .nothing:
            .text(text(key.name, in: fields))
        }
    }

    /// A browser ends lines as mail does.
    private static func text(_ name: String, in fields: FormFields) -> String {
        (fields[name] ?? "").replacing("\r\n", with: "\n")
    }

    /// - Parameter before: what was shown: a text of several languages stays one.
    private static func value(
        of input: Input, in key: ConfigurationKey, before: JSONValue?
    ) throws(Invalid) -> JSONValue {
        switch (key.values, input) {
        case (.flag, .flag(let flag)): return .bool(flag)
        case (.words(let words), .words(let chosen)), (.wordsOrNone(let words), .words(let chosen)):
            return .array(words.filter(chosen.contains).map { .string($0) })
        case (.localizedText, .languages(let texts)):
            let isForEverybody = if case .object? = before { false } else { texts.keys.allSatisfy { $0 == .english } }
            if isForEverybody { return .string(texts[.english] ?? "") }
            // An empty one takes the place of one that was there.
            return .object(
                Dictionary(
                    Language.allCases.map { ($0.rawValue, .string(texts[$0] ?? "")) },
                    uniquingKeysWith: { first, _ in first }))
        case (.origins, .text(let text)):
            return .array(text.split(whereSeparator: \.isWhitespace).map { .string(String($0)) })
        case (.providerRoles, .text(let text)):
            guard let roles = ProviderRoleLines.value(of: text) else { throw Invalid(problem: .notAllowed) }
            return roles
        // Copied from elsewhere, with a blank at the end.
        case (.issuer, .text(let text)), (.color, .text(let text)):
            return .string(text.trimmingCharacters(in: .whitespacesAndNewlines))
        case (.number, .text(let text)), (.wholeNumber, .text(let text)), (.wholeNumberOf, .text(let text)),
            (.threshold, .text(let text)):
            guard let number = number(text) else { throw Invalid(problem: .notANumber) }
            return .number(number)
        case (_, .text(let text)): return .string(text)
        default: throw Invalid(problem: .notAllowed)
        }
    }

    /// As people write it, with either mark before the decimals.
    private static func number(_ text: String) -> Double? {
        let text = text.filter { !$0.isWhitespace }.replacing(",", with: ".")
        return text.wholeMatch(of: /-?[0-9]{1,9}(\.[0-9]{1,9})?/) == nil ? nil : Double(text)
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension Double {
    /// Without the fraction of a whole number.
    var plain: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
