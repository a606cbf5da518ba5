import FaceEngine

@testable import Onboarding

/// Made-up values of the engines.
enum Samples {
    static let model = ModelIdentity(name: "test-1", digest: String(repeating: "ab", count: 32))
}
