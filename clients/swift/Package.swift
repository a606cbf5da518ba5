// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "onboarding-client",
    // What the standard library's check of UTF-8 needs.
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .library(name: "OnboardingClient", targets: ["OnboardingClient"]),
        .library(name: "OnboardingCalls", targets: ["OnboardingCalls"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),

        // What these require in turn, each in the one version that was tested with them.
        .package(url: "https://github.com/apple/swift-algorithms.git", exact: "1.2.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-async-algorithms.git", exact: "1.1.4"),
        .package(url: "https://github.com/apple/swift-atomics.git", exact: "1.3.0"),
        .package(url: "https://github.com/apple/swift-certificates.git", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections.git", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration.git", exact: "1.4.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", exact: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-structured-headers.git", exact: "1.7.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-transport-services.git", exact: "1.28.0"),
        .package(url: "https://github.com/apple/swift-numerics.git", exact: "1.1.1"),
        .package(url: "https://github.com/apple/swift-service-context.git", exact: "1.5.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system.git", exact: "1.8.1"),
    ],
    targets: [
        // The messages, which the server has too.
        .target(name: "OnboardingJSON"),
        .target(name: "OnboardingAPI", dependencies: ["OnboardingJSON"]),
        .target(
            name: "OnboardingCalls",
            dependencies: [
                "OnboardingAPI",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        .target(
            name: "OnboardingClient",
            dependencies: [
                "OnboardingAPI", "OnboardingCalls", "OnboardingJSON",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),

        // The server's cryptography, for the tests alone: what the one implementation seals, the other opens.
        .systemLibrary(
            name: "COpenSSL", path: "Tests/Server/COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .target(name: "CFido", path: "Tests/Server/CFido", linkerSettings: [.linkedLibrary("fido2")]),
        .target(name: "OnboardingCrypto", dependencies: ["COpenSSL", "CFido"], path: "Tests/Server/Crypto"),
        .testTarget(
            name: "OnboardingClientTests",
            dependencies: ["OnboardingClient", "OnboardingCrypto"]),
    ],
    swiftLanguageModes: [.v6]
)

// Nothing here imports these packages. A product of each is named for a platform that nothing here is built for: so SwiftPM
// takes each for used, and builds nothing for it.
let required: [(product: String, package: String)] = [
    ("Algorithms", "swift-algorithms"),
    ("SwiftASN1", "swift-asn1"),
    ("AsyncAlgorithms", "swift-async-algorithms"),
    ("Atomics", "swift-atomics"),
    ("X509", "swift-certificates"),
    ("DequeModule", "swift-collections"),
    ("Configuration", "swift-configuration"),
    ("Tracing", "swift-distributed-tracing"),
    ("StructuredFieldValues", "swift-http-structured-headers"),
    ("HTTPTypes", "swift-http-types"),
    ("Logging", "swift-log"),
    ("NIOExtras", "swift-nio-extras"),
    ("NIOHTTP2", "swift-nio-http2"),
    ("NIOSSL", "swift-nio-ssl"),
    ("NIOTransportServices", "swift-nio-transport-services"),
    ("RealModule", "swift-numerics"),
    ("ServiceContextModule", "swift-service-context"),
    ("ServiceLifecycle", "swift-service-lifecycle"),
    ("SystemPackage", "swift-system"),
]
for target in package.targets where target.name == "OnboardingClient" {
    target.dependencies += required.map {
        .product(name: $0.product, package: $0.package, condition: .when(platforms: [.wasi]))
    }
}
