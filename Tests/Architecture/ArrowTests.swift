import Foundation
import Testing
import TestSupport

/// The plan of the house (`docs/architecture.md` §2): which room may know which. A new arrow is a change of the plan and
/// is made in both places.
@Suite struct ArrowTests {
    private static let allowed: [String: Set<String>] = [
        "OnboardingAPI": ["Foundation"],
        "OnboardingCore": [],
        "OnboardingCrypto": ["COpenSSL", "Foundation", "Synchronization"],
        "Vision": ["CVision", "CNeural", "Foundation", "Synchronization"],
        "FaceEngine": ["Vision", "Dispatch", "Foundation", "Synchronization"],
        "LivenessScorer": ["Vision", "FaceEngine", "Foundation", "Synchronization"],
        "DocVerify": ["Vision", "FaceEngine", "OnboardingCrypto", "Foundation"],
        "OnboardingClient": [
            "OnboardingAPI", "Crypto", "CryptoExtras", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "Foundation",
        ],
        "DemoMaterial": ["Vision", "FaceEngine", "CFreeType", "CZXing", "Foundation"],
        "OnboardingStorage": [
            "OnboardingAPI", "OnboardingCore", "OnboardingCrypto", "CSQLite", "CZstd", "GRDB", "NIOCore", "NIOPosix",
            "Foundation", "Synchronization",
        ],
        "Onboarding": [
            "OnboardingAPI", "OnboardingCore", "OnboardingCrypto", "OnboardingStorage", "Vision", "FaceEngine",
            "LivenessScorer", "DocVerify",
            "CQRencode", "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "HTTPTypes", "Configuration",
            "SystemPackage", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypes",
            "NIOHTTPTypesHTTP1", "NIOPosix", "NIOSSL",
            "ServiceLifecycle",
            "Dispatch", "Foundation", "Synchronization",
        ],
        "ServerProcess": ["Foundation", "Synchronization"],
        "OnboardingCommand": [
            "Onboarding", "OnboardingAPI", "OnboardingClient", "OnboardingCore", "OnboardingStorage", "DemoMaterial",
            "ServerProcess",
            "FaceEngine",
            "DocVerify", "Vision",
            "ArgumentParser", "Logging", "Foundation", "Synchronization",
        ],
        // Outside `Sources`, but held to rooms without Swift packages: `make fuzz` builds them alone.
        "FuzzTargets": [
            "OnboardingAPI", "OnboardingCrypto", "Vision", "FaceEngine", "DocVerify", "TestSupport", "Foundation",
            "Synchronization",
        ],
    ]

    /// Where a target's folder is not named like it.
    private static let folders = ["OnboardingCrypto": "Crypto", "FuzzTargets": "../Tests/Fuzz/Targets"]

    @Test(arguments: allowed.keys.sorted()) func aRoomImportsOnlyWhatThePlanAllows(room: String) throws {
        let folder = Material.packageRoot + "/Sources/" + (Self.folders[room] ?? room)
        let permitted = try #require(Self.allowed[room])
        for (file, modules) in try imports(in: folder) {
            let strangers = modules.subtracting(permitted)
            #expect(strangers.isEmpty, "\(file) imports \(strangers.sorted())")
        }
    }

    @Test func everyRoomIsInThePlan() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Material.packageRoot + "/Sources")
        let known = Set(Self.allowed.keys.map { Self.folders[$0] ?? $0 })
        // Rooms of C have no Swift imports; their names say so.
        let unknown = folders.filter { !known.contains($0) && !$0.hasPrefix("C") && !$0.hasPrefix(".") }
        #expect(unknown.isEmpty, "not in the plan: \(unknown)")
    }

    @Test func eachCLibraryHasOneImporter() throws {
        for library in ["COpenSSL", "CVision", "CNeural", "CQRencode", "CSQLite", "CZstd", "CFreeType", "CZXing"] {
            let importers = try Self.allowed.keys.filter { room in
                try imports(in: Material.packageRoot + "/Sources/" + (Self.folders[room] ?? room))
                    .contains { $0.modules.contains(library) }
            }
            #expect(importers.count == 1, "\(library) is imported by \(importers.sorted())")
        }
    }

    /// The package manager compiles a target again where one that it declares has changed. The optimizer makes room for
    /// values of every module that is imported: where one of them grew unnoticed, memory is written that belongs to others.
    @Test func aTargetDeclaresWhatItImports() throws {
        let manifest = try String(contentsOfFile: Material.packageRoot + "/Package.swift", encoding: .utf8)
        let blocks = manifest.split(separator: /\.(target|executableTarget|testTarget)\(/).dropFirst()
        let targets = try blocks.map { block in
            let name = try #require(block.firstMatch(of: /name: "(\w+)"/)).1
            let declared = block.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1.matches(of: /"([^"]+)"/).map(\.1) ?? []
            let isTest = name.hasSuffix("Tests")
            let path = block.firstMatch(of: /path: "([^"]+)"/)?.1 ?? "\(isTest ? "Tests" : "Sources")/\(name)"
            return (name: String(name), declared: Set(declared.map(String.init)), path: String(path))
        }
        let ours = Set(targets.map(\.name))
        #expect(ours.count > 20, "the manifest was not understood")
        for target in targets {
            let imported = try imports(in: Material.packageRoot + "/" + target.path).reduce(into: Set()) {
                $0.formUnion($1.modules)
            }
            let undeclared = imported.intersection(ours).subtracting(target.declared)
            #expect(undeclared.isEmpty, "\(target.name) imports and does not declare \(undeclared.sorted())")
        }
    }

    private func imports(in folder: String) throws -> [(file: String, modules: Set<String>)] {
        let files = try #require(FileManager.default.enumerator(atPath: folder))
        return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { file in
            let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            // `import Module`, `@testable public import struct Module.Type`.
            let form = /(?m)^[ \t]*(?:@\w+[ \t]+)*(?:\w+[ \t]+)?import[ \t]+(?:\w+[ \t]+(?=\w))?(\w+)/
            return (file, Set(text.matches(of: form).map { String($0.1) }))
        }
    }
}
