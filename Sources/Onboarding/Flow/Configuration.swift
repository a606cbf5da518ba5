internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingStorage

/// A tenant's configuration, as customerConfig shows and changes it.
extension Flow {
    func configuration(_ caller: Caller) async throws -> JSONValue {
        guard let row = try await deployment.store.configuration(of: caller.tenant.id) else {
            throw StorageError.storedValueInvalid
        }
        return CustomerConfiguration.shown(try row.value)
    }

    /// Lays a posted document over the configuration. Holds for enrollments begun after it.
    func changeConfiguration(_ call: Call, caller: Caller) async throws -> JSONValue {
        let posted = try readJSON(JSONValue.self, from: call.body)
        let changed: JSONValue
        do {
            changed = try await deployment.store.changeConfiguration(of: caller.tenant.id, at: call.now) {
                try ConfigurationChange.result(of: posted, on: $0)
            }
        } catch let error as ConfigurationRefusal {
            throw Refusal(
                error.kind == .conflict ? .configurationConflict : .configurationValue, message: error.message)
        }
        try await deployment.tenants.reload()
        return CustomerConfiguration.shown(changed)
    }
}
