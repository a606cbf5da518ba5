internal import OnboardingJSON

/// What the values of a provider's claim make of operators, as somebody writes it: `VALUE = ROLE RIGHT …`, one a line.
enum ProviderRoleLines {
    /// Nil for what is no list of them.
    static func text(of value: JSONValue) -> String? {
        guard case .array(let entries) = value else { return nil }
        let lines = entries.compactMap { entry -> String? in
            guard case .string(let value)? = entry["value"], case .string(let role)? = entry["role"] else { return nil }
            var words = [role]
            if case .array(let rights)? = entry["rights"] {
                words += rights.compactMap { if case .string(let right) = $0 { right } else { nil } }
            }
            return "\(value) = \(words.joined(separator: " "))"
        }
        return lines.count == entries.count ? lines.joined(separator: "\n") : nil
    }

    /// Nil where a line is none. Whether there are such roles and rights is the setting's own to say.
    static func value(of text: String) -> JSONValue? {
        var entries: [JSONValue] = []
        for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
            // A value may have the mark in it; roles and rights do not.
            guard let mark = line.lastIndex(of: "=") else { return nil }
            let value = line[..<mark].trimmingBlanks
            let words = line[line.index(after: mark)...].split { $0.isWhitespace || $0 == "," }.map(String.init)
            guard !value.isEmpty, let role = words.first else { return nil }
            var entry: [String: JSONValue] = ["value": .string(value), "role": .string(role)]
            if words.count > 1 { entry["rights"] = .array(words.dropFirst().map { .string($0) }) }
            entries.append(.object(entry))
        }
        return .array(entries)
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
