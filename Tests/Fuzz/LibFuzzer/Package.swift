// swift-tools-version:6.2
import PackageDescription

// The parsers without the server: what `make fuzz` builds with libFuzzer and AddressSanitizer, and `make sanitize` with either of
// two sanitizers. `scripts/parsers-package.sh` puts this manifest beside links to the repository's folders, because a package must
// not reach outside its own.

let openVINO = Context.packageDirectory + "/.deps/openvino"

let package = Package(
    name: "fuzz",
    targets: [
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl"),
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
                .unsafeFlags(["-L\(openVINO)/lib", "-Xlinker", "-rpath", "-Xlinker", "\(openVINO)/lib"]),
            ]),
        .target(name: "CVideo"),
        .target(name: "CScan"),
        .target(name: "CZXing", linkerSettings: [.linkedLibrary("ZXing")]),
        .target(name: "OnboardingJSON"),
        .target(name: "OnboardingAPI", dependencies: ["OnboardingJSON"]),
        .target(name: "CFido", linkerSettings: [.linkedLibrary("fido2")]),
        .target(name: "OnboardingCrypto", dependencies: ["COpenSSL", "CFido"], path: "Sources/Crypto"),
        .target(name: "Vision", dependencies: ["CVision", "CNeural"]),
        .target(name: "Video", dependencies: ["Vision", "CVideo"]),
        .target(name: "FaceEngine", dependencies: ["Vision", "CScan"]),
        .target(
            name: "DocVerify", dependencies: ["Vision", "FaceEngine", "OnboardingCrypto", "OnboardingJSON", "CZXing"]),
        .target(name: "TestSupport", path: "Tests/Support"),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "OnboardingAPI", "OnboardingCrypto", "OnboardingJSON", "Vision", "Video", "FaceEngine", "DocVerify",
                "TestSupport",
            ],
            path: "Tests/Fuzz/Targets"),
        .testTarget(name: "OnboardingAPITests", dependencies: ["OnboardingAPI", "OnboardingJSON", "TestSupport"]),
        .testTarget(name: "CryptoTests", dependencies: ["OnboardingCrypto", "TestSupport"], exclude: ["Vectors"]),
        .testTarget(name: "VisionTests", dependencies: ["Vision", "TestSupport"]),
        .testTarget(name: "VideoTests", dependencies: ["Video", "Vision", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// `swift test` builds every target, and the main function of libFuzzer comes with its own sanitizer alone.
if Context.environment["WITHOUT_LIBFUZZER"] == nil {
    package.targets.append(
        .executableTarget(
            name: "LibFuzzer", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/LibFuzzer", exclude: ["Package.swift"],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}
