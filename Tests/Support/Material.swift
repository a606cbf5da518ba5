import Foundation

/// Where the tests find what is not committed.
public enum Material {
    /// The root of the package, found from this file's place in it.
    public static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The models that the set-up fetched; `ONBOARDING_MODELS` names another folder.
    public static let models =
        ProcessInfo.processInfo.environment["ONBOARDING_MODELS"] ?? packageRoot + "/models"

    /// A photograph named in `fixtures/manifest.json`, as the set-up fetched it.
    public static func photograph(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: packageRoot + "/fixtures/fetched/" + name)))
    }
}

/// Measuring material that lies beside a checkout on some machines and is never part of it.
public enum SharedData {
    /// Whether there is any; a test that needs it is enabled by this, and says `reason` where it is skipped.
    public static let isThere = FileManager.default.fileExists(atPath: path(""))
    public static let reason = "no shared/data beside this checkout"

    /// The path of `name` in it.
    public static func path(_ name: String) -> String { Material.packageRoot + "/../shared/data/" + name }
}
