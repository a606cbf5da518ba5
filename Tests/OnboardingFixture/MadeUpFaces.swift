import FaceEngine
import TestSupport
import Testing

@testable import Onboarding

/// Faces of nobody: directions of 64 numbers.
struct MadeUpFaces {
    static let model = ModelIdentity(name: "test-1", digest: String(repeating: "ab", count: 32))

    var generator = SeededGenerator.announced()

    mutating func next(by model: ModelIdentity = MadeUpFaces.model) throws -> FaceTemplate {
        let values = (0..<64).map { _ in Float.random(in: -1...1, using: &generator) }
        return try #require(FaceTemplate(madeUp: values, by: model))
    }

    /// The same face in another capture.
    mutating func again(_ template: FaceTemplate) throws -> FaceTemplate {
        let values = template.values.map { $0 + Float.random(in: -0.05...0.05, using: &generator) }
        return try #require(FaceTemplate(madeUp: values, by: template.model))
    }
}
