internal import OnboardingCore
internal import OnboardingJSON

/// How a posted document changes a configuration. Pure: documents in, document out.
///
/// Clients post single keys, the whole `onboardingConfig`, or the whole answer of a GET with one value changed; all three
/// are merged into what is stored, object by object.
enum ConfigurationChange {
    /// `stored` changed by `posted`, in which a member that is null counts as missing. A change stores the keys that
    /// `stored` lacks too, as the client was shown them.
    /// - Parameter isTestTenant: whether the tenant may declare that its captures are rendered.
    static func result(
        of posted: JSONValue, on stored: JSONValue, isTestTenant: Bool = false
    ) throws(ConfigurationRefusal) -> JSONValue {
        guard case .object(var members) = posted.withoutNullMembers else {
            throw ConfigurationRefusal(kind: .value, message: "A configuration is a JSON object", rule: .object)
        }
        for key in ConfigurationTable.keys where key.isShownOnly { members[key.name] = nil }
        for name in [UnknownKey.member, PendingRetention.member, DueForecast.member] { members[name] = nil }
        let (posted, present) = (JSONValue.object(members), CustomerConfiguration.filled(stored))

        var merged = present.merged(with: posted)
        try ConfigurationRule.chipNeedsDocument.check(merged)
        for key in ConfigurationTable.keys { try key.checkUnread(in: merged) }
        for threshold in MatchThreshold.all {
            merged = try threshold.settled(posted: posted, stored: present, in: merged)
        }
        merged = ConfigurationRule.chipFollowsDocument(merged)
        let settings: TenantSettings
        do {
            settings = try TenantSettings(merged)
        } catch {
            throw ConfigurationRefusal(notAllowed: error.key)
        }
        guard settings.captureSource == .camera || isTestTenant else {
            throw ConfigurationRefusal(
                kind: .conflict, message: "captureSource rendered is for test tenants alone",
                rule: .renderedInTestsAlone, key: ConfigurationTable.key("onboardingConfig.captureSource"))
        }
        for rule in ConfigurationRule.all { try rule.check(merged) }
        try checkColors(merged)
        try checkSize(merged)
        return merged == present ? stored : merged
    }

    /// Refuses a colour that is not read or seen in the light scheme. The dark one has a variant of its own (`BrandPalette`).
    private static func checkColors(_ document: JSONValue) throws(ConfigurationRefusal) {
        for key in ConfigurationTable.keys {
            guard case .color(let use) = key.values, case .string(let text)? = document.value(at: key.path),
                let color = Color(text), let shortfall = PageScheme.light.shortfall(of: color, as: use)
            else { continue }
            throw ConfigurationRefusal(shortfall, of: key)
        }
    }

    /// Refuses a document that could not be posted back.
    private static func checkSize(_ document: JSONValue) throws(ConfigurationRefusal) {
        guard let shown = try? sortedKeyJSON(CustomerConfiguration.shown(document)),
            shown.count <= Limit.configuration.value,
            JSONShape.validationError(in: shown) == nil
        else {
            throw ConfigurationRefusal(
                kind: .value,
                message:
                    "The configuration would be larger than \(Limit.configuration.value >> 10) KiB, or of too many values",
                rule: .size)
        }
    }
}
