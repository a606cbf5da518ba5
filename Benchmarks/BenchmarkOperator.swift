import Foundation
import OnboardingCore
import Tenancy

/// An operator of the tenant, who signs in at the web side as a browser does.
enum BenchmarkOperator {
    private static let password = "four-words-for-the-desk"

    static func create(inDataFolder data: String, role: OperatorRole, rights: [String]) async throws {
        _ = try await OperatorAdministration(
            dataFolder: data, masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: data)
        ).create(
            "bench", role: role.rawValue, rights: rights, tenant: BenchmarkTenant.name,
            password: try OperatorAdministration.hash(
                ofPassword: password, of: "bench", tenant: BenchmarkTenant.name), at: .now())
    }

    /// - Returns: the cookie of the session, for every request.
    static func signIn(_ connection: PlainConnection) throws -> Headers {
        let answer = try connection.post(
            "/sign-in", form: "tenant=\(BenchmarkTenant.name)&name=bench&next=&password=\(password)")
        try answer.expect(303)
        guard let cookie = answer.field("set-cookie") else { throw Unexpected("no cookie") }
        return [("Cookie", String(cookie.prefix { $0 != ";" }))]
    }
}
