import OnboardingCore
import OnboardingJSON

@testable import Tenancy

/// What the documents say of the keys of `ConfigurationTable`.
enum ConfigurationReference {
    /// The whole of `docs/configuration.md`.
    static func page() throws -> String {
        var lines = [
            """
            # The configuration of a tenant

            <!-- Generated from Sources/Tenancy/Settings/ConfigurationTable.swift: run ConfigurationReferenceTests with
            UPDATE_GOLDEN=1. -->

            `GET /onboarding/admin/customerConfig` shows the configuration of a tenant. `POST` to the same route and
            `onboarding tenant configure NAME JSON` change it, for enrollments that begin afterwards. A change names single keys,
            or is a whole answer of `GET` with some values changed; it is merged into what is stored, object by object. A member
            that is `null` counts as missing. Keys that this page does not name are stored and shown; the whole has at most \(Limit.configuration.value >> 10) KiB.

            `onboarding tenant create NAME --profile` chooses what a tenant begins with: `standard`, which is the default,
            `compatible`, with which unmodified apps of the vendor work, or `strict`. A stored configuration may lack a key because it
            is older than the key: then the value under *if missing* counts and is shown.
            """
        ]
        for group in ConfigurationTable.keys where group.isGroup {
            let keys = ConfigurationTable.keys.filter { $0.path.dropLast() == group.path[...] && !$0.isGroup }
            if !keys.isEmpty { lines += ["", "## `\(group.name)`", "", group.purpose, ""] + (try table(keys)) }
        }
        lines += ["", "## Shown only", "", "Posted, these are passed over.", ""]
        lines += try table(ConfigurationTable.keys.filter(\.isShownOnly))
        lines += [
            "", "## Rules between keys", "", "A change is refused with these words where its result breaks a rule:", "",
        ]
        lines += ([ConfigurationRule.chipNeedsDocument] + ConfigurationRule.all).map { "- \($0.message)." }
        lines.append(
            """

            And a change is completed:

            - A match threshold is −log10 of the false match rate at which a portrait matches the live face; 0 accepts every
              face. It stands in two places, which always say the same: where a change gives one of them another value, the other
              follows.
            - `icaoVerification` becomes `DISABLED` when `addDocument` is switched off.

            """)
        return lines.joined(separator: "\n")
    }

    private static func table(_ keys: [ConfigurationKey]) throws -> [String] {
        try [
            "| key | value | new tenant | if missing | since | what it does |", "| --- | --- | --- | --- | --- | --- |",
        ]
            + keys.map { key in
                let cells = [
                    "`\(key.path.last ?? "")`", key.values.inWords, try initial(key), try missing(key), key.since,
                    key.purposeAndService,
                ]
                return "| " + cells.joined(separator: " | ") + " |"
            }
    }

    private static func initial(_ key: ConfigurationKey) throws -> String {
        let standard = try code(key.initial.standard)
        let others = try [("compatible", code(key.initial.compatible)), ("strict", code(key.initial.strict))]
            .filter { $0.1 != standard }.map { "\($0.0) \($0.1)" }
        return ([standard] + others).joined(separator: "; ")
    }

    private static func missing(_ key: ConfigurationKey) throws -> String {
        if key.isShownOnly { return "–" }
        return switch key.whenMissing {
        case .compatible: try code(key.initial.compatible)
        case .strict: try code(key.initial.strict)
        case .value(let value): try code(value)
        case .sameAs(let name):
            "as `\(name.split(separator: ".").suffix(2).joined(separator: "."))`, else \(try code(key.initial.strict))"
        }
    }

    private static func code(_ value: JSONValue) throws -> String {
        "`" + String(decoding: try sortedKeyJSON(value), as: UTF8.self) + "`"
    }

