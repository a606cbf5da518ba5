import Foundation
import TestSupport
import Testing
import Vision

@testable import LivenessScorer

@Suite struct PlaneResidualsTests {
    @Test func aSimilarityExplainsASimilarity() throws {
        var random = SeededGenerator.announced()
        let points = scattered(100, &random)
        let moved = points.map { rotated($0, byDegrees: 17, scale: 1.3) + Point(x: 20, y: -8) }
        #expect(try #require(PlaneResiduals.ofSimilarity(from: points, to: moved)) < 1e-9)
    }

    @Test func aHomographyExplainsATurnedPlaneAndASimilarityDoesNot() throws {
        var random = SeededGenerator.announced()
        let points = scattered(100, &random)
        let views = points.map { seen($0, depth: 0, yawInDegrees: 25, pitchInDegrees: 8) }
        #expect(try #require(PlaneResiduals.ofHomography(from: points, to: views)) < 0.05)
        #expect(try #require(PlaneResiduals.ofSimilarity(from: points, to: views)) > 2)
    }

    @Test func theWorstTenthOfThePointsIsLeftOut() throws {
        var random = SeededGenerator.announced()
        let points = scattered(100, &random)
        var moved = points.map { $0 + Point(x: 3, y: 1) }
        for index in 0..<8 { moved[index * 11] = moved[index * 11] + Point(x: 6, y: -7) }
        #expect(try #require(PlaneResiduals.ofSimilarity(from: points, to: moved)) < 1e-9)
        for index in 0..<30 { moved[index * 3] = moved[index * 3] + Point(x: 6, y: -7) }
        #expect(try #require(PlaneResiduals.ofSimilarity(from: points, to: moved)) > 1)
    }

    @Test func pointsThatFitNoMapHaveNoResidual() {
        let one = Point(x: 1, y: 1)
        #expect(PlaneResiduals.ofSimilarity(from: [one], to: [one]) == nil)
        #expect(PlaneResiduals.ofSimilarity(from: [one, one], to: [one]) == nil)
        #expect(PlaneResiduals.ofHomography(from: [one, one, one], to: [one, one, one]) == nil)
        #expect(PlaneResiduals.ofSimilarity(from: [one, one, one], to: [one, one, one]) == nil)
    }
}

@Suite struct FlatnessTests {
    private let cue: Flatness

    init() throws { cue = try .balanced() }

    @Test func aPlaneThatTurnsIsFlatWhateverTheNoise() throws {
        var random = SeededGenerator.announced()
        let points = scattered(100, &random)
        let tracks = tracked(
            of: points, depths: points.map { _ in 0 }, yaws: [-25, -12, 0, 12, 25], noise: 0.15, &random)
        let (pairs, ratio) = try measured(tracks)
        #expect(ratio < 0.2)
        #expect(word(pairs, ratio, turn: 30) == .flat)
    }

    @Test func aHeadThatTurnsIsDeep() throws {
        var random = SeededGenerator.announced()
        let points = scattered(100, &random)
        let depths = points.map { headDepth(at: $0) }
        let tracks = tracked(of: points, depths: depths, yaws: [-12, -6, 0, 6, 12], noise: 0.15, &random)
        let (pairs, ratio) = try measured(tracks)
        #expect(word(pairs, ratio, turn: 24) == .everyCuePassed)
        #expect(word(pairs, ratio, turn: 7.9) == .turnTooSmall)
    }

    @Test func anImageThatIsOnlyShiftedScaledAndRolledIsARepeatedStill() throws {
        var random = SeededGenerator.announced()
        let points = scattered(100, &random)
        let tracks = PointTracks(
            positions: (0..<5).map { frame in
                points.map { rotated($0, byDegrees: Double(frame) * 4, scale: 1 + 0.05 * Double(frame)) }
            })
        let (pairs, ratio) = try measured(tracks, allowsNoRatio: true)
        #expect(word(pairs, ratio, turn: 30) == .repeatedStill)
    }

