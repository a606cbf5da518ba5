import TestSupport
import Testing

@testable import LivenessScorer

@Suite struct PackageCutTests {
    /// `count` frames at a steady rate.
    private func times(_ count: Int, perSecond rate: Double) -> [Double] {
        (0..<count).map { Double($0) * 1000 / rate }
    }

    @Test func packagesKeepTheirShapeWhateverTheTimesOfTheFrames() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<300 {
            var time = Double.random(in: -1e6...1e6, using: &generator)
            let slowest = Double.random(in: 10...500, using: &generator)
            let times = (0..<Int.random(in: 1...200, using: &generator)).map { _ in
                time += Double.random(in: 1...slowest, using: &generator)
                return time
            }
            for kind in PackageKind.served {
                let shape = try #require(kind.shape)
                guard case .success(let cuts) = kind.packages(ofFramesAt: times) else { continue }
                #expect(!cuts.isEmpty && cuts.count <= times.count)
                #expect(zip(cuts, cuts.dropFirst()).allSatisfy { $0.startInMilliseconds < $1.startInMilliseconds })
                for cut in cuts {
                    #expect((shape.minimumFrames...shape.frames).contains(cut.frames.count))
                    #expect(zip(cut.frames, cut.frames.dropFirst()).allSatisfy { $0 < $1 })
                    let first = try #require(cut.frames.first.map { times[$0] })
                    let last = try #require(cut.frames.last.map { times[$0] })
                    #expect(
                        abs(first - times[0] - cut.startInMilliseconds) <= shape.spanInMilliseconds + shape.tolerance)
                    #expect(last - first <= shape.spanInMilliseconds + 2 * shape.tolerance)
                }
            }
        }
    }

    @Test func threeSecondsGiveTwoPassivePackagesAndABurstEverySecond() throws {
        let times = times(75, perSecond: 25)
        let passive = try PackageKind.passive.packages(ofFramesAt: times).get()
        #expect(passive.map(\.startInMilliseconds) == [0, 1000])
        #expect(passive.allSatisfy { $0.frames.count == 13 })
        #expect(passive[0].frames == [0, 4, 8, 12, 17, 21, 25, 29, 33, 37, 42, 46, 50])
        let bursts = try PackageKind.burst.packages(ofFramesAt: times).get()
        #expect(bursts.map(\.frames) == [[0, 1, 2], [25, 26, 27], [50, 51, 52]])
        #expect(try PackageKind.still.packages(ofFramesAt: times).get().map(\.frames) == [[0], [25], [50], [74]])
    }

    @Test func whatARecordingLacksIsNamed() {
        #expect(PackageKind.passive.packages(ofFramesAt: times(30, perSecond: 30)) == .failure(.tooShort))
        #expect(PackageKind.passive.packages(ofFramesAt: times(20, perSecond: 5)) == .failure(.tooFewFrames))
        #expect(PackageKind.burst.packages(ofFramesAt: times(20, perSecond: 12)) == .failure(.tooFewFrames))
        #expect(PackageKind.burst.packages(ofFramesAt: [0]) == .failure(.tooShort))
        #expect(PackageKind.video.packages(ofFramesAt: times(20, perSecond: 12)) == .failure(.notServed))
        #expect(PackageKind.active.packages(ofFramesAt: times(20, perSecond: 12)) == .failure(.notServed))
    }

    @Test(arguments: [[], [0, 0], [1, 0], [0, .nan], [0, .infinity], [0, 1e300], [-1e308, 1e308]] as [[Double]])
    func timesThatNoRecordingHasGiveNoPackage(times: [Double]) {
        for kind in PackageKind.served {
            #expect(kind.packages(ofFramesAt: times) == .failure(.timesUnusable))
        }
    }
}
