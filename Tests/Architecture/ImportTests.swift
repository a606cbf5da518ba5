import Foundation
import TestSupport
import Testing

/// The plan of the house (`docs/architecture.md`): which target may know which. A new arrow is a change of the plan and is
/// made in both places.
@Suite struct ImportTests {
    private static let plan = ImportPlan(
        allowed: [
            "Figures": ["Foundation"],
            "OnboardingJSON": ["Foundation"],
            "OnboardingCore": [],
            "OnboardingAPI": ["OnboardingJSON", "Foundation"],
            "OnboardingCrypto": ["COpenSSL", "CFido", "Foundation", "Synchronization"],
            "Vision": ["CVision", "CNeural", "Foundation", "Synchronization"],
            "Video": ["CVideo", "Vision"],
            "Mail": ["CMail", "Foundation", "Synchronization"],
            "FaceEngine": ["CScan", "Figures", "Vision", "Dispatch", "Foundation", "Synchronization"],
            "LivenessScorer": ["Vision", "FaceEngine", "OnboardingJSON", "Foundation", "Synchronization"],
            "DocVerify": ["CZXing", "Vision", "FaceEngine", "OnboardingCrypto", "OnboardingJSON", "Foundation"],
            "OnboardingCalls": ["OnboardingAPI", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "Foundation"],
            "OnboardingClient": [
                "OnboardingAPI", "OnboardingCalls", "OnboardingJSON", "Crypto", "CryptoExtras", "AsyncHTTPClient",
                "Foundation",
            ],
            "SimulatedPhone": ["OnboardingAPI", "OnboardingCalls", "OnboardingCrypto", "Foundation"],
            "ChildProcess": ["CProcess", "Foundation", "Synchronization"],
            "Confinement": ["CConfinement"],
            "Compression": ["CZlib", "CBrotli"],
            "DemoMaterial": ["ChildProcess", "Vision", "FaceEngine", "DocVerify", "CFreeType", "Foundation"],
            "AttackMaterial": [
                "ChildProcess", "Vision", "Video", "FaceEngine", "LivenessScorer", "DemoMaterial", "Dispatch",
                "Foundation",
                "Synchronization",
            ],
            "OnboardingStorage": [
                "OnboardingCore", "OnboardingJSON", "OnboardingCrypto", "CSQLite", "CZstd", "GRDB", "NIOCore",
                "NIOPosix", "Foundation", "Synchronization",
            ],
            "Tenancy": [
                "OnboardingCore", "OnboardingJSON", "OnboardingStorage", "OnboardingCrypto", "Vision", "FaceEngine",
                "LivenessScorer", "Mail", "Configuration", "SystemPackage", "Logging", "NIOCore", "NIOPosix",
                "Dispatch", "Foundation", "Synchronization",
            ],
            "Onboarding": [
                "Tenancy", "OnboardingCore", "OnboardingJSON", "OnboardingStorage", "OnboardingCrypto", "Vision",
                "Video", "FaceEngine", "LivenessScorer", "DocVerify", "Mail", "CQRencode", "ChildProcess",
                "Confinement", "Foundation", "Synchronization",
            ],
            "Casework": [
                "Tenancy", "Onboarding", "OnboardingCore", "OnboardingJSON", "OnboardingStorage", "OnboardingCrypto",
                "Vision", "FaceEngine", "LivenessScorer", "DocVerify", "Figures", "Compression", "Logging",
                "ServiceLifecycle",
                "Foundation",
                "Synchronization",
            ],
            "Operations": [
                "Tenancy", "Onboarding", "Casework", "OnboardingCore", "OnboardingJSON", "OnboardingStorage",
                "OnboardingCrypto", "Vision", "Video", "FaceEngine", "LivenessScorer", "DocVerify", "Mail", "Logging",
                "NIOPosix", "ServiceLifecycle", "Dispatch", "Foundation", "Synchronization",
            ],
            "OnboardingHTTP": [
                "Tenancy", "Onboarding", "Casework", "Operations", "OnboardingAPI", "OnboardingCore", "OnboardingJSON",
                "OnboardingStorage",
                "OnboardingCrypto", "Compression",
                "Vision", "FaceEngine", "Figures", "LivenessScorer", "DocVerify", "AsyncHTTPClient", "Hummingbird",
                "HummingbirdCore",
                "HummingbirdTLS", "HTTPTypes", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypes",
                "NIOHTTPTypesHTTP1", "NIOPosix", "NIOSSL", "NIOTLS", "ServiceLifecycle", "Dispatch", "Foundation",
                "Synchronization",
            ],
            "OnboardingWeb": [
                "Tenancy", "Onboarding", "Casework", "OnboardingHTTP", "OnboardingAPI", "OnboardingCore",
                "OnboardingCrypto", "OnboardingJSON", "Figures",
                "HTTPTypes", "HummingbirdCore", "Logging", "Mustache", "NIOCore", "ServiceLifecycle", "Foundation",
                "Synchronization",
            ],
            "ServerProcess": ["ChildProcess", "Foundation"],
            "OnboardingCommand": [
                "Tenancy", "Onboarding", "Casework", "Operations", "OnboardingHTTP", "OnboardingWeb",
                "OnboardingStorage", "OnboardingCore",
                "OnboardingJSON",
                "OnboardingAPI", "OnboardingCalls", "SimulatedPhone", "AttackMaterial", "ChildProcess", "DemoMaterial",
                "ServerProcess",
                "FaceEngine", "LivenessScorer", "DocVerify", "Vision", "ArgumentParser", "Logging", "Foundation",
                "Synchronization",
            ],
            // Outside `Sources`, but held to targets without Swift packages: `make fuzz` builds them alone.
            "FuzzTargets": [
                "OnboardingAPI", "OnboardingJSON", "OnboardingCrypto", "Vision", "Video", "FaceEngine", "DocVerify",
                "TestSupport", "Foundation", "Synchronization",
            ],
        ],
        folders: [
            "OnboardingCrypto": "Sources/Crypto", "FuzzTargets": "Tests/Fuzz/Targets",
            "OnboardingCalls": "clients/swift/Sources/OnboardingCalls",
            "OnboardingClient": "clients/swift/Sources/OnboardingClient",
        ])

