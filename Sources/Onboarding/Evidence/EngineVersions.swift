internal import FaceEngine
internal import Foundation
internal import OnboardingCrypto
internal import Tenancy
internal import Vision

/// What computed a decision's measurements, beside the models that the measurements name themselves: kept with every
/// decision, so that it can be computed again years later.
package struct EngineVersions: Codable, Equatable, Sendable {
    /// The inference runtime, in its own words.
    package let runtime: String
    /// SHA-256 of the `models.lock` that every network was checked against at start, lower-case hexadecimal.
    package let modelLock: String
    /// Which calibration made match scores of similarities: `FaceEngine.calibrationDigest`.
    package let calibration: String
}

extension EngineVersions {
    init(of faces: FaceEngine, modelLock path: String) throws(ConfigurationError) {
        guard let lock = FileManager.default.contents(atPath: path) else { throw .modelLockMissing(path) }
        runtime = Network.runtimeVersion
        modelLock = Digest.hex([UInt8](lock))
        calibration = faces.calibrationDigest
    }
}
