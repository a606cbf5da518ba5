internal import Confinement
internal import Foundation
internal import OnboardingCore
internal import Vision

/// A decoder's own part, in a process of its own: `onboarding decode-images`.
///
/// It has two files. Over a socket, its standard input, come orders, one at a time: `DecodingOrder.numberCount` numbers of four
/// bytes in the machine's order. A file lies at the start of the memory that it shares with whoever started it; its pixels go
/// behind, from the next full page on. One byte answers: 1 where the pixels are there, 0 for a file that is damaged.
package enum ImageDecoding {
    package static let command = "decode-images"

    static let sharedFile: Int32 = 3

    /// Where the pixels lie that belong to a file of so many bytes.
    static func offsetOfPixels(behind byteCount: Int) -> Int { (byteCount + 4095) & ~4095 }

    /// On the main thread, before there is another. Returns at the end of the orders, with the status to exit with.
    package static func perform() -> Int32 {
        guard let memory = confined() else { return 1 }
        let orders = ConfinedStream.standardInput
        let size = DecodingOrder.numberCount * MemoryLayout<Int32>.size
        while let bytes = orders.read(size) {
            let numbers = bytes.withUnsafeBytes { $0.bindMemory(to: Int32.self).map { $0 } }
            guard let order = DecodingOrder(numbers: numbers) else { return 1 }
            guard orders.write([isDecoded(order, in: memory) ? 1 : 0]) else { break }
        }
        return 0
    }

    private static func isDecoded(_ order: DecodingOrder, in memory: SharedMemory) -> Bool {
        let offset = offsetOfPixels(behind: order.byteCount)
        guard offset + order.pixelByteCount <= memory.bytes.count else { return false }
        return order.perform(
            UnsafeRawBufferPointer(rebasing: memory.bytes[..<order.byteCount]),
            into: UnsafeMutableRawBufferPointer(rebasing: memory.bytes[offset...]))
    }

    /// As much memory as images of the largest size take, with what a progressive JPEG keeps of all its scans.
    private static let memoryLimit = 1 << 30
    /// Of the processor, in the whole life of a decoder: it is ended long before, but where its server has been killed.
    private static let secondsLimit = 600

    private static func confined() -> SharedMemory? {
        do throws(Confinement.Failed) {
            try Confinement.limit(memory: memoryLimit, seconds: secondsLimit, closingFrom: sharedFile + 1)
            guard let memory = SharedMemory(attaching: sharedFile), isReady else { return nil }
            try Confinement.close()
            return memory
        } catch {
            return nil
        }
    }

    /// Has each library do once what it does the first time, such as asking the system what the processor can do.
    private static var isReady: Bool {
        let image = Image(size: ImageSize(width: 16, height: 16), blue: 10, green: 20, red: 30)
        guard let jpeg = try? image.jpeg(quality: 90), let png = try? image.png() else { return false }
        let limits = ImageLimits(minimumSide: 16)
        return ([jpeg, png, webP, losslessWebP] + heif).allSatisfy { (try? Image(decoding: $0, limits: limits)) != nil }
    }

    /// Of 16 × 16 pixels, as nothing here writes that form.
    private static let webP: [UInt8] = [
        0x52, 0x49, 0x46, 0x46, 0x3C, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x20, 0x30,
        0x00, 0x00, 0x00, 0xB0, 0x01, 0x00, 0x9D, 0x01, 0x2A, 0x10, 0x00, 0x10, 0x00, 0x03, 0x80, 0x5A, 0x25,
        0xB0, 0x02, 0x74, 0x01, 0x0E, 0xB4, 0xEB, 0xC0, 0x00, 0xFE, 0xE3, 0xFB, 0xB2, 0x3E, 0x25, 0x69, 0x63,
        0xFB, 0x64, 0x22, 0xA5, 0x4A, 0x82, 0x5F, 0xED, 0x64, 0x67, 0xF2, 0xD9, 0xDE, 0xC7, 0x75, 0x80, 0x00,
    ]
    private static let losslessWebP: [UInt8] = [
        0x52, 0x49, 0x46, 0x46, 0x2E, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x4C, 0x22,
        0x00, 0x00, 0x00, 0x2F, 0x0F, 0xC0, 0x03, 0x00, 0x99, 0x8C, 0xE8, 0x7F, 0x6C, 0x22, 0xA2, 0xFF, 0x01,
        0x21, 0x01, 0x61, 0xA7, 0xFF, 0x5F, 0x44, 0x55, 0x20, 0x90, 0xC2, 0x36, 0x78, 0xB4, 0x62, 0x02, 0x94,
        0x54, 0xB6, 0x0B,
    ]
    /// Of 64 × 64 pixels, HEVC and AV1.
    private static let heif: [[UInt8]] = [
        """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5w
        aXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAPwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEA
        AAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEA
        AQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABA
        AAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAABHbWRhdAAAADsoAa8E+EEyadv/wYf///pMx2X9lYYX7n3obL70
        Yj//vaOzT78Xfo36wU3//Fyrfy//SH7f/cJ1j7ru2A==
        """,
        """
        AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5w
        aXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAOwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEA
        AAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAABAAAAAQAAAABBwaXhpAAAA
        AAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAAENtZGF0EgAKCRgVf/2CBAQNCDIsE0ACCCCEALRVVY89yVyB9t511Z9JOosxZZZ4
        Z+m+GOZ52h34ld19DyC0AIA=
        """,
    ].map { [UInt8](Data(base64Encoded: $0, options: .ignoreUnknownCharacters) ?? Data()) }
}
