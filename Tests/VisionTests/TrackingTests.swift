import Testing
import TestSupport
import Vision

@Suite struct TrackingTests {
    @Test func cornersAreFollowedThroughAKnownShift() throws {
        var generator = SeededGenerator.announced()
        let texture = GreyImage.texture(width: 300, height: 260, using: &generator)
        let (dx, dy) = (4.25, -2.5)
        let first = texture.warped(by: .translation(x: -20, y: -20), to: ImageSize(width: 256, height: 220))
        let second = texture.warped(by: .translation(x: -20 + dx, y: -20 + dy), to: first.size)
        let polygon = [Point(x: 30, y: 30), Point(x: 220, y: 30), Point(x: 220, y: 190), Point(x: 30, y: 190)]
        let corners = first.cornersToTrack(
            inside: polygon, maximum: 100, quality: 0.005, minimumDistance: 4, blockSize: 5)
        #expect(corners.count == 100)
        for corner in corners { #expect((30...220).contains(corner.x) && (30...190).contains(corner.y)) }
        let tracked = first.track(corners, into: second)
        var near = 0
        for (corner, place) in zip(corners, tracked) {
            guard let place else { continue }
            if place.distance(to: corner + Point(x: dx, y: dy)) < 0.15 { near += 1 }
        }
        #expect(near >= 97, "seed \(generator.seed)")
    }

    @Test func imagesOfDifferentSizesLoseEveryPoint() {
        var generator = SeededGenerator.announced()
        let first = GreyImage.texture(width: 80, height: 60, using: &generator)
        let second = GreyImage.texture(width: 81, height: 60, using: &generator)
        #expect(first.track([Point(x: 10, y: 10)], into: second) == [nil])
        #expect(first.track([], into: second).isEmpty)
        #expect(first.track([Point(x: .nan, y: 10)], into: first) == [nil])
    }

    @Test func anEmptyImageHasNoCorners() {
        let flat = GreyImage(size: ImageSize(width: 64, height: 64), pixels: [UInt8](repeating: 80, count: 4096))
        #expect(flat.cornersToTrack(inside: [], maximum: 50, quality: 0.01, minimumDistance: 3, blockSize: 5).isEmpty)
        let odd = [Point(x: .nan, y: 0), Point(x: 1e30, y: -1e30), Point(x: 3, y: 3)]
        #expect(flat.cornersToTrack(inside: odd, maximum: 50, quality: 0.01, minimumDistance: 3, blockSize: 5).isEmpty)
    }
}
