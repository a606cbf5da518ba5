import FaceEngine
import Foundation
import LivenessScorer
import TestSupport
import Testing
import Vision

@testable import AttackMaterial

@Suite struct InjectionSuiteTests {
    @Test func everyNumberIsGivenOnceAndNoneIsLeftOut() {
        #expect(InjectionSuite.all.map(\.number) == Array(1...InjectionSuite.all.count))
        let pairs = InjectionSuite.all.map { $0.method.rawValue + " " + $0.instrument.name }
        #expect(Set(pairs).count == pairs.count, "one pair under two numbers")
    }

    @Test func oneNameIsOneInstrument() {
        let summaries = Dictionary(grouping: InjectionSuite.all, by: \.instrument.name)
            .mapValues { Set($0.map(\.instrument.summary)).count }
        #expect(summaries.values.allSatisfy { $0 == 1 })
    }

    /// CEN/TS 18099: at least two methods with ten instruments each.
    @Test func theSuiteHasFiftyInjectionsAndTwoMethodsOfTenInstruments() {
        let injections = InjectionSuite.all.filter(\.method.isInjection)
        #expect(injections.count >= 50)
        let instruments = Dictionary(grouping: injections, by: \.method).mapValues {
            Set($0.map(\.instrument.name)).count
        }
        #expect(instruments.values.count { $0 >= 10 } >= 2)
    }

    @Test func aMethodAndAnInstrumentAgreeOnWhatStandsBeforeTheCamera() {
        for attack in InjectionSuite.all {
            #expect(attack.instrument.species.isInjection == attack.method.isInjection, "\(attack.code)")
            #expect(!attack.instrument.expected.isEmpty, "\(attack.code)")
        }
    }

    /// What a number means is written in reports and in other people's notes. New rows are added at the end; no row changes.
    @Test func numbersNeverChange() throws {
        let list = try String(
            contentsOfFile: Material.packageRoot + "/Tests/AttackMaterialTests/Golden/numbers.txt", encoding: .utf8)
        let rows = InjectionSuite.all.map { "\($0.code) \($0.method.rawValue) \($0.instrument.name)\n" }
        #expect(list == rows.joined(), "add the new rows, and change none")
    }
}

@Suite struct AttackTests {
    private static let instruments = Dictionary(
        InjectionSuite.all.filter { $0.method.codec == nil }.map { ($0.instrument.name, $0) },
        uniquingKeysWith: { first, _ in first })

    /// What sends one image or one piece of a clip again, frame for frame.
    private static let repeating: Set = ["identical-frames", "clip-looped", "clip-to-and-fro"]

    /// The first, middle and last frame of every instrument; and a print that was drawn once, or a motion that stands still,
    /// would measure nothing.
    @Test(arguments: instruments.keys.sorted()) func everyInstrumentShowsAFaceAndNoFrameTwice(name: String) throws {
        let attack = try #require(Self.instruments[name])
        let frames = try attack.frames(from: SharedMaterial.source(attack.needs), video: nil)
        #expect(frames.count >= 5)
        #expect((Set(frames.map(\.bytes)).count == frames.count) != Self.repeating.contains(name))
        let engine = try SharedMaterial.engine.get()
        for frame in [frames.first, frames[frames.count / 2], frames.last].compactMap(\.self) {
            let image = try Image(decoding: frame.bytes)
            #expect(try !engine.faces(in: image, search: .frame).isEmpty, "\(attack.code)")
        }
    }

    @Test(arguments: ["A15", "A30", "A44", "A83"])
    func theSameSeedGivesTheSameBytesAndAnotherSeedOthers(code: String) throws {
        let attack = try #require(InjectionSuite.all.first { $0.code == code })
        let source = try SharedMaterial.source(attack.needs)
        func bytes(_ seed: UInt64) throws -> [[UInt8]] { try attack.frames(from: source, seed: seed).map(\.bytes) }
        #expect(try bytes(7) == bytes(7))
        // A clip as it was recorded has no randomness.
        #expect(try (bytes(7) == bytes(8)) == (attack.needs == .clip))
    }

    @Test(.enabled(if: VideoProgram() != nil, "no program ffmpeg on this machine"), arguments: ["A57", "A71"])
    func aVirtualCameraGivesAsManyFramesInOtherBytes(code: String) throws {
        let played = try #require(InjectionSuite.all.first { $0.code == code })
        let posted = try #require(InjectionSuite.all.first { $0.code == "A13" })
        let source = try SharedMaterial.source(.still)
        let (seen, sent) = (try played.frames(from: source), try posted.frames(from: source))
        #expect(seen.map(\.timeInMilliseconds) == sent.map(\.timeInMilliseconds))
        #expect(Set(seen.map(\.bytes)).isDisjoint(with: sent.map(\.bytes)))
        // One more compression, not another image.
        let (one, other) = (try Image(decoding: seen[6].bytes).grey, try Image(decoding: sent[6].bytes).grey)
        let difference = zip(one.pixels, other.pixels).map { abs(Int($0) - Int($1)) }.reduce(0, +)
        #expect(difference < 8 * one.pixels.count)
    }