    @Test func theThreeMostDeformedPairsAreAssessed() throws {
        var random = SeededGenerator.announced()
        let points = scattered(100, &random)
        let tracks = tracked(
            of: points, depths: points.map { headDepth(at: $0) }, yaws: [-20, 0, 0, 20], noise: 0, &random)
        let pairs = cue.pairs(of: tracks, faceWidth: 160, frames: [2, 3, 7, 9])
        #expect(pairs.count == 3)
        #expect(pairs.first?.firstFrame == 2 && pairs.first?.secondFrame == 9)
        let residuals = pairs.map(\.similarityResidualInPercent)
        #expect(residuals == residuals.sorted(by: >))
    }

    @Test func pairsWithTooFewSharedPointsAreLeftOut() {
        var random = SeededGenerator.announced()
        let points = scattered(100, &random)
        var tracks = tracked(
            of: points, depths: points.map { headDepth(at: $0) }, yaws: [-20, 0, 20], noise: 0, &random)
        for corner in 0..<61 { tracks.positions[0][corner] = nil }
        let pairs = cue.pairs(of: tracks, faceWidth: 160, frames: [0, 1, 2])
        #expect(pairs.map(\.firstFrame) == [1])
        #expect(word([], nil, turn: 30) == .tracksLost)
    }

    @Test func theRatioIsTheMedianOfThePairs() {
        func pair(_ ratio: Double) -> Flatness.Pair {
            Flatness.Pair(
                firstFrame: 0, secondFrame: 1, points: 50, similarityResidualInPercent: 2,
                homographyResidualInPercent: 2 * ratio)
        }
        #expect(Flatness.ratio(of: [pair(0.5), pair(0.25), pair(0.75)]) == 0.5)
        #expect(Flatness.ratio(of: [pair(0.25), pair(0.75)]) == 0.5)
        #expect(Flatness.ratio(of: []) == nil)
    }

