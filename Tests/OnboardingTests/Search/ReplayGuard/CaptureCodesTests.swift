import FaceEngine
import OnboardingCore
import OnboardingCrypto
import TestSupport
import Testing

@testable import Onboarding
@testable import OnboardingStorage

@Suite struct CaptureCodesTests {
    private static func codes(_ generator: inout SeededGenerator) -> CaptureCodes {
        CaptureCodes(
            (0..<Int.random(in: 0...15, using: &generator)).map { _ in
                func code() -> Code256 { Code256(words: SIMD4((0..<4).map { _ in generator.next() })) }
                return FrameCode(face: code(), scene: code())
            })
    }

    @Test func codesAreReadBackFromTheirStoredForm() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<100 {
            let codes = Self.codes(&generator)
            #expect(try CaptureCodes(bytes: codes.bytes) == codes, "seed \(generator.seed)")
        }
    }

    /// 1, then the face's code and the scene's of each frame, the lowest bit first.
    @Test func theStoredFormIsTheDocumentedOne() {
        let frame = FrameCode(face: Code256 { $0 == 9 }, scene: Code256 { $0 == 0 })
        let face: [UInt8] = [0, 2] + [UInt8](repeating: 0, count: 30)
        let scene: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)
        #expect(CaptureCodes([frame, frame]).bytes == [1] + face + scene + face + scene)
    }

    @Test func whatHasAnotherFormIsRefused() {
        var generator = SeededGenerator.announced()
        for bytes in [[], [2], [0] + CaptureCodes([]).bytes, [1, 0], [UInt8](repeating: 1, count: 64)] {
            #expect(throws: StorageError.storedValueInvalid) { try CaptureCodes(bytes: bytes) }
        }
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? CaptureCodes(bytes: bytes)
        }
    }

    @Test func codesOpenForTheirEnrollmentAlone() throws {
        var generator = SeededGenerator.announced()
        let key = try SealingKey(bytes: [UInt8](repeating: 7, count: SealingKey.byteCount))
        let (codes, owner, other) = (Self.codes(&generator), try EnrollmentID.random(), try EnrollmentID.random())
        let sealed = try codes.sealed(for: owner, under: key)
        func stored(_ id: EnrollmentID) throws -> StoredCaptureCodes {
            StoredCaptureCodes(number: 1, enrollmentID: id, tenantID: try TenantID.random(), sealed: sealed)
        }
        #expect(try CaptureCodes(stored(owner), under: key) == codes)
        #expect(throws: CryptoError.self) { try CaptureCodes(stored(other), under: key) }
    }
}
