import OnboardingJSON
import Testing

@testable import Tenancy

@Suite struct ProviderSettingsTests {
    private let stored = CustomerConfiguration.initial(.compatible)
    private let role = JSONValue.object(["value": .string("a"), "role": .string("auditor")])

    private func change(_ members: [String: JSONValue], on document: JSONValue? = nil) throws(ConfigurationRefusal)
        -> JSONValue
    {
        try ConfigurationChange.result(of: .object(["oidc": .object(members)]), on: document ?? stored)
    }

    private func refusal(_ members: [String: JSONValue], on document: JSONValue? = nil) -> ConfigurationRefusal? {
        do throws(ConfigurationRefusal) {
            _ = try change(members, on: document)
            return nil
        } catch {
            return error
        }
    }

    private var whole: [String: JSONValue] {
        ["issuer": .string("https://idp.example.org"), "clientId": .string("kyc"), "roleMap": .array([role])]
    }

    @Test func aTenantBeginsWithoutAProvider() throws {
        #expect(try TenantSettings(stored).provider == nil)
    }

    @Test func aProviderIsWhatTheConfigurationSays() throws {
        let changed = try change(
            whole.merging([
                "required": .bool(true), "roleClaim": .string("groups"),
                "roleMap": .array([
                    role,
                    .object([
                        "value": .string("b"), "role": .string("operator"), "rights": .array([.string("export")]),
                    ]),
                ]),
            ]) { $1 })
        let provider = try #require(try TenantSettings(changed).provider)
        #expect(provider.issuer == "https://idp.example.org" && provider.clientID == "kyc" && provider.isRequired)
        #expect(provider.roleClaim == "groups" && provider.roles.map(\.value) == ["a", "b"])
        #expect(provider.roles.map(\.rights) == [[.cases], [.trigger, .export]])
        #expect(
            try TenantSettings(change(["issuer": .string(""), "required": .bool(false)], on: changed)).provider == nil)
    }

    @Test func settingsWithWhichNobodyCouldSignInContradictEachOther() throws {
        let message = "oidc.issuer needs oidc.clientId, oidc.roleClaim and an entry of oidc.roleMap"
        for (name, value) in [("clientId", JSONValue.string("")), ("roleClaim", .string("")), ("roleMap", .array([]))] {
            let refusal = refusal(whole.merging([name: value]) { $1 })
            #expect(refusal?.kind == .conflict && refusal?.message == message, "\(name)")
        }
        #expect(refusal(["required": .bool(true)])?.message == "oidc.required needs oidc.issuer")
        let required = try change(whole.merging(["required": .bool(true)]) { $1 })
        #expect(refusal(["issuer": .string("")], on: required)?.kind == .conflict)
        // What is prepared and not switched on contradicts nothing.
        #expect(refusal(["clientId": .string("kyc")]) == nil)
    }

    @Test func aSecretIsNotTakenIntoTheConfiguration() throws {
        #expect(
            refusal(["clientSecret": .string("x")])
                == ConfigurationRefusal(notAllowed: "oidc.clientSecret"))
        #expect(refusal(["clientSecret": .string("")]) == nil)
    }

    @Test(arguments: [
        ("issuer", JSONValue.string("http://idp.example.org")), ("issuer", .string("https://idp.example.org?a")),
        ("issuer", .string("idp")), ("issuer", .number(5)),
        ("clientId", .string(String(repeating: "x", count: 1025))), ("required", .string("yes")),
        ("roleMap", .object([:])), ("roleMap", .array([.string("a")])),
        ("roleMap", .array([.object(["value": .string("a")])])),
        ("roleMap", .array([.object(["value": .string(""), "role": .string("admin")])])),
        ("roleMap", .array([.object(["value": .string("a"), "role": .string("root")])])),
        ("roleMap", .array([.object(["value": .string("a"), "role": .string("admin"), "rights": .string("export")])])),
        (
            "roleMap",
            .array([.object(["value": .string("a"), "role": .string("admin"), "rights": .array([.string("all")])])])
        ),
        ("roleMap", .array([.object(["value": .string("a"), "role": .string("admin"), "right": .array([])])])),
        (
            "roleMap",
            .array([.object(["value": .string(String(repeating: "x", count: 257)), "role": .string("admin")])])
        ),
    ]) func aValueThatIsNotAllowedIsRefusedByTheNameOfItsKey(name: String, value: JSONValue) {
        #expect(
            refusal(whole.merging([name: value]) { $1 })
                == ConfigurationRefusal(notAllowed: "oidc.\(name)"))
    }

    @Test func rolesHaveABound() {
        #expect(ProviderRole.all(in: .array(Array(repeating: role, count: 100)))?.count == 100)
        #expect(ProviderRole.all(in: .array(Array(repeating: role, count: 101))) == nil)
    }

    @Test func ofSeveralValuesTheHighestRoleCountsWithTheRightsOfAll() throws {
        func made(_ value: String, _ role: String, _ rights: [String] = []) throws -> ProviderRole {
            try #require(
                ProviderRole(
                    .object([
                        "value": .string(value), "role": .string(role),
                        "rights": .array(rights.map(JSONValue.string)),
                    ])))
        }
        let roles = [try made("c", "operator", ["export"]), try made("a", "admin"), try made("b", "auditor")]
        let granted = try #require(ProviderRole.granted(to: ["b", "c", "x"], by: roles))
        #expect(granted.role == .auditor && granted.rights == [.cases, .trigger, .export])
        #expect(ProviderRole.granted(to: ["a", "c"], by: roles)?.role == .admin)
        #expect(ProviderRole.granted(to: ["x", "A", ""], by: roles) == nil)
        #expect(ProviderRole.granted(to: [], by: roles) == nil)
    }
}
