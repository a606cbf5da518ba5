import ArgumentParser
import Casework
import FaceEngine
import Foundation
import Onboarding
import OnboardingCore

/// What the replay guard's index takes among millions of frames, beside a scan of all of them in the same run.
struct ReplayBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Look-ups of captures among the codes of millions of accepted frames, on one core.",
        discussion: """
            The codes are made up: their bits go together as those of faces do, of 48 hidden numbers each, and 13 frames of a \
            capture differ in 6 % of their bits. A capture is looked up by 26 codes, its frames and their mirror images.
            """)

    @Option(help: "Frames in the index.")
    var codes = 10_000_000

    @Option(help: "Captures that are looked up.")
    var lookUps = 2000

    private static let frames = 13

    func run() async throws {
        guard let tenant = TenantID(randomBytes: [UInt8](repeating: 1, count: 16)) else { return }
        var source = CodeSource()
        var stored: [[FrameCode]] = []
        let index = ReplayIndex(capacity: codes)
        let before = Self.residentBytes
        let captures = max(1, codes / Self.frames)
        var (making, inserting) = (Duration.zero, Duration.zero)
        var longest = Duration.zero
        for number in 0..<captures {
            let start = ContinuousClock.now
            let frames = source.capture(Self.frames)
            if number % max(1, captures / lookUps) == 0 { stored.append(frames) }
            let made = ContinuousClock.now
            index.insert(frames, of: Self.enrollment(number), tenant: tenant)
            longest = max(longest, made.duration(to: .now))
            if number % 1000 == 999 { index.joinSegments() }
            making += start.duration(to: made)
            inserting += made.duration(to: .now)
        }
        index.joinSegments()
        print(
            "\(index.count) frames of \(captures) captures: built in \(Self.seconds(inserting)) s, longest insertion "
                + "\(Self.milliseconds(longest)) ms; index \(index.memory >> 20) MiB, process grew by "
                + "\((Self.residentBytes - before) >> 20) MiB")

        var (again, strangers, found) = (Times(), Times(), 0)
        for frames in stored.prefix(lookUps) {
            let sent = frames.map { source.changed($0, share: 0.04) }
            let (result, seconds) = lookUp(sent, &source, index, tenant)
            again.add(seconds)
            if result { found += 1 }
            let other = source.capture(Self.frames)
            strangers.add(lookUp(other, &source, index, tenant).seconds)
        }
        Self.report("a capture that came before, 4 % of its bits changed", again)
        print("  found: \(found) of \(min(stored.count, lookUps))")
        Self.report("a stranger's capture", strangers)

        let plain = source.plainCodes(codes)
        var scan = Times()
        var near = 0
        for _ in 0..<20 {
            let code = source.capture(1)[0].face
            let start = ContinuousClock.now
            for other in plain where other.distance(to: code) <= 60 { near += 1 }
            scan.add(start.duration(to: .now) / .seconds(1))
        }
        let ratio = scan.percentile(0.5) * Double(2 * Self.frames) / strangers.percentile(0.5)
        print(
            "one code against all \(plain.count), one by one: \(scan.percentile(0.5).milliseconds) (\(near) near); 26 of them are "
                + "\(Int(ratio)) look-ups of a capture")
    }

    private func lookUp(_ frames: [FrameCode], _ source: inout CodeSource, _ index: ReplayIndex, _ tenant: TenantID)
        -> (Bool, seconds: Double)
    {
        // What a mirror image has for codes is anybody's.
        let sent = frames.map { CodedFrame(asShown: $0, mirrored: source.capture(1)[0]) }
        let start = ContinuousClock.now
        let result = index.claim(sent, of: Self.enrollment(-1), tenant: tenant)
        let seconds = start.duration(to: .now) / .seconds(1)
        guard case .claimed(let claim, let candidates) = result else { return (true, seconds) }
        index.release(claim)
        return (!candidates.isEmpty, seconds)
    }

    private static func report(_ name: String, _ times: Times) {
        func text(_ share: Double) -> String { String(format: "%.3f", times.percentile(share)) }
        print("\(name): p50 \(text(0.5))  p99 \(text(0.99))  max \(text(1)) ms for 26 codes")
    }

    private static func enrollment(_ number: Int) -> EnrollmentID {
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> min(8 * $0, 63)) }
        guard let id = EnrollmentID(randomBytes: bytes) else { preconditionFailure("sixteen bytes") }
        return id
    }

    private static func seconds(_ duration: Duration) -> String { String(format: "%.1f", duration / .seconds(1)) }
    private static func milliseconds(_ duration: Duration) -> String {
        String(format: "%.2f", duration / .milliseconds(1))
    }

    private static var residentBytes: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
    }
}

/// Codes whose bits go together: each bit is the sign of a fixed mixture of hidden numbers, another mixture for each bit.
private struct CodeSource {
    private static let hidden = 48

    private var state: UInt64 = 0x2545_F491_4F6C_DD1D
    private let mixtures: [SIMD16<Float>]

    init() {
        var mixtures: [SIMD16<Float>] = []
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for _ in 0..<Code256.bitCount * Self.hidden / 16 {
            var mixture = SIMD16<Float>.zero
            for place in 0..<16 { mixture[place] = Self.number(&state) }
            mixtures.append(mixture)
        }
        self.mixtures = mixtures
    }

    mutating func capture(_ frames: Int) -> [FrameCode] {
        let (face, scene) = (code(), Code256(words: SIMD4(next(), next(), next(), next())))
        let base = FrameCode(face: face, scene: scene)
        return (0..<frames).map { _ in changed(base, share: 0.06) }
    }

    mutating func plainCodes(_ count: Int) -> [Code256] {
        (0..<count).map { _ in Code256(words: SIMD4(next(), next(), next(), next())) }
    }

    mutating func changed(_ frame: FrameCode, share: Double) -> FrameCode {
        FrameCode(face: changed(frame.face, share), scene: changed(frame.scene, share))
    }

    private mutating func changed(_ code: Code256, _ share: Double) -> Code256 {
        var words = code.words
        for _ in 0..<Int((Double(Code256.bitCount) * share).rounded()) {
            let bit = Int(next() >> 56)
            words[bit / 64] ^= 1 << UInt64(bit % 64)
        }
        return Code256(words: words)
    }

    private mutating func code() -> Code256 {
        var hidden: [SIMD16<Float>] = []
        for _ in 0..<Self.hidden / 16 {
            var numbers = SIMD16<Float>.zero
            for place in 0..<16 { numbers[place] = Self.number(&state) }
            hidden.append(numbers)
        }
        return Code256 { bit in
            var sum = SIMD16<Float>.zero
            for part in hidden.indices { sum += mixtures[bit * hidden.count + part] * hidden[part] }
            return sum.sum() > 0
        }
    }

    private mutating func next() -> UInt64 { Self.next(&state) }

    /// Even between −1 and 1.
    private static func number(_ state: inout UInt64) -> Float {
        Float(Int64(bitPattern: next(&state)) >> 40) / 8_388_608
    }

    /// Marsaglia's xorshift64*.
    private static func next(_ state: inout UInt64) -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }
}
