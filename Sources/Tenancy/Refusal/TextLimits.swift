package import OnboardingCore

/// The rules for texts that a client sends: the one place where they are checked.
extension String {
    /// A required text: neither empty nor longer than `limit`.
    /// - Parameter member: that it is of.
    package func checked(_ limit: Limit = .text, as member: String) throws(Refusal) -> String {
        // UTF-8 bytes bound the code points from above, and counting them is free. Characters as people see them have no
        // bound: one letter may carry thousands of accents.
        if utf8.count > limit.value, unicodeScalars.count > limit.value {
            throw Refusal(.fieldTooLong, member: member, limit: limit)
        }
        if isEmpty { throw Refusal(.fieldEmpty, member: member) }
        return self
    }

    /// The same of a name by which somebody is found, in its one form.
    package func checkedName(as member: String) throws(Refusal) -> String {
        let name = try NameForm.normalized(try checked(.username, as: member)).checked(.username, as: member)
        guard NameForm.isAllowed(name) else { throw Refusal(.wrongType, member: member) }
        return name
    }
}

extension Optional where Wrapped == String {
    /// A text that may be absent or empty, but not too long.
    package func checkedIfPresent(_ limit: Limit = .text, as member: String) throws(Refusal) -> String? {
        guard let text = self, !text.isEmpty else { return nil }
        return try text.checked(limit, as: member)
    }

    /// A text that must be there.
    package func required(_ limit: Limit = .text, as member: String) throws(Refusal) -> String {
        guard let text = self else { throw Refusal(.fieldMissing, member: member) }
        return try text.checked(limit, as: member)
    }
}