    /// The schemas of a configuration, as `docs/openapi.yaml` has them among its components.
    static func schema() -> String {
        let threshold = ConfigurationTable.keys.compactMap { key -> ClosedRange<Double>? in
            if case .threshold(let range) = key.values { range } else { nil }
        }
        let lines =
            [
                """
                    CustomerConfig:
                      type: object
                      description: |
                        A POST lays what it names over what is stored, object by object; an answer is whole, and can be posted back. Keys
                        that are not described are kept and shown; a member that is `null` counts as missing. `serviceVersion` and
                        `expirationTime` are shown only; posted, they are passed over.
                      additionalProperties: true
                      properties:
                """
            ] + properties(of: [], indent: "        ") + [
                """
                    MatchThreshold:
                      type: [number, string]
                      minimum: \(threshold.map(\.lowerBound).max()?.plain ?? "")
                      maximum: \(threshold.map(\.upperBound).min()?.plain ?? "")
                      description: |
                        −log10 of the false match rate at which a portrait is taken for the live face; 0 takes every face. A decimal number
                        in the same range where it is a string. An answer has a number in `onboardingConfig`.
                    OnboardingConfig:
                      type: object
                      additionalProperties: true
                      properties:
                """
            ] + properties(of: ["onboardingConfig"], indent: "        ")
        return lines.map { $0 + "\n" }.joined()
    }

    /// The members of an object, in the order of their first keys.
    private static func properties(of group: [String], indent: String) -> [String] {
        var names: [String] = []
        for key in ConfigurationTable.keys where !key.isGroup && key.path.starts(with: group) {
            let name = key.path[group.count]
            if !names.contains(name) { names.append(name) }
        }
        return names.flatMap { name -> [String] in
            let path = group + [name]
            guard let key = ConfigurationTable.key(path.joined(separator: ".")) else { return [] }
            if path == ["onboardingConfig"] {
                return ["\(indent)\(name): {$ref: '#/components/schemas/OnboardingConfig'}"]
            }
            if !key.isGroup { return property(key, indent: indent) }
            return ["\(indent)\(name):", "\(indent)  type: object"]
                + YAML.description(key.purpose, indent: indent + "  ")
                + ["\(indent)  additionalProperties: true", "\(indent)  properties:"]
                + properties(of: path, indent: indent + "    ")
        }
    }

    private static func property(_ key: ConfigurationKey, indent: String) -> [String] {
        let name = key.path.last ?? ""
        if case .threshold = key.values { return ["\(indent)\(name): {$ref: '#/components/schemas/MatchThreshold'}"] }
        let members = key.values.schema(of: key.service)
        let flow = (members + [("description", YAML.scalar(key.purposeAndService, inFlow: true))])
            .map { "\($0.0): \($0.1)" }.joined(separator: ", ")
        let line = "\(indent)\(name): {\(flow)}"
        if line.count <= YAML.lineLength { return [line] }
        return ["\(indent)\(name):"] + members.map { "\(indent)  \($0.0): \($0.1)" }
            + YAML.description(key.purposeAndService, indent: indent + "  ")
    }
}

private enum YAML {
    static let lineLength = 120

    /// A member in lines of their own.
    static func description(_ text: String, indent: String) -> [String] {
        let line = "\(indent)description: \(scalar(text, inFlow: false))"
        if line.count <= lineLength { return [line] }
        var lines = ["\(indent)description: |", indent + " "]
        for word in text.split(separator: " ") {
            if lines[lines.count - 1].count + 1 + word.count > lineLength { lines.append(indent + " ") }
            lines[lines.count - 1] += " " + word
        }
        return lines
    }

    static func scalar(_ text: String, inFlow: Bool) -> String {
        let isPlain =
            text.first?.isLetter == true && !text.contains(": ") && !text.contains(" #")
            && !(inFlow && text.contains { ",[]{}".contains($0) })
        return isPlain ? text : "'" + text.replacing("'", with: "''") + "'"
    }

    /// A list of words, of which YAML 1.1 takes some for truth values.
    static func list(_ words: [String]) -> String {
        "[" + words.map { ["on", "off", "yes", "no"].contains($0) ? "'\($0)'" : $0 }.joined(separator: ", ") + "]"
    }
}

extension ConfigurationKey {
    fileprivate var isGroup: Bool { if case .group = values { true } else { false } }

