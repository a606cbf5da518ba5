import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingJSON
import OnboardingStorage
import TestSupport
import Testing

@testable import FaceEngine
@testable import LivenessScorer
@testable import Onboarding
@testable import OnboardingFixture

/// A template is kept with what its sample was worth, and held to the gates of the day on which it is compared.
@Suite struct KeptTemplateTests {
    private let id: EnrollmentID
    private let key: SealingKey

    init() throws {
        id = try EnrollmentID.random()
        key = try SealingKey(bytes: [UInt8](repeating: 7, count: 32))
    }

    @Test func theQualityComesBackWithTheTemplate() throws {
        for quality in [Samples.quality(), Samples.quality(innerFocus: 0.5), nil] {
            let write = try TemplateWrite(Samples.template, of: quality, kind: .face, of: id, under: key)
            let kept = try write.judged(of: id, under: key)
            #expect(kept.template == Samples.template && kept.quality == quality)
            #expect(try write.open(of: id, under: key) == Samples.template)
            #expect(kept.maySuffice == (quality?.failures.isEmpty ?? true))
        }
    }

    /// The form of before there was a gate.
    @Test func aTemplateOfBeforeIsReadAndCountsByWhoMadeIt() throws {
        var write = try TemplateWrite(Samples.template, kind: .face, of: id, under: key)
        #expect(try write.judged(of: id, under: key).maySuffice)
        write.isHandedIn = true
        #expect(try !write.judged(of: id, under: key).maySuffice)
    }

    @Test func whatIsNoQualityIsNoTemplate() throws {
        let label = [UInt8]("template:\(id.text):face:\(Samples.model.name)".utf8)
        func opened(_ bytes: [UInt8]) throws -> KeptTemplate {
            try TemplateWrite(kind: "face", model: Samples.model.name, sealed: key.seal(bytes, associated: label))
                .judged(of: id, under: key)
        }
        let template = Samples.template.serialized()
        let mark = [UInt8]("FTPQ".utf8)
        #expect(throws: FaceTemplateError.unknownVersion) { try opened(mark + [2, 0, 0, 0, 0] + template) }
        #expect(throws: FaceTemplateError.malformed) { try opened(mark + [1, 255, 255, 255, 127] + template) }
        #expect(throws: FaceTemplateError.malformed) { try opened(mark + [1, 0]) }
        #expect(throws: (any Error).self) { try opened(mark + [1, 2, 0, 0, 0] + [123, 125] + template) }
    }

    @Test func theStoredFormStays() throws {
        let file = Material.packageRoot + "/Tests/OnboardingTests/Golden/sample-quality-1.json"
        let json = Data(try sortedKeyJSON(Samples.quality(innerFocus: 0.5)))
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1", !FileManager.default.fileExists(atPath: file) {
            try json.write(to: URL(fileURLWithPath: file))
        }
        let stored = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(String(decoding: json, as: UTF8.self) == String(decoding: stored, as: UTF8.self))
        #expect(try JSONDecoder().decode(SampleQuality.self, from: stored) == Samples.quality(innerFocus: 0.5))
    }
}
