import Foundation
import ServerProcess
import Tenancy

/// A server of the demonstration's own, with its test tenants.
final class DemoServer: Sendable {
    let credentials: TenantCredentials
    /// Of another tenant, where the person shown is enrolled again: what one tenant accepted is no replay for another.
    let otherCredentials: TenantCredentials
    /// Of a tenant that declares nothing: its captures count as a camera's.
    let strangerCredentials: TenantCredentials

    /// Of a tenant that asks every face for a challenge.
    let activeCredentials: TenantCredentials
    /// Of a tenant that registers nobody twice.
    let onceCredentials: TenantCredentials
    /// Of a tenant to which a registered person comes back.
    let returningCredentials: TenantCredentials

    /// What the tenants' clients show beside enrolling: they read, configure and erase.
    private static let scopes = ["person:read", "erase", "configuration", "metrics"]

    private let folder: TemporaryFolder
    private let process: ServerProcess

    var url: String { process.url }

    /// Makes the tenants and starts the server.
    /// - Parameter isRendered: whether the tenants but the stranger declare that their captures are rendered.
    init(isRendered: Bool) async throws {
        folder = try TemporaryFolder("onboarding-demo")
        let dataFolder = folder.path + "/data"
        let administration = try TenantAdministration(
            dataFolder: dataFolder, masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: dataFolder),
            makesMissing: true)
        credentials = try await administration.create(
            name: "demo", isTest: true, profile: "compatible", scopes: Self.scopes)
        otherCredentials = try await administration.create(
            name: "demo-other", isTest: true, profile: "compatible", scopes: Self.scopes)
        activeCredentials = try await administration.create(
            name: "demo-active", isTest: true, profile: "compatible", scopes: Self.scopes)
        try await administration.configure(
            name: "demo-active", change: #"{"onboardingConfig":{"faceWorkflow":"active"}}"#)
        onceCredentials = try await administration.create(
            name: "demo-once", isTest: true, profile: "compatible", scopes: Self.scopes)
        try await administration.configure(
            name: "demo-once",
            change: """
                {"onboardingConfig":{"duplicateEnrollment":"refuse","replayGuard":"off","onboardingOptions":{"enrollment":\
                {"addDevice":false,"addDocument":false,"checkDuplicateEnrollment":{"enabled":true}}}}}
                """)
        returningCredentials = try await administration.create(
            name: "demo-return", isTest: true, profile: "compatible", scopes: Self.scopes)
        // One photograph in motion twice is one capture to the guard by content; a person is not.
        try await administration.configure(
            name: "demo-return",
            change: """
                {"onboardingConfig":{"replayGuard":"exact","requireDeviceKeys":true,"onboardingOptions":{
                "enrollment":{"addDocument":false},"authentication":{"verifyDevice":true,"verifyFace":true}}}}
                """)
        if isRendered {
            for name in ["demo", "demo-other", "demo-active", "demo-once", "demo-return"] {
                try await administration.configure(
                    name: name, change: #"{"onboardingConfig":{"captureSource":"rendered"}}"#)
            }
        }
        strangerCredentials = try await administration.create(
            name: "bank", isTest: true, profile: "compatible", scopes: Self.scopes)
        process = try ServerProcess(
            program: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
            options: ["--data", dataFolder, "--log-level", "warning"])
    }

    /// Stops the server; its data go with this value.
    func stop() {
        process.stop()
    }
}