    @Test func eachResultHasItsLimits() {
        func word(_ deformation: Double?, _ ratio: Double?, _ turn: Double, light: Double? = 0) -> LivenessReason {
            cue.result(
                deformationInPercent: deformation, ratio: ratio, turnInDegrees: turn, patchyLightInPercent: light
            ).word
        }
        #expect(word(nil, nil, 30) == .tracksLost)
        #expect(word(0.1, 0.9, 30) == .repeatedStill)
        #expect(word(0.11, 0.9, 30) == .noDeformation)
        #expect(word(0.99, 0.1, 30) == .noDeformation)
        #expect(word(1, 0.35, 0) == .flat)
        #expect(word(1, 0.36, 30) == .depthUnclear)
        #expect(word(1, 0.44, 30) == .depthUnclear)
        #expect(word(1, 0.45, 7.9) == .turnTooSmall)
        #expect(word(1, 0.45, 8) == .everyCuePassed)
        #expect(word(1, 0.35, 30, light: 90) == .flat)
        #expect(word(1, 0.45, 7.9, light: 90) == .turnTooSmall)
        #expect(word(1, 0.45, 8, light: 3.3) == .everyCuePassed)
        #expect(word(1, 0.45, 60, light: 3.31) == .unsteadyLight)
        for unknown in [nil, Double.nan] { #expect(word(1, 0.45, 30, light: unknown) == .unsteadyLight) }
    }

    /// A third at the limit of an attack, two thirds at that of a bona fide presentation, at every level.
    @Test func theScoreIsAThirdAndTwoThirdsAtTheLimits() throws {
        for level in LivenessLevel.allCases {
            let row = try #require(LivenessThresholds(for: level).cues.first { $0.cue == Flatness.name })
            let cue = try Flatness(row)
            func score(_ ratio: Double) -> Double? {
                let result = cue.result(
                    deformationInPercent: 2, ratio: ratio, turnInDegrees: 30, patchyLightInPercent: 0)
                return CueEvidence(Flatness.name, result).scoreInPercent
            }
            #expect(score(0.1) == 0)
            #expect(score(try row.limit("flatAtMost")).map { abs($0 - 100 / 3.0) < 1e-9 } == true)
            #expect(score(try row.limit("deepAtLeast")).map { abs($0 - 200 / 3.0) < 1e-9 } == true)
            #expect(score(0.9) == 100)
            #expect(score(2) == 100)
        }
    }

    @Test func aNumberThatIsNotFiniteDecidesNothing() {
        for (deformation, ratio, turn) in [(Double.nan, 0.6, 30.0), (2, .nan, 30), (2, 0.6, .nan)] {
            let word = cue.result(
                deformationInPercent: deformation, ratio: ratio, turnInDegrees: turn, patchyLightInPercent: 0
            ).word
            #expect(word != .everyCuePassed && word != .flat)
        }
    }

    /// The limits chosen on the material of docs/measurements/liveness.md are a lower bound for every level.
    @Test func noLevelAcceptsLessThanItWasMeasuredWith() throws {
        for level in LivenessLevel.allCases {
            let thresholds = LivenessThresholds(for: level)
            let row = try #require(thresholds.cues.first { $0.cue == Flatness.name })
            #expect(row.role == .replaceable)
            #expect(try row.limit("minimumDeformationInPercent") >= 1)
            #expect(try row.limit("minimumTurnInDegrees") >= 8)
            #expect(try row.limit("flatAtMost") >= 0.35)
            #expect(try row.limit("deepAtLeast") >= 0.45)
            #expect(try row.limit("minimumTrackedPoints") >= 40)
            #expect(try row.limit("maximumPatchyLightInPercent") <= 3.3)
            #expect(thresholds.gates.minimumFramesOfMovement >= 4)
            #expect(thresholds.gates.samePersonScore >= 3)
            #expect(thresholds.gates.maximumGapInMilliseconds <= 1500)
        }
    }

    private func measured(
        _ tracks: PointTracks, allowsNoRatio: Bool = false
    ) throws -> (pairs: [Flatness.Pair], ratio: Double) {
        let pairs = cue.pairs(of: tracks, faceWidth: 160, frames: Array(tracks.positions.indices))
        let ratio = Flatness.ratio(of: pairs)
        return (pairs, allowsNoRatio ? ratio ?? .nan : try #require(ratio))
    }

    private func word(_ pairs: [Flatness.Pair], _ ratio: Double?, turn: Double) -> LivenessReason {
        cue.result(
            deformationInPercent: pairs.first?.similarityResidualInPercent, ratio: ratio, turnInDegrees: turn,
            patchyLightInPercent: 0
        ).word
    }
}

@Suite struct QuadraticSurfaceTests {
    @Test func aSurfaceOfTheSecondDegreeIsFound() throws {
        var random = SeededGenerator.announced()
        let points = (0..<40).map { _ in
            Point(x: .random(in: -1...1, using: &random), y: .random(in: -1...1, using: &random))
        }
        let terms = (0..<6).map { _ in Double.random(in: -3...3, using: &random) }
        func value(_ point: Point) -> Double {
            let (x, y) = (point.x, point.y)
            return zip(terms, [1, x, y, x * x, x * y, y * y]).reduce(0) { $0 + $1.0 * $1.1 }
        }
        let surface = try #require(
            QuadraticSurface(through: points.map(value), at: points.map(QuadraticSurface.row)))
        for point in points + [Point(x: 2, y: -2)] {
            #expect(abs(surface.value(at: QuadraticSurface.row(at: point)) - value(point)) < 1e-9)
        }
    }

    @Test func placesThatLeaveATermOpenHaveNoSurface() {
        let line = (0..<40).map { Point(x: Double($0) / 40, y: 0) }
        #expect(QuadraticSurface(through: line.map(\.x), at: line.map(QuadraticSurface.row)) == nil)
        #expect(QuadraticSurface(through: [], at: []) == nil)
    }
}

@Suite struct PointTracksTests {
    @Test func theTracksOfATurnedPlaneAreFlat() throws {
        let plane = GreyImage.texture()
        let images = try [-25.0, -12, 0, 12, 25].map { yaw in try plane.turned(byYawInDegrees: yaw) }
        let outline = [Point(x: 60, y: 60), Point(x: 196, y: 60), Point(x: 196, y: 196), Point(x: 60, y: 196)]
        let tracks = PointTracks(through: images, from: 2, inside: outline)
        #expect(tracks.cornerCount == PointTracks.maximumCorners)
        #expect(tracks.positions[2].allSatisfy { $0 != nil })
        let cue = try Flatness.balanced()
        let pairs = cue.pairs(of: tracks, faceWidth: 160, frames: Array(0..<5))
        let result = cue.result(
            deformationInPercent: pairs.first?.similarityResidualInPercent, ratio: Flatness.ratio(of: pairs),
            turnInDegrees: 30, patchyLightInPercent: 0)
        #expect(result.word == .flat)
    }

