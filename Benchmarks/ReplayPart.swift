import FaceEngine
import Onboarding
import OnboardingCore

/// What the replay guard's index takes among millions of frames, beside a scan of all of them; on one core.
///
/// The codes are made up: their bits go together as those of faces do, of 48 hidden numbers each, and 13 frames of a capture
/// differ in 6 % of their bits. A capture is looked up by 26 codes, its frames and their mirror images.
struct ReplayPart: Part {
    var codes = 10_000_000
    /// Captures that are looked up.
    var lookUps = 2000
    var scans = 20

    static let smallest = ReplayPart(codes: 1300, lookUps: 2, scans: 1)

    private static let frames = 13

    func rows(_ tenant: BenchmarkTenant) async throws -> [Row] {
        guard let tenant = TenantID(randomBytes: [UInt8](repeating: 1, count: 16)) else { return [] }
        var source = CodeSource()
        var stored: [[FrameCode]] = []
        let index = ReplayIndex(capacity: codes)
        let captures = max(1, codes / Self.frames)
        var inserting = Times()
        for number in 0..<captures {
            let frames = source.capture(Self.frames)
            if number % max(1, captures / lookUps) == 0 { stored.append(frames) }
            inserting.time { index.insert(frames, of: Self.enrollment(number), tenant: tenant) }
            if number % 1000 == 999 { index.joinSegments() }
        }
        index.joinSegments()

        var (again, strangers, found) = (Times(), Times(), 0)
        for frames in stored.prefix(lookUps) {
            if lookUp(frames.map { source.changed($0, share: 0.04) }, &source, index, tenant, &again) { found += 1 }
            _ = lookUp(source.capture(Self.frames), &source, index, tenant, &strangers)
        }
        let plain = source.plainCodes(codes)
        var (scan, near) = (Times(), 0)
        for _ in 0..<scans {
            let code = source.capture(1)[0].face
            scan.time { for other in plain where other.distance(to: code) <= 60 { near += 1 } }
        }
        guard near <= codes else { throw Unexpected("made-up codes that are near each other") }
        let one = scan.percentile(0.5) * Double(2 * Self.frames)
        return [
            Row(
                "look-up of a stranger's capture among \(index.count), p50", strangers.percentile(0.5), .milliseconds,
                limit: one),
            Row("look-up of a stranger's capture, p99", strangers.percentile(0.99), .milliseconds),
            Row("look-up of one that came before, 4 % changed, p50", again.percentile(0.5), .milliseconds, limit: one),
            Row("of those found", Double(found) / Double(again.values.count) * 100, .percent),
            Row("longest insertion", inserting.percentile(1), .milliseconds),
            Row("the index", Double(index.memory) / 1_048_576, .mebibytes),
        ]
    }

    /// - Returns: whether the index names a capture like it.
    private func lookUp(
        _ frames: [FrameCode], _ source: inout CodeSource, _ index: ReplayIndex, _ tenant: TenantID,
        _ times: inout Times
    ) -> Bool {
        // What a mirror image has for codes is anybody's.
        let sent = frames.map { CodedFrame(asShown: $0, mirrored: source.capture(1)[0]) }
        let result = times.time { index.claim(sent, of: Self.enrollment(-1), tenant: tenant) }
        guard case .claimed(let claim, let candidates) = result else { return true }
        index.release(claim)
        return !candidates.isEmpty
    }

    private static func enrollment(_ number: Int) -> EnrollmentID {
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> min(8 * $0, 63)) }
        guard let id = EnrollmentID(randomBytes: bytes) else { preconditionFailure("sixteen bytes") }
        return id
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