    fileprivate var purposeAndService: String {
        switch service {
        case .served, .secondPlace, .shownOnly: purpose
        case .kept: purpose + " Kept and shown; nothing reads it yet."
        case .notServed(.string(let word), _): purpose + " Kept and shown; \(word) is not served yet."
        case .notServed: purpose + " Not served yet."
        }
    }
}

extension ConfigurationValues {
    fileprivate var inWords: String {
        switch self {
        case .group: "object"
        case .flag: "true or false"
        case .number(let range): "number from \(range.lowerBound.plain) to \(range.upperBound.plain)"
        case .wholeNumber(let range): "whole number from \(range.lowerBound) to \(range.upperBound)"
        case .wholeNumberOf(let allowed): Self.choice(allowed.map(String.init))
        case .word(let words): Self.choice(words.map { "`\($0)`" })
        case .words(let words): "at least one of " + words.map { "`\($0)`" }.joined(separator: ", ")
        case .wordsOrNone(let words): "any of " + words.map { "`\($0)`" }.joined(separator: ", ")
        case .origins: "list of origins"
        case .threshold(let range): "number from \(range.lowerBound.plain) to \(range.upperBound.plain), or its text"
        case .text: "text"
        case .boundedText(let bound): "text of at most \(bound) code points"
        case .localizedText(let bound): "text of at most \(bound) code points, or one for each language"
        case .consentVersion:
            "empty, or a word of letters, digits and `._+-` of at most \(Limit.consentVersion.value) characters"
        case .issuer: "empty, or an `https` URL without a query"
        case .providerRoles:
            "list of at most \(ProviderRole.maximumCount) `{\"value\": …, \"role\": …, \"rights\": […]}`"
        case .color: "empty, or a colour `#rrggbb`"
        case .nothing: "empty"
        }
    }

    private static func choice(_ values: [String]) -> String {
        values.dropLast().joined(separator: ", ") + " or " + (values.last ?? "")
    }

    /// The members of a JSON Schema. What is not served is not a value that a client may send.
    fileprivate func schema(of service: ConfigurationKey.Service) -> [(String, String)] {
        var refused: JSONValue?
        if case .notServed(let value, _) = service { refused = value }
        return switch self {
        case .group, .threshold: []
        case .flag: [("type", "boolean")]
        case .number(let range):
            [
                ("type", "number"), ("format", "double"), ("minimum", range.lowerBound.plain),
                ("maximum", range.upperBound.plain),
            ]
        case .wholeNumber(let range):
            [
                ("type", "integer"), ("format", "int32"), ("minimum", "\(range.lowerBound)"),
                ("maximum", "\(range.upperBound)"),
            ]
        case .wholeNumberOf(let allowed):
            [("type", "integer"), ("format", "int32"), ("enum", YAML.list(allowed.map(String.init)))]
        case .word(let words):
            [("type", "string"), ("enum", YAML.list(words.filter { JSONValue.string($0) != refused }))]
        case .words(let words):
            [("type", "array"), ("minItems", "1"), ("items", "{type: string, enum: \(YAML.list(words))}")]
        case .wordsOrNone(let words):
            [("type", "array"), ("items", "{type: string, enum: \(YAML.list(words))}")]
        case .origins: [("type", "array"), ("items", "{type: string}")]
        case .boundedText(let bound): [("type", "string"), ("maxLength", "\(bound)")]
        // Of two types, one an object, generators make code that does not compile: it may be anything.
        case .localizedText: []
        case .consentVersion:
            [
                ("type", "string"), ("maxLength", "\(Limit.consentVersion.value)"),
                ("pattern", "'^([A-Za-z0-9][A-Za-z0-9._+-]*)?$'"),
            ]
        case .issuer, .nothing: [("type", "string")]
        case .color: [("type", "string"), ("pattern", "'^(#[0-9A-Fa-f]{6})?$'")]
        case .providerRoles: [("type", "array"), ("items", "{type: object, additionalProperties: true}")]
        case .text(let format):
            [("type", "string")] + (format.map { [("format", $0)] } ?? []) + [("readOnly", "true")]
        }
    }
}

extension Double {
    /// Without the fraction of a whole number.
    fileprivate var plain: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