    @Test func aPointThatIsNotTrackedBackIsLost() {
        // Flow finds some place in any image; only the way back shows that it is not the same.
        let tracks = PointTracks(through: [.texture(), .texture(seed: 8)], from: 0, inside: [])
        #expect(tracks.cornerCount == PointTracks.maximumCorners)
        #expect(tracks.positions[1].count { $0 != nil } < tracks.cornerCount / 3)
    }

    @Test func aPointThatIsLostStaysLost() {
        let plane = GreyImage.texture()
        let empty = GreyImage(size: plane.size, pixels: [UInt8](repeating: 128, count: plane.pixels.count))
        let tracks = PointTracks(through: [plane, empty, plane, plane], from: 3, inside: [])
        #expect(tracks.positions[2].count { $0 != nil } == tracks.cornerCount)
        #expect(tracks.positions[1].allSatisfy { $0 == nil })
        #expect(tracks.positions[0].allSatisfy { $0 == nil })
    }
}

/// Points in a face of 160 pixels, about (0, 0).
private func scattered(_ count: Int, _ random: inout SeededGenerator) -> [Point] {
    (0..<count).map { _ in
        Point(x: .random(in: -70...70, using: &random), y: .random(in: -90...90, using: &random))
    }
}

private func rotated(_ point: Point, byDegrees angle: Double, scale: Double) -> Point {
    let (sine, cosine) = (sin(angle * .pi / 180) * scale, cos(angle * .pi / 180) * scale)
    return Point(x: cosine * point.x - sine * point.y, y: sine * point.x + cosine * point.y)
}

/// A point `depth` pixels towards the camera, which stands 500 pixels away, after a turn about the origin.
private func seen(_ point: Point, depth: Double, yawInDegrees: Double, pitchInDegrees: Double) -> Point {
    let (yaw, pitch) = (yawInDegrees * .pi / 180, pitchInDegrees * .pi / 180)
    let x = point.x * cos(yaw) + depth * sin(yaw)
    let z = depth * cos(yaw) - point.x * sin(yaw)
    let y = point.y * cos(pitch) + z * sin(pitch)
    let near = z * cos(pitch) - point.y * sin(pitch)
    return Point(x: x, y: y) * (500 / (500 - near))
}

/// An ellipsoid with a nose.
private func headDepth(at point: Point) -> Double {
    let round = 80 * max(0, 1 - point.x * point.x / 6400 - point.y * point.y / 12100).squareRoot()
    return round + 25 * exp(-(point.x * point.x + point.y * point.y) / 450)
}

private func tracked(
    of points: [Point], depths: [Double], yaws: [Double], noise: Double, _ random: inout SeededGenerator
) -> PointTracks {
    PointTracks(
        positions: yaws.map { yaw in
            zip(points, depths).map { point, depth in
                let slip = Point(
                    x: .random(in: -noise...noise, using: &random), y: .random(in: -noise...noise, using: &random))
                return seen(point, depth: depth, yawInDegrees: yaw, pitchInDegrees: yaw / 4) + slip
            }
        })
}

extension GreyImage {
    /// 256 × 256 pixels of blobs with corners everywhere, the same for one seed.
    static func texture(seed: UInt64 = 7) -> GreyImage {
        var random = SeededGenerator(seed: seed)
        let coarse = GreyImage(
            size: ImageSize(width: 64, height: 64),
            pixels: (0..<4096).map { _ in .random(in: 0...255, using: &random) })
        return coarse.resized(to: ImageSize(width: 256, height: 256)).blurred(sigma: 1)
    }

    /// Turned about the vertical axis through its middle, seen from 500 pixels.
    fileprivate func turned(byYawInDegrees yaw: Double) throws -> GreyImage {
        let corners = [(0.0, 0.0), (255, 0), (255, 255), (0, 255)].map { Point(x: $0, y: $1) }
        let middle = Point(x: 127.5, y: 127.5)
        let places = corners.map { corner in
            seen(corner - middle, depth: 0, yawInDegrees: yaw, pitchInDegrees: yaw / 4) + middle
        }
        let homography = try #require(Homography.leastSquares(from: corners, to: places))
        let colours = Image(size: size, pixels: pixels.flatMap { [$0, $0, $0] })
        return colours.warped(by: homography, to: size).grey
    }
}