    private static let ofUseCases = ["Tenancy", "Onboarding", "Casework", "Operations"]

    /// What the use cases must never know: HTTP, and the words of any client.
    private static func isForeignToUseCases(_ module: String) -> Bool {
        let foreign =
            /Hummingbird.*|HTTPTypes|NIOHTTP.*|NIOSSL|NIOWebSocket|AsyncHTTPClient|OnboardingAPI|OnboardingHTTP/
        return module.wholeMatch(of: foreign) != nil
    }

    @Test(arguments: plan.allowed.keys.sorted()) func aTargetImportsOnlyWhatThePlanAllows(target: String) throws {
        let strangers = try Self.plan.strangers(of: target, in: SourceTree.swift.get())
        #expect(strangers.isEmpty, "\(strangers)")
    }

    @Test(arguments: ofUseCases) func theUseCasesKnowNeitherHTTPNorWireTypes(target: String) throws {
        let found = try SourceTree.swift.get().imports(in: Self.plan.folder(of: target))
            .filter { Self.isForeignToUseCases($0.module) }
        #expect(found.isEmpty, "\(found)")
        // Whoever adds one of these to the plan is told here.
        #expect(Self.plan.allowed[target]?.filter(Self.isForeignToUseCases) == [])
    }

    @Test func everyTargetIsInThePlanAndBuilt() throws {
        let tree = try SourceTree.swift.get()
        let unplanned = Self.plan.unplanned(in: tree)
        #expect(unplanned.isEmpty, "not in the plan: \(unplanned)")
        let missing = Self.plan.allowed.keys.filter { tree.files(in: Self.plan.folder(of: $0)).isEmpty }
        #expect(missing.isEmpty, "in the plan and not in Sources: \(missing.sorted())")
    }

