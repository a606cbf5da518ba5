// swift-tools-version:6.2
import PackageDescription

let openVINO = Context.packageDirectory + "/.deps/openvino"

let package = Package(
    name: "onboarding",
    products: [
        .executable(name: "onboarding", targets: ["OnboardingCommand"])
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", exact: "1.4.0", traits: ["JSON"]),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),

        // What these require in turn, each in the one version that was tested with them.
        .package(url: "https://github.com/apple/swift-algorithms.git", exact: "1.2.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-async-algorithms.git", exact: "1.1.4"),
        .package(url: "https://github.com/apple/swift-atomics.git", exact: "1.3.0"),
        .package(url: "https://github.com/apple/swift-certificates.git", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections.git", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", exact: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-structured-headers.git", exact: "1.7.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-transport-services.git", exact: "1.28.0"),
        .package(url: "https://github.com/apple/swift-numerics.git", exact: "1.1.1"),
        .package(url: "https://github.com/apple/swift-service-context.git", exact: "1.5.1"),
    ],
    targets: [
        // C libraries, each behind one importer.
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
        .target(
            name: "CVision",
            cxxSettings: [.unsafeFlags(["-I/usr/include/opencv4"])],
            linkerSettings: [
                .linkedLibrary("turbojpeg"), .linkedLibrary("png"), .linkedLibrary("webp"), .linkedLibrary("heif"),
                .linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc"),
                .linkedLibrary("opencv_video"), .linkedLibrary("opencv_calib3d"),
            ]),
        .target(
            name: "CNeural",
            cSettings: [.unsafeFlags(["-I\(openVINO)/include"])],
            linkerSettings: [
                .linkedLibrary("openvino_c"),
                .unsafeFlags([
                    "-L\(openVINO)/lib", "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../../../.deps/openvino/lib",
                ]),
            ]),
        .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        .target(name: "CVideo"),  // links nothing (decision 0058)
        .target(name: "CMail"),  // links nothing (decision 0093)
        .target(name: "CFido", linkerSettings: [.linkedLibrary("fido2")]),
        .target(name: "CScan"),  // no library behind it
        .target(name: "CProcess"),  // the system's own
        .target(name: "CConfinement"),  // the system's own

        .target(name: "Figures"),
        .target(name: "OnboardingJSON"),
        .target(name: "OnboardingAPI", dependencies: ["OnboardingJSON"]),
        .target(name: "OnboardingCore"),
        .target(name: "OnboardingCrypto", dependencies: ["COpenSSL", "CFido"], path: "Sources/Crypto"),
        .target(name: "Vision", dependencies: ["CVision", "CNeural"]),
        .target(name: "Video", dependencies: ["Vision", "CVideo"]),
        .target(name: "Mail", dependencies: ["CMail"]),
        .target(name: "FaceEngine", dependencies: ["Figures", "Vision", "CScan"]),
        .target(name: "LivenessScorer", dependencies: ["Vision", "FaceEngine", "OnboardingJSON"]),
        .target(
            name: "DocVerify", dependencies: ["Vision", "FaceEngine", "OnboardingCrypto", "OnboardingJSON", "CZXing"]),
        .target(
            name: "OnboardingCalls",
            dependencies: [
                "OnboardingAPI",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "clients/swift/Sources/OnboardingCalls"),
        .target(name: "SimulatedPhone", dependencies: ["OnboardingAPI", "OnboardingCalls", "OnboardingCrypto"]),
        .target(
            name: "OnboardingStorage",
            dependencies: [
                "OnboardingCore", "OnboardingCrypto", "OnboardingJSON", "CSQLite", "CZstd",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .target(
            name: "Tenancy",
            dependencies: [
                "OnboardingCore", "OnboardingCrypto", "OnboardingJSON", "OnboardingStorage", "Vision", "FaceEngine",
                "LivenessScorer", "Mail",
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .target(
            name: "Onboarding",
            dependencies: [
                "Tenancy", "OnboardingCore", "OnboardingCrypto", "OnboardingJSON", "OnboardingStorage", "Vision",
                "Video", "FaceEngine", "LivenessScorer", "DocVerify", "Mail", "CQRencode", "ChildProcess",
                "Confinement",
            ]),
        .target(
            name: "Casework",
            dependencies: [
                "Tenancy", "Onboarding", "OnboardingCore", "OnboardingCrypto", "OnboardingJSON", "OnboardingStorage",
                "Vision", "FaceEngine", "LivenessScorer", "DocVerify", "Figures", "Compression",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .target(
            name: "Operations",
            dependencies: [
                "Tenancy", "Onboarding", "Casework", "OnboardingCore", "OnboardingCrypto", "OnboardingJSON",
                "OnboardingStorage", "Vision", "Video", "FaceEngine", "LivenessScorer", "DocVerify", "Mail",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .target(
            name: "OnboardingHTTP",
            dependencies: [
                "Tenancy", "Onboarding", "Casework", "Operations", "OnboardingAPI", "OnboardingCore",
                "OnboardingCrypto", "OnboardingJSON", "Compression",
                "OnboardingStorage", "FaceEngine", "Figures", "LivenessScorer", "DocVerify", "Vision",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .target(
            name: "OnboardingWeb",
            dependencies: [
                "Tenancy", "Onboarding", "Casework", "OnboardingAPI", "OnboardingCore", "OnboardingCrypto",
                "OnboardingHTTP", "OnboardingJSON", "Figures",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .target(name: "ChildProcess", dependencies: ["CProcess"]),
        .target(name: "Compression", dependencies: ["CZlib", "CBrotli"]),
        .target(name: "Confinement", dependencies: ["CConfinement"]),
        .target(name: "ServerProcess", dependencies: ["ChildProcess"]),
        .target(
            name: "DemoMaterial", dependencies: ["ChildProcess", "Vision", "FaceEngine", "DocVerify", "CFreeType"]),
        .target(
            name: "AttackMaterial",
            dependencies: ["ChildProcess", "Vision", "Video", "FaceEngine", "LivenessScorer", "DemoMaterial"]),
        .executableTarget(
            name: "OnboardingCommand",
            dependencies: [
                "Tenancy", "Onboarding", "Casework", "Operations", "OnboardingAPI", "OnboardingCalls",
                "SimulatedPhone", "OnboardingCore", "OnboardingHTTP", "OnboardingJSON",
                "OnboardingStorage", "OnboardingWeb", "AttackMaterial", "ChildProcess", "DemoMaterial",
                "LivenessScorer", "ServerProcess", "FaceEngine", "DocVerify", "Vision",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Tenancy", "Onboarding", "Casework", "Operations", "OnboardingAPI", "SimulatedPhone",
                "OnboardingCore", "DemoMaterial", "ServerProcess",
                "FaceEngine", "LivenessScorer", "DocVerify", "Vision", "CSQLite",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks"),

        .target(name: "TestSupport", path: "Tests/Support"),
        .target(
            name: "StorageFixture",
            dependencies: [
                "OnboardingStorage", "OnboardingCore", "OnboardingCrypto", "OnboardingJSON",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/StorageFixture"),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "OnboardingAPI", "OnboardingCrypto", "OnboardingJSON", "Vision", "Video", "FaceEngine", "DocVerify",
                "TestSupport",
            ],
            path: "Tests/Fuzz/Targets"),
        .executableTarget(name: "FuzzRunner", dependencies: ["FuzzTargets", "TestSupport"], path: "Tests/Fuzz/Runner"),
        .testTarget(
            name: "FuzzTests", dependencies: ["FuzzTargets", "FuzzRunner", "ChildProcess", "TestSupport"],
            path: "Tests/Fuzz/Tests"),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], path: "Tests/Architecture"),
        .testTarget(name: "FiguresTests", dependencies: ["Figures", "TestSupport"]),
        .testTarget(name: "OnboardingAPITests", dependencies: ["OnboardingAPI", "OnboardingJSON", "TestSupport"]),
        .testTarget(name: "OnboardingCoreTests", dependencies: ["OnboardingCore", "TestSupport"], exclude: ["Golden"]),
        .testTarget(
            name: "OnboardingStorageTests",
            dependencies: [
                "OnboardingStorage", "OnboardingCore", "OnboardingCrypto", "OnboardingJSON", "StorageFixture",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .testTarget(name: "CryptoTests", dependencies: ["OnboardingCrypto", "TestSupport"], exclude: ["Vectors"]),
        .testTarget(name: "VisionTests", dependencies: ["Vision", "TestSupport"]),
        .testTarget(name: "VideoTests", dependencies: ["Video", "Vision", "TestSupport"]),
        .testTarget(name: "MailTests", dependencies: ["Mail", "TestSupport"], exclude: ["Golden"]),
        .testTarget(name: "FaceEngineTests", dependencies: ["FaceEngine", "ChildProcess", "Vision", "TestSupport"]),
        .testTarget(
            name: "LivenessScorerTests",
            dependencies: [
                "LivenessScorer", "ChildProcess", "DemoMaterial", "FaceEngine", "OnboardingJSON", "Vision",
                "TestSupport",
            ],
            exclude: ["Golden"]),
        .testTarget(
            name: "DocVerifyTests",
            dependencies: ["DocVerify", "DemoMaterial", "FaceEngine", "Vision", "CZXing", "TestSupport"],
            exclude: ["Golden", "Vectors"]),
        .testTarget(name: "ChildProcessTests", dependencies: ["ChildProcess"]),
        .testTarget(
            name: "DemoMaterialTests",
            dependencies: ["DemoMaterial", "ChildProcess", "FaceEngine", "Vision", "TestSupport"]),
        .testTarget(
            name: "AttackMaterialTests",
            dependencies: ["AttackMaterial", "DemoMaterial", "FaceEngine", "LivenessScorer", "Vision", "TestSupport"],
            exclude: ["Golden"]),
        .target(
            name: "OnboardingFixture",
            dependencies: [
                "Tenancy", "Onboarding", "Casework", "Operations", "DocVerify", "FaceEngine", "LivenessScorer",
                "OnboardingCore", "OnboardingCrypto", "OnboardingJSON", "OnboardingStorage", "Vision",
                "StorageFixture", "TestSupport", .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/OnboardingFixture"),
        .testTarget(
            name: "TenancyTests",
            dependencies: [
                "Tenancy", "Onboarding", "Casework", "Operations", "OnboardingCore", "OnboardingCrypto",
                "OnboardingJSON", "OnboardingStorage", "FaceEngine", "LivenessScorer", "Vision", "OnboardingFixture",
                "StorageFixture", "TestSupport", .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Tenants/Documents"]),
        .testTarget(
            name: "OnboardingTests",
            dependencies: [
                "Tenancy", "Onboarding", "Casework", "Operations", "DocVerify", "FaceEngine", "LivenessScorer",
                "Vision", "Video", "Mail", "OnboardingCore", "OnboardingStorage", "OnboardingJSON", "OnboardingCrypto",
                "OnboardingFixture", "StorageFixture", "TestSupport", .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Golden"]),
        .testTarget(
            name: "CaseworkTests",
            dependencies: [
                "Tenancy", "Onboarding", "Casework", "Operations", "DocVerify", "FaceEngine", "LivenessScorer",
                "Vision", "OnboardingCore", "OnboardingStorage", "OnboardingJSON", "OnboardingCrypto",
                "OnboardingFixture", "StorageFixture", "TestSupport", "Compression",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "OperationsTests",
            dependencies: [
                "Tenancy", "Onboarding", "Casework", "Operations", "DocVerify", "FaceEngine", "LivenessScorer",
                "Vision", "Mail", "OnboardingCore", "OnboardingStorage", "OnboardingJSON", "OnboardingCrypto",
                "OnboardingFixture", "StorageFixture", "TestSupport", .product(name: "Logging", package: "swift-log"),
            ]),
        .testTarget(
            name: "OnboardingHTTPTests",
            dependencies: [
                "OnboardingHTTP", "Tenancy", "Onboarding", "Casework", "Operations", "OnboardingAPI", "OnboardingCore",
                "OnboardingJSON",
                "OnboardingCrypto", "OnboardingStorage", "DocVerify", "FaceEngine", "LivenessScorer", "Vision",
                "Compression", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ]),
        .testTarget(
            name: "OnboardingWebTests",
            dependencies: [
                "OnboardingWeb", "OnboardingHTTP", "Tenancy", "Onboarding", "Casework", "Operations", "OnboardingCore",
                "OnboardingAPI", "OnboardingJSON",
                "OnboardingStorage", "DocVerify", "FaceEngine", "LivenessScorer", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ], exclude: ["Golden"]),
        .testTarget(
            name: "OnboardingCommandTests",
            dependencies: [
                "OnboardingCommand", "Tenancy", "OnboardingJSON", "OnboardingStorage",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Tenancy", "Onboarding", "Casework", "Operations", "OnboardingAPI", "OnboardingCalls",
                "SimulatedPhone", "OnboardingCommand", "OnboardingCore",
                "OnboardingHTTP",
                "ChildProcess", "Confinement", "DemoMaterial",
                "ServerProcess", "FaceEngine", "OnboardingCrypto", "Video", "Vision",
                "TestSupport", .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ],
            path: "Tests/EndToEnd"),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// What compiles for longer than it computes: in these targets the optimiser costs the build more than the run wins.
let unoptimised: Set = [
    "EndToEndTests", "MailTests", "OnboardingAPITests", "OnboardingCommandTests", "OnboardingCoreTests",
    "OnboardingHTTPTests", "OnboardingStorageTests", "OnboardingTests", "OnboardingWebTests", "TenancyTests",
    "CaseworkTests", "OperationsTests", "OnboardingFixture",
]
for target in package.targets where unoptimised.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
}

// Nothing here imports these packages. A product of each is named for a platform that nothing here is built for: so SwiftPM
// takes each for used, and builds nothing for it.
let required: [(product: String, package: String)] = [
    ("Algorithms", "swift-algorithms"),
    ("SwiftASN1", "swift-asn1"),
    ("AsyncAlgorithms", "swift-async-algorithms"),
    ("Atomics", "swift-atomics"),
    ("X509", "swift-certificates"),
    ("DequeModule", "swift-collections"),
    ("Crypto", "swift-crypto"),
    ("Tracing", "swift-distributed-tracing"),
    ("StructuredFieldValues", "swift-http-structured-headers"),
    ("CoreMetrics", "swift-metrics"),
    ("NIOHTTP2", "swift-nio-http2"),
    ("NIOTransportServices", "swift-nio-transport-services"),
    ("RealModule", "swift-numerics"),
    ("ServiceContextModule", "swift-service-context"),
]
for target in package.targets where target.name == "OnboardingCommand" {
    target.dependencies += required.map {
        .product(name: $0.product, package: $0.package, condition: .when(platforms: [.wasi]))
    }
}
