internal import EnrollmentCore
internal import Foundation
internal import OnboardingAPI

/// A tenant's configuration, as customerConfig shows and changes it.
extension Flow {
    func configuration(_ caller: Caller) async throws -> JSONValue {
        try await CustomerConfiguration.shown(storedConfiguration(caller).document)
    }

    /// Lays a posted document over the configuration. Holds for enrollments begun after it.
    func changeConfiguration(_ call: Call, caller: Caller) async throws -> JSONValue {
        let posted = try readJSON(JSONValue.self, from: call.body)
        // Two changes at once: the second is laid over the first.
        for _ in 0..<8 {
            let (document, version) = try await storedConfiguration(caller)
            let changed: JSONValue
            do {
                changed = try ConfigurationChange.result(of: posted, on: document)
            } catch {
                throw Refusal(
                    error.kind == .conflict ? .configurationConflict : .configurationValue, message: error.message)
            }
            if changed == document { return CustomerConfiguration.shown(document) }
            do {
                _ = try await deployment.store.setConfiguration(
                    String(decoding: try canonicalJSON(changed), as: UTF8.self), of: caller.tenant.id,
                    expecting: version, at: call.now)
            } catch StorageError.configurationChanged {
                continue
            }
            try await deployment.tenants.reload()
            return CustomerConfiguration.shown(changed)
        }
        throw Refusal(.overloaded, retryAfterInSeconds: 1)
    }

    private func storedConfiguration(_ caller: Caller) async throws -> (document: JSONValue, version: Int) {
        guard let row = try await deployment.store.configuration(of: caller.tenant.id) else {
            throw StorageError.storedValueInvalid
        }
        return (try JSONDecoder().decode(JSONValue.self, from: Data(row.document.utf8)), row.version)
    }
}
