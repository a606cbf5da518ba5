import Foundation
import ServerProcess
import Tenancy

/// A tenant in a data directory that is made once and copied for every server, because RSA keys take seconds to make.
final class BenchmarkTenant: Sendable {
    static let name = "bench"
    /// What its client may do beside enrolling people.
    static let scopes = ["person:read", "erase", "configuration", "metrics"]

    let credentials: TenantCredentials
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder("onboarding-benchmark")
        credentials = try await Self.administration(of: Self.data(in: folder), makesMissing: true).create(
            name: Self.name, isTest: true, profile: "compatible", scopes: Self.scopes)
    }

    /// - Returns: the data directory of the copy, whose master key lies beside it.
    func copyData(into copy: TemporaryFolder) throws -> String {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.copyItem(atPath: folder.path + "/" + name, toPath: copy.path + "/" + name)
        }
        return Self.data(in: copy)
    }

    static func data(in folder: TemporaryFolder) -> String { folder.path + "/data" }

    static func administration(of data: String, makesMissing: Bool = false) throws -> TenantAdministration {
        try TenantAdministration(
            dataFolder: data, masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: data),
            makesMissing: makesMissing)
    }
}

/// The tenant's settings. Whatever decides whether captures are taken, and what they cost, is written out, so that another
/// default of new tenants changes nothing.
struct BenchmarkSettings: Sendable {
    /// Whether a few stills are taken for a living face.
    var permitsStills = false
    /// Whether each face is looked for among the registrations, and whoever enrolls twice is reported.
    var looksForDuplicates = false

    /// A change for `tenant configure`. The guard is off because the same captures are sent again and again.
    var json: String {
        """
        {"onboardingConfig":{"captureSource":"rendered","replayGuard":"off","faceWorkflow":"passive",\
        "allowStillPackages":\(permitsStills),"minimumLivenessLevel":2,"maxFaceAttempts":5,"maxDocumentAttempts":5,\
        "acceptedPackageForms":["v2"],"allowedWorkflows":["charlie"],"frameTimes":"relative","portraitReuse":"refuse",\
        "ocrPortraitSelfieMatchThreshold":3,"requireConsent":false,"requireDeviceKeys":false,"requireAuthenticity":false,\
        "finishedUsername":"refuse","duplicateEnrollment":"report","tokenSigningAlgorithm":"RS256",\
        "sessionLifetimeSeconds":3600,"enrollmentLifetimeSeconds":3600,"onboardingOptions":{"enrollment":{\
        "addDevice":true,"addFace":true,"addDocument":true,"ageEstimation":{"enabled":false},\
        "checkDuplicateEnrollment":{"enabled":\(looksForDuplicates)}}}}}
        """
    }
}
