internal import Foundation
internal import Vision

/// A file that a browser's camera plays in place of a lens: a film in Y4M, frame after frame and not compressed.
///
/// The form: one line, `YUV4MPEG2 W480 H640 F15:1 Ip A1:1 C420jpeg` (width, height, frames a second, progressive,
/// square pixels, chroma samples in the middle of four pixels), then for each frame the line `FRAME`, the luma plane, and
/// the planes of blue and red difference, each half as wide and half as high, a byte a sample. The values are those of
/// ITU-R BT.601, luma 16 for black to 235 for white, as Chromium reads them whatever the header says.
///
/// It is played from its beginning with each opening, again and again, and the first frame is shown twice at each turn:
/// it has to be longer than a capture, or the capture has a moment that comes again.
public struct CameraFile: Sendable {
    public let framesPerSecond: Int
    public let frameCount: Int
    /// Of the sensor's noise. The same seed gives the same bytes.
    public let seed: UInt64

    public init(framesPerSecond: Int, seconds: Int, seed: UInt64) {
        self.framesPerSecond = max(1, framesPerSecond)
        frameCount = max(1, self.framesPerSecond * max(0, seconds))
        self.seed = seed
    }

    /// Writes what the camera sees of `scene`, with noise drawn anew for each frame. What lies at `path` stays until the
    /// new file is whole.
    ///
    /// - Throws: `.fileNotWritten`.
    public func write(_ scene: CameraScene, to path: String) async throws(DemoMaterialError) {
        let unfinished = path + ".unfinished"
        guard FileManager.default.createFile(atPath: unfinished, contents: nil),
            let file = FileHandle(forWritingAtPath: unfinished)
        else { throw .fileNotWritten(path) }
        do {
            defer { try? file.close() }
            try file.write(contentsOf: Data(header(scene.size).utf8))
            // A film is larger than what a machine has to spare, so only the frames in work are held.
            let atOnce = max(1, ProcessInfo.processInfo.activeProcessorCount)
            for first in stride(from: 0, to: frameCount, by: atOnce) {
                for frame in await frames(first..<min(first + atOnce, frameCount), of: scene) {
                    try file.write(contentsOf: Data(frame))
                }
            }
        } catch {
            try? FileManager.default.removeItem(atPath: unfinished)
            throw .fileNotWritten(path)
        }
        guard rename(unfinished, path) == 0 else { throw .fileNotWritten(path) }
    }

    private func header(_ size: ImageSize) -> String {
        "YUV4MPEG2 W\(size.width) H\(size.height) F\(framesPerSecond):1 Ip A1:1 C420jpeg\n"
    }

    /// The bytes of some frames, in their order, worked out at the same time.
    private func frames(_ indices: Range<Int>, of scene: CameraScene) async -> [[UInt8]] {
        await withTaskGroup(of: (Int, [UInt8]).self) { group in
            for index in indices { group.addTask { (index, frame(index, of: scene)) } }
            var made = [[UInt8]](repeating: [], count: indices.count)
            for await (index, bytes) in group { made[index - indices.lowerBound] = bytes }
            return made
        }
    }

    private func frame(_ index: Int, of scene: CameraScene) -> [UInt8] {
        let view = scene.view(Double(index) / Double(framesPerSecond))
        let noisy = CameraNoise().applied(
            to: view.image, gain: view.gain, randomness: RepeatableRandomness(seed: seed, part: index))
        return Array("FRAME\n".utf8) + noisy.planesOf420
    }
}

extension Image {
    /// Luma, blue difference and red difference, one plane after the other. Both sides are even, else a programmer's
    /// error.
    var planesOf420: [UInt8] {
        let (width, height) = (size.width, size.height)
        precondition(width % 2 == 0 && height % 2 == 0)
        let count = width * height
        return [UInt8](unsafeUninitializedCapacity: count * 3 / 2) { planes, initializedCount in
            pixels.withUnsafeBufferPointer { pixels in
                for index in 0..<count {
                    let (blue, green, red) = (
                        Int32(pixels[3 * index]), Int32(pixels[3 * index + 1]), Int32(pixels[3 * index + 2])
                    )
                    planes[index] = UInt8((66 * red + 129 * green + 25 * blue + 128) >> 8 + 16)
                }
                var place = count
                for row in stride(from: 0, to: height, by: 2) {
                    for column in stride(from: 0, to: width, by: 2) {
                        // Blue, green and red of four pixels together.
                        var sums = SIMD3<Int32>.zero
                        for corner in [row * width + column, (row + 1) * width + column] {
                            for index in [3 * corner, 3 * corner + 3] {
                                sums &+= SIMD3(
                                    Int32(pixels[index]), Int32(pixels[index + 1]), Int32(pixels[index + 2]))
                            }
                        }
                        planes[place] = UInt8((112 * sums.x - 74 * sums.y - 38 * sums.z + 512) >> 10 + 128)
                        planes[place + count / 4] = UInt8((-18 * sums.x - 94 * sums.y + 112 * sums.z + 512) >> 10 + 128)
                        place += 1
                    }
                }
            }
            initializedCount = count * 3 / 2
        }
    }
}
