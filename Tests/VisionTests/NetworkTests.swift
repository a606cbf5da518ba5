import Dispatch
import Foundation
import Synchronization
import Testing
import TestSupport

@testable import Vision

@Suite struct NetworkTests {
    private let models = ModelFolder(path: Material.models)

    /// ((7919 · i) mod 255) / 255: the input whose outputs are known from another machine.
    private func testInput(shape: [Int]) -> Tensor {
        Tensor(shape: shape, values: (0..<shape.reduce(1, *)).map { Float($0 * 7919 % 255) / 255 })
    }

    @Test func theMeshNetworkGivesTheNumbersOfAnotherMachine() throws {
        let network = try Network(file: try models.file("face-mesh/face_landmark.tflite"), callers: 1)
        let outputs = try network.run(testInput(shape: [1, 192, 192, 3]))
        let expected: [Float] = [94.954269, 118.097977, -11.801351, 96.211014, 104.397369, -23.746660]
        for (value, known) in zip(outputs[0].values, expected) { #expect(abs(value - known) < 1e-3) }
        #expect(abs(outputs[1].values[0] + 7.874754) < 1e-3)
        #expect(outputs[0].values.count == 1404 && outputs[1].values.count == 1)
    }

    @Test func aNetworkWithOpenDimensionsTakesOneSizeAfterTheOther() throws {
        let network = try Network(file: try models.file("documents/mrz-reader.onnx"), callers: 1)
        for (lines, width) in [(2, 320), (1, 128), (3, 448), (2, 320)] {
            let output = try network.run(testInput(shape: [lines, 1, 32, width]))
            #expect(output[0].shape == [lines, width / 4, 38])
            #expect(output[0].values.allSatisfy { $0.isFinite })
        }
    }

    @Test func anInputThatDoesNotFitIsRefusedAndTheNextOneRuns() throws {
        let network = try Network(file: try models.file("face-mesh/face_landmark.tflite"), callers: 1)
        let wrong = Tensor(shape: [1, 100, 192, 3], values: [Float](repeating: 0, count: 57_600))
        #expect(throws: NetworkError.shapeNotAccepted(shape: [1, 100, 192, 3])) { try network.run(wrong) }
        #expect(try network.run(testInput(shape: [1, 192, 192, 3])).count == 2)
    }

    @Test func aMissingOrForeignFileIsNamed() throws {
        let missing = Material.models + "/nowhere.onnx"
        #expect(throws: NetworkError.missing(file: missing)) { try Network(file: missing, callers: 1) }
        let foreign = FileManager.default.temporaryDirectory.path + "/not-a-network-\(UUID().uuidString).onnx"
        try Data("not a network".utf8).write(to: URL(fileURLWithPath: foreign))
        defer { try? FileManager.default.removeItem(atPath: foreign) }
        do {
            _ = try Network(file: foreign, callers: 1)
            Issue.record("a text file was taken for a network")
        } catch {
            guard case .unreadable(let file, let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(file == foreign && !reason.isEmpty)
        }
    }

    @Test func aFileThatIsOverwrittenAfterwardsChangesNothing() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/network-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = folder + "/face_landmark.tflite"
        try FileManager.default.copyItem(atPath: try models.file("face-mesh/face_landmark.tflite"), toPath: file)
        let network = try Network(file: file, callers: 4)
        let input = testInput(shape: [1, 192, 192, 3])
        let expected = try network.run(input)
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.write(contentsOf: Data(count: 1_000_000))
        try handle.truncate(atOffset: 1000)
        // Callers at one time each have the network compiled for them.
        let differences = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 32) { _ in
            if (try? network.run(input))?[0].values != expected[0].values { differences.withLock { $0 += 1 } }
        }
        #expect(differences.withLock { $0 } == 0)
    }

    @Test func manyCallersAtOnceGetTheSameBits() throws {
        let network = try Network(file: try models.file("face-mesh/face_landmark.tflite"), callers: 2)
        let inputs = (0..<4).map { shift in
            Tensor(
                shape: [1, 192, 192, 3], values: (0..<(192 * 192 * 3)).map { Float(($0 + shift) * 7919 % 255) / 255 })
        }
        let expected = try inputs.map { try network.run($0)[0].values.map(\.bitPattern) }
        let differences = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 48) { index in
            let output = try? network.run(inputs[index % 4])[0].values.map(\.bitPattern)
            if output != expected[index % 4] { differences.withLock { $0 += 1 } }
        }
        #expect(differences.withLock { $0 } == 0)
    }

    @Test func anImageIsWrittenAsItsEncodingSays() {
        let image = Image.gradient(width: 5, height: 4)
        let mean: [Float] = [10, 20, 30]
        let scale: [Float] = [0.5, 2, 1]
        for order in [ImageEncoding.ChannelOrder.rgb, .bgr] {
            for layout in [ImageEncoding.Layout.nchw, .nhwc] {
                let encoding = ImageEncoding(channelOrder: order, layout: layout, mean: mean, scale: scale)
                #expect(encoding.shape(of: image.size) == (layout == .nchw ? [1, 3, 4, 5] : [1, 4, 5, 3]))
                var values = [Float](repeating: 0, count: image.pixels.count)
                values.withUnsafeMutableBufferPointer { encoding.write(image, to: $0) }
                for channel in 0..<3 {
                    let index = layout == .nchw ? channel * 20 + 2 * 5 + 3 : (2 * 5 + 3) * 3 + channel
                    let byte = image.pixel(3, 2)[order == .bgr ? channel : 2 - channel]
                    #expect(values[index] == (Float(byte) - mean[channel]) * scale[channel])
                }
            }
        }
    }

    @Test func theRuntimeSaysItsVersion() {
        #expect(Network.runtimeVersion.hasPrefix("2026."))
    }
}
