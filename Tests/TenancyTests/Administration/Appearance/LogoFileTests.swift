import OnboardingCore
import OnboardingCrypto
import TestSupport
import Testing
import Vision

@testable import Tenancy

@Suite struct LogoFileTests {
    /// A PNG of stripes, which is small as a file.
    private func png(_ width: Int, _ height: Int) throws -> [UInt8] {
        let pixels = (0..<height).flatMap { row in
            (0..<width).flatMap { _ -> [UInt8] in row.isMultiple(of: 2) ? [200, 90, 20] : [255, 255, 255] }
        }
        return try Image(size: ImageSize(width: width, height: height), pixels: pixels).png()
    }

    private func refusal(_ bytes: [UInt8]) -> LogoRefusal? {
        do throws(LogoRefusal) {
            _ = try LogoFile(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func aLogoIsEncodedAnewAndNamedByItsDigest() throws {
        let given = try png(200, 40)
        let logo = try LogoFile(given)
        #expect(logo.mark.width == 200 && logo.mark.height == 40 && logo.mark.type == "image/png")
        #expect(logo.mark.digest == Hexadecimal.encode(Digest.sha256(logo.bytes)))
        let limits = ImageLimits(minimumSide: 1)
        #expect(try Image(decoding: logo.bytes, limits: limits).pixels == Image(decoding: given, limits: limits).pixels)
    }

    @Test func whatStandsBehindAnImageOrBesideItIsNotServed() throws {
        let script = [UInt8]("<script>alert(1)</script>".utf8)
        let jpeg = try Image(decoding: try png(64, 64)).jpeg(quality: 90)
        for given in [try png(64, 64), jpeg] {
            guard let logo = try? LogoFile(given + script) else { continue }
            #expect(!String(decoding: logo.bytes, as: UTF8.self).contains("script"))
        }
    }

    @Test func aLogoIsReducedToWhatPagesShow() throws {
        let wide = try LogoFile(try png(1000, 100)).mark
        #expect(wide.width == 480 && wide.height == 48)
        let high = try LogoFile(try png(100, 1000)).mark
        #expect(high.width == 10 && high.height == 96)
    }

    @Test func noiseBecomesAJPEGThatHasRoom() throws {
        var generator = SeededGenerator.announced()
        let pixels = (0..<(300 * 70 * 3)).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let noise = try Image(size: ImageSize(width: 300, height: 70), pixels: pixels).png()
        #expect(noise.count <= Limit.logoFile.value)
        let logo = try LogoFile(noise)
        #expect(logo.mark.type == "image/jpeg" && logo.bytes.count <= Limit.storedLogo.value)
    }

    @Test func whatIsNoImageOfItsSizeIsRefused() throws {
        let svg = #"<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>"#
        #expect(refusal([]) == .notAnImage && refusal([UInt8](svg.utf8)) == .notAnImage)
        #expect(refusal([UInt8]("GIF89a".utf8)) == .notAnImage)
        let whole = try png(64, 64)
        for count in stride(from: 0, to: whole.count, by: 7) {
            #expect(refusal(Array(whole.prefix(count))) == .notAnImage, "\(count)")
        }
        #expect(refusal(try png(15, 64)) == .tooSmall)
        #expect(refusal(try png(1025, 20)) == .tooLarge)
        #expect(refusal(whole + [UInt8](repeating: 0, count: Limit.logoFile.value)) == .tooLarge)
    }
}
