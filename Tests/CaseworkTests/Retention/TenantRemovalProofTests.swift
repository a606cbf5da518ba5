import Foundation
import OnboardingCore
import OnboardingCrypto
import Synchronization
import Testing

@testable import Casework
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

@Suite struct TenantRemovalProofTests {
    private let test: TestInstallation

    init() async throws {
        test = try await TestInstallation()
    }

    private var administration: RetentionAdministration {
        get throws {
            try RetentionAdministration(
                dataFolder: test.data.folder.path, masterKeyFile: test.data.folder.path + ".key", erasureJournal: nil)
        }
    }

    private func removed(_ name: String, to file: String? = nil) async throws -> [RetentionAdministration.RemovedTenant]
    {
        let given = Mutex<[RetentionAdministration.RemovedTenant]>([])
        try await administration.removeTenant(name: name, proofFile: file, compacts: false) { removed in
            given.withLock { $0.append(removed) }
        }
        return given.withLock(\.self)
    }

    private func claims(of proof: String) async throws -> [String: Any] {
        let keys = try await ServerKeys.tokens(store: test.data.store, keys: test.data.keys, at: test.now).receipts.all
        let claims = try JSONWebToken.verify(
            compact: proof, keys: Dictionary(uniqueKeysWithValues: keys.map { ($0.keyID, $0) }),
            allowedAlgorithms: [.es256])
        return try #require(JSONSerialization.jsonObject(with: Data(claims)) as? [String: Any])
    }

    @Test func theProofSaysWhatWasDestroyedAndIsVerifiedByTheKeyOfReceipts() async throws {
        let tenant = try await test.tenant()
        let until = test.now.adding(seconds: 3600)
        _ = try await test.begun("ada", [.triggered(until: until)], tenant: tenant)
        await #expect(throws: ConfigurationError.self) { try await removed("acme") }
        await #expect(throws: ConfigurationError.self) { try await removed("nobody") }
        _ = try await TenantAdministration(data: test.data).setDisabled(true, tenant: "acme")

        let given = try await removed("acme")
        #expect(given.count == 1)
        let proof = try #require(given.first)
        let members = try await claims(of: proof.proof)
        #expect(members["typ"] as? String == "TenantRemoval" && members["version"] as? Int == 1)
        #expect(members["tenant"] as? String == "acme" && members["tenant_id"] as? String == tenant.id.text)
        let head = try await test.data.store.head().text
        #expect(members["audit_head"] as? String == head)
        let destroyed = try #require(members["destroyed"] as? [String: Int])
        #expect(destroyed["cases"] == 1 && destroyed["persons"] == 1 && destroyed["keys"] == 4)
        #expect(destroyed.keys.sorted() == DestroyedKind.allCases.map(\.rawValue).sorted())
        #expect(proof.destroyed.map(\.count) == DestroyedKind.allCases.map { destroyed[$0.rawValue] ?? 0 })
        let remaining = try #require(members["remaining"] as? [[String: String]])
        #expect(remaining.map { $0["what"] } == ["backups", "registers", "trail", "elsewhere"])
        let journal = try #require(members["erasure_journal"] as? [String: Any])
        #expect(journal["entry"] as? Int == 1)

        try await test.tenants.reload()
        #expect(try await test.tenants.tenant(nameOrRealm: "acme") == nil)
        #expect(try await TenantAdministration(data: test.data).beingRemoved() == [])
        await #expect(throws: ConfigurationError.self) { try await removed("acme") }
    }

    @Test func aProofThatWasNotGivenIsGivenByTheSameCallAgain() async throws {
        let tenant = try await test.tenant()
        _ = try await TenantAdministration(data: test.data).setDisabled(true, tenant: "acme")
        let file = test.data.folder.path + ".proof"
        try "somebody's".write(toFile: file, atomically: true, encoding: .utf8)
        await #expect(throws: ConfigurationError.self) { try await removed("acme", to: file) }
        #expect(try await test.data.store.removals().isEmpty)
        // As a process leaves it that dies before it gives the proof.
        let removal = try await test.cases.removeTenant(tenant.id)
        #expect(try await TenantAdministration(data: test.data).beingRemoved() == ["acme"])
        let given = try await removed("acme", to: file)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text == "\(given.first?.proof ?? "")\n")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let members = try await claims(of: try #require(given.first).proof)
        #expect(members["audit_head"] as? String == removal.end?.head)
    }
}
