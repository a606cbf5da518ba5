import FaceEngine
import TestSupport
import Testing
import Vision

@Suite("The face descriptor converted from dlib")
struct DlibConversionTests {
    @Test("it computes the numbers that were measured when its conversion was compared with dlib itself")
    func computesTheKnownNumbers() throws {
        // Made only if the numbers are those of the pack's manifest.
        let engine = try FaceEngine(models: ModelFolder(path: Material.models), workers: 1, pack: "dlib-resnet")
        #expect(engine.descriptor.name == "dlib-1")
    }
}
