internal import OnboardingCore
package import OnboardingJSON

extension CustomerConfiguration {
    /// The JSON Schema of a tenant's configuration, whole or a part of it, as `onboarding tenant configure` takes it. Keys that
    /// nobody knows are kept, so that it lets them pass.
    package static var schema: JSONValue {
        JSONSchema.document(
            "Configuration of a tenant",
            "What onboarding tenant configure takes, whole or in parts: docs/configuration.md.",
            properties: properties(of: []))
    }

    private static func properties(of group: [String]) -> JSONSchema.Members {
        var found: JSONSchema.Members = [:]
        for key in ConfigurationTable.keys where key.path.count == group.count + 1 && key.path.starts(with: group) {
            found[key.path[group.count]] = .object(
                key.isGroup
                    ? JSONSchema.object(key.purpose, properties: properties(of: key.path))
                    : key.values.schema(without: key.refused)
                        .merging(["description": .string(key.purpose), "default": key.initial.standard]) { $1 })
        }
        return found
    }
}

extension ConfigurationKey {
    /// What it may not be changed to: a check that is not made.
    fileprivate var refused: JSONValue? { if case .notServed(let value, _) = service { value } else { nil } }
}

extension ConfigurationValues {
    fileprivate func schema(without refused: JSONValue?) -> JSONSchema.Members {
        switch self {
        case .group: return ["type": .string("object")]
        case .flag:
            guard let refused else { return ["type": .string("boolean")] }
            return ["enum": .array([JSONValue.bool(true), .bool(false)].filter { $0 != refused })]
        case .number(let range): return JSONSchema.number("number", range)
        case .wholeNumber(let range):
            return JSONSchema.number("integer", Double(range.lowerBound)...Double(range.upperBound))
        case .wholeNumberOf(let allowed): return ["enum": .array(allowed.map { .number(Double($0)) })]
        case .word(let words): return JSONSchema.words(words.filter { .string($0) != refused })
        case .words(let words):
            return JSONSchema.list(JSONSchema.words(words)).merging(["minItems": .number(1)]) { $1 }
        case .wordsOrNone(let words): return JSONSchema.list(JSONSchema.words(words))
        case .origins: return JSONSchema.list(["type": .string("string")])
        case .threshold(let range):
            return JSONSchema.either(JSONSchema.number("number", range), JSONSchema.text("^[0-9]+([.][0-9]+)?$"))
        case .text(let format):
            let members: JSONSchema.Members = ["type": .string("string"), "readOnly": .bool(true)]
            return format.map { members.merging(["format": .string($0)]) { $1 } } ?? members
        case .boundedText(let bound): return JSONSchema.text(atMost: bound)
        case .localizedText(let bound):
            return JSONSchema.either(
                JSONSchema.text(atMost: bound),
                [
                    "type": .string("object"),
                    "propertyNames": .object(["pattern": .string("^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$")]),
                    "additionalProperties": .object(JSONSchema.text(atMost: bound)),
                ])
        case .consentVersion:
            return JSONSchema.text("^([A-Za-z0-9][A-Za-z0-9._+-]*)?$")
                .merging(JSONSchema.text(atMost: Limit.consentVersion.value)) { $1 }
        case .issuer: return JSONSchema.text("^(https://.*)?$")
        case .providerRoles:
            return JSONSchema.list(Self.providerRole)
                .merging(["maxItems": .number(Double(ProviderRole.maximumCount))]) { $1 }
        case .color: return JSONSchema.text("^(#[0-9A-Fa-f]{6})?$")
        case .nothing: return ["const": .string("")]
        }
    }

    private static var providerRole: JSONSchema.Members {
        [
            "type": .string("object"), "required": .array([.string("value"), .string("role")]),
            "additionalProperties": .bool(false),
            "properties": .object([
                "value": .object(["type": .string("string"), "minLength": .number(1)]),
                "role": .object(JSONSchema.words(OperatorRole.allCases.map(\.rawValue))),
                "rights": .object(JSONSchema.list(JSONSchema.words(OperatorRight.allCases.map(\.rawValue)))),
            ]),
        ]
    }
}
