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
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
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
        .target(name: "OnboardingCrypto", dependencies: ["COpenSSL"], path: "Tests/Server/Crypto"),
        .testTarget(
            name: "OnboardingClientTests",
            dependencies: ["OnboardingClient", "OnboardingCrypto"]),
    ],
    swiftLanguageModes: [.v6]
)