    @Test(arguments: [
        "COpenSSL", "CVision", "CVideo", "CNeural", "CQRencode", "CSQLite", "CZstd", "CZlib", "CBrotli", "CFreeType",
        "CZXing", "CMail", "CFido", "CScan", "CProcess", "CConfinement",
    ])
    func eachCLibraryHasOneImporter(library: String) throws {
        let importers = try Self.plan.importers(of: library, in: SourceTree.swift.get())
        #expect(importers.count == 1, "\(library) is imported by \(importers)")
    }

    /// The package manager compiles a target again where one that it declares has changed. The optimizer makes room for
    /// values of every module that is imported: where one of them grew unnoticed, memory is written that belongs to others.
    @Test func aTargetDeclaresWhatItImports() throws {
        let manifest = try String(contentsOfFile: Material.packageRoot + "/Package.swift", encoding: .utf8)
        let targets = DeclaredTarget.all(in: manifest)
        #expect(targets.count > 20, "the manifest was not understood")
        for target in targets {
            let undeclared = try target.undeclared(among: targets, in: SourceTree.swift.get())
            #expect(undeclared.isEmpty, "\(target.name) does not declare: \(undeclared)")
        }
    }
}

/// Each check finds what is planted for it.
@Suite struct PlantedImportTests {
    private let plan = ImportPlan(
        allowed: ["Core": [], "Storage": ["Core", "CSQLite"], "Crypto": ["Foundation"]],
        folders: ["Crypto": "Elsewhere/C"])

    private func strangers(_ text: String, in target: String = "Core") -> [String] {
        plan.strangers(of: target, in: SourceTree(["Sources/Core/Deep/File.swift": text, "Elsewhere/C/A.swift": text]))
            .map(\.description)
    }

    @Test(arguments: [
        "import GRDB", "internal import GRDB", "@testable public import struct GRDB.Row",
        "  @preconcurrency import GRDB",
        "import struct Core.Instant\nimport enum GRDB.Row",
    ]) func aForbiddenImportIsFound(text: String) {
        #expect(strangers(text).contains("Sources/Core/Deep/File.swift imports GRDB"))
    }

    @Test func aTargetWhoseFolderHasAnotherNameIsReadThere() {
        #expect(strangers("import Foundation\nimport GRDB", in: "Crypto") == ["Elsewhere/C/A.swift imports GRDB"])
    }

    @Test func anImportInACommentOrATextIsNone() {
        let text = #"""
            // import GRDB
            /* /* import GRDB */ import GRDB */
            let text = """
                import GRDB
                """
            let other = "import GRDB", pattern = /import GRDB/, isThere = canImport(GRDB)
            """#
        #expect(strangers(text) == [])
    }

    @Test func aTargetOutsideThePlanIsFound() {
        let tree = SourceTree(["Sources/Core/A.swift": "", "Sources/Web/A.swift": ""])
        #expect(plan.unplanned(in: tree) == ["Web"])
    }

    @Test func aSecondImporterOfACLibraryIsFound() {
        let tree = SourceTree(["Sources/Core/A.swift": "import CSQLite", "Sources/Storage/A.swift": "import CSQLite"])
        #expect(plan.importers(of: "CSQLite", in: tree) == ["Core", "Storage"])
    }

    @Test func anUndeclaredImportIsFound() {
        let targets = DeclaredTarget.all(
            in: """
                .target(name: "Core"),
                .target(name: "Crypto", dependencies: ["Core"], path: "Elsewhere/C"),
                .testTarget(name: "CoreTests", dependencies: ["Core"])
                """)
        let tree = SourceTree([
            "Elsewhere/C/A.swift": "import Core",
            "Tests/CoreTests/A.swift": "import Core\nimport Crypto\nimport Testing",
        ])
        #expect(
            targets.flatMap { $0.undeclared(among: targets, in: tree) }.map(\.description)
                == ["Tests/CoreTests/A.swift imports Crypto"])
    }
}
