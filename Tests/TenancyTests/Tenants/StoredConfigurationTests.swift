import Foundation
import OnboardingCore
import OnboardingJSON
import OnboardingStorage
import TestSupport
import Testing

@testable import OnboardingFixture
@testable import Tenancy

/// A stored document counts, whichever version of the product has written it.
@Suite struct StoredConfigurationTests {
    private static func path(_ name: String) -> String {
        Material.packageRoot + "/Tests/TenancyTests/Tenants/Documents/\(name).json"
    }

    private func document(_ name: String) throws -> JSONValue {
        try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: URL(fileURLWithPath: Self.path(name))))
    }

    @Test(arguments: CustomerConfiguration.Profile.allCases)
    func aNewTenantBeginsWithTheDocumentOfItsProfile(profile: CustomerConfiguration.Profile) throws {
        let name = "initial-\(profile)"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let written = try encoder.encode(CustomerConfiguration.initial(profile)) + Data("\n".utf8)
            try written.write(to: URL(fileURLWithPath: Self.path(name)))
        }
        #expect(try CustomerConfiguration.initial(profile) == document(name), "run this test with UPDATE_GOLDEN=1")
    }

    /// Keys that are missing, and members that are null as the first version stored them.
    @Test func anOlderDocumentReadsWithTheDefaultsOfTheKeysItLacks() throws {
        let settings = try TenantSettings(try document("older"))
        #expect(settings.maximumFaceAttempts == 3 && settings.maximumDocumentAttempts == 2)
        #expect(settings.sessionLifetimeInSeconds == 300 && settings.enrollmentLifetimeInSeconds == 3600)
        #expect(settings.tokenSigningAlgorithm == .es256 && settings.minimumLivenessLevel == .balanced)
        #expect(settings.allowStillPackages && settings.portraitMatchThreshold == 3.5)
        #expect(settings.requiredChecks == [.addDevice, .addDocument])
        #expect(settings.acceptedPackageForms == [.v2])
        #expect(settings.allowedWorkflows == Set(Workflow.Family.allCases))
        #expect(settings.replayGuard == .near && settings.frameTimes == .relative)
        #expect(!settings.requiresConsent && !settings.requiresAuthenticity && !settings.recordsEnrollmentVideo)
        #expect(settings.retention.failedInDays == 30)
        #expect(!settings.sampleWebIsEnabled && settings.sampleWebOrigins.isEmpty)
        // Under an app that reads them nothing changes.
        #expect(settings.phoneSeesScores)
        for profile in CustomerConfiguration.Profile.allCases {
            #expect(try !TenantSettings(CustomerConfiguration.initial(profile)).phoneSeesScores)
        }
    }

    @Test func aNewerDocumentReadsAndKeepsTheKeysThatAreUnknown() throws {
        let newer = try document("newer")
        let stored = CustomerConfiguration.filled(newer)
        #expect(try TenantSettings(stored).maximumFaceAttempts == 7)
        #expect(stored.merged(with: newer) == stored)
        let posted = JSONValue.object(["onboardingConfig": .object(["maxFaceAttempts": .number(8)])])
        let changed = try ConfigurationChange.result(of: posted, on: stored)
        #expect(changed == stored.merged(with: posted))
    }

    @Test func anOlderDocumentIsShownWithAllKeysAndCanBePostedBack() throws {
        let stored = try document("older")
        let shown = CustomerConfiguration.shown(stored)
        for key in ConfigurationTable.keys {
            #expect(try key.value(in: shown) == shown.value(at: key.path), "\(key.name)")
        }
        #expect(shown.value(atKey: "documentVerificationConfig.ocrPortraitSelfieMatchThreshold") == .number(3.5))
        // Another value would contradict `addFace`, which this tenant has off.
        let verifyFace = "onboardingConfig.onboardingOptions.authentication.verifyFace"
        #expect(shown.value(atKey: verifyFace) == .bool(false))
        for posted in [shown, .object([:])] {
            #expect(try ConfigurationChange.result(of: posted, on: stored) == stored)
        }

        let posted = JSONValue.object(["onboardingConfig": .object(["maxFaceAttempts": .number(4)])])
        let changed = try ConfigurationChange.result(of: posted, on: stored)
        #expect(changed == CustomerConfiguration.filled(stored).merged(with: posted))
    }

    @Test func theDirectoryServesDocumentsOfOtherVersionsAndRefusesAWrongOneForItsTenantAlone() async throws {
        let test = try await TestInstallation()
        let wrong = CustomerConfiguration.initial(.strict)
            .setting(.number(0), at: ["onboardingConfig", "maxFaceAttempts"])
        for (name, stored) in [("older", try document("older")), ("newer", try document("newer")), ("wrong", wrong)] {
            let tenant = try await test.tenant(name)
            try await test.data.store.changeConfiguration(of: tenant.id, at: test.now) { _ in stored }
        }
        let tenants = test.tenants
        try await tenants.reload()
        for name in ["older", "newer"] {
            let tenant = try await tenants.tenant(nameOrRealm: name)
            #expect(try tenant?.settings == TenantSettings(document(name)))
        }
        await #expect(throws: StorageError.tenantDamaged) { try await tenants.tenant(nameOrRealm: "wrong") }
    }
}