    @Test func withoutTheProgramAVirtualCameraIsNotMade() throws {
        let attack = try #require(InjectionSuite.all.first { $0.method == .virtualCameraVP8 })
        #expect(throws: AttackError.videoProgramMissing) {
            try attack.frames(from: SharedMaterial.source(attack.needs), video: nil)
        }
    }

    @Test func aSourceOfAnotherKindIsRefused() throws {
        let attack = try #require(InjectionSuite.all.first { $0.needs == .clip })
        #expect(throws: AttackError.sourceDoesNotFit) { try attack.frames(from: SharedMaterial.source(.still)) }
    }

    @Test func aShortClipAndASmallPortraitAreSaid() throws {
        let image = Image(size: ImageSize(width: 32, height: 32), blue: 90, green: 90, red: 90)
        let clip = try #require(AttackClip(frames: [AttackClip.Frame(image: image, timeInMilliseconds: 0)]))
        let attack = try #require(InjectionSuite.all.first { $0.needs == .clip })
        #expect(throws: AttackError.clipTooShort) { try attack.frames(from: .clip(clip)) }
        #expect(throws: AttackError.noFace) {
            try DocumentPortrait(page: image, engine: SharedMaterial.engine.get())
        }
    }
}

@Suite struct AttackClipTests {
    /// A clip whose frames tell their number by their width.
    private func clip(times: [Double]) throws -> AttackClip {
        try #require(
            AttackClip(
                frames: times.enumerated().map { index, time in
                    let size = ImageSize(width: index + 1, height: 1)
                    return AttackClip.Frame(
                        image: Image(size: size, blue: 0, green: 0, red: 0), timeInMilliseconds: time)
                }))
    }

    /// On clips of many rates, whose frames may come late.
    @Test func aWindowTakesTheNearestFrameToEachMomentOnce() throws {
        var random = SeededGenerator.announced()
        for _ in 0..<200 {
            let interval = Double.random(in: 8...120, using: &random)
            let times = (0..<Int(5000 / interval)).map {
                ($0 == 0 ? 0 : Double.random(in: -0.1...0.1, using: &random) + Double($0)) * interval
            }
            let window = try clip(times: times).window(from: 500, lasting: 2000, count: 13)
            for (index, frame) in window.enumerated() {
                let moment = 500 + 2000 * Double(index) / 12
                let nearest = times.map { abs($0 - moment) }.min()
                #expect(abs(times[frame.image.size.width - 1] - moment) == nearest)
                #expect(abs(frame.timeInMilliseconds - (moment - 500)) < 1e-9)
            }
            #expect(Set(window.map(\.image.size.width)).count == 13)
        }
    }

    @Test func aClipWithAGapGivesNoWindowOverIt() throws {
        let times = (0..<30).map { Double($0) * 80 + ($0 >= 12 ? 300 : 0) }
        #expect(throws: AttackError.clipTooShort) { try clip(times: times).window() }
        #expect(try clip(times: times).window(lasting: 800, count: 5).count == 5)
    }

    @Test func aWindowBeyondTheEndIsRefused() throws {
        let image = Image(size: ImageSize(width: 1, height: 1), blue: 0, green: 0, red: 0)
        let clip = try #require(
            AttackClip(frames: (0..<20).map { AttackClip.Frame(image: image, timeInMilliseconds: Double($0) * 100) }))
        #expect(throws: AttackError.clipTooShort) { try clip.window(from: 100, lasting: 2000) }
        #expect(AttackClip(frames: []) == nil)
    }
}

/// `docs/attacks.md` lists what the code has. `UPDATE_GOLDEN=1` writes it.
@Suite struct AttackPageTests {
    @Test func thePageHasTheList() throws {
        let file = Material.packageRoot + "/docs/attacks.md"
        func page() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }
        let text = try page()
        let begin = try #require(text.range(of: "<!-- attacks:begin -->\n")).upperBound
        let end = try #require(text.range(of: "<!-- attacks:end -->")).lowerBound
        let expected = text.replacingCharacters(in: begin..<end, with: AttackTable.lines.map { $0 + "\n" }.joined())
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try expected.write(toFile: file, atomically: true, encoding: .utf8)
        }
        #expect(try page() == expected, "run this test with UPDATE_GOLDEN=1")
    }
}
