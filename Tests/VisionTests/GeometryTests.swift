import Foundation
import Testing
import TestSupport
import Vision

@Suite struct GeometryTests {
    private typealias AffineTransform = Vision.AffineTransform

    private func randomPoints(_ count: Int, using generator: inout SeededGenerator) -> [Point] {
        (0..<count).map { _ in
            Point(x: .random(in: -200...500, using: &generator), y: .random(in: -200...500, using: &generator))
        }
    }

    @Test func aSimilarityIsFoundAgainFromItsPoints() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<500 {
            let truth = AffineTransform.rotation(
                byRadians: .random(in: -3...3, using: &generator), scale: .random(in: 0.1...8, using: &generator),
                about: Point(x: 10, y: 20)
            ).then(.translation(x: .random(in: -90...90, using: &generator), y: 7))
            let from = randomPoints(Int.random(in: 2...9, using: &generator), using: &generator)
            let found = try #require(AffineTransform.similarity(from: from, to: from.map(truth.apply)))
            for point in from {
                #expect(found.apply(point).distance(to: truth.apply(point)) < 1e-6, "seed \(generator.seed)")
            }
            #expect(abs(found.scale - truth.scale) < 1e-6)
        }
    }

    /// Least squares: no similarity near the found one does better.
    @Test func aSimilarityHasTheLeastSquaredError() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<100 {
            let from = randomPoints(5, using: &generator)
            let to = randomPoints(5, using: &generator)
            let found = try #require(AffineTransform.similarity(from: from, to: to))
            func error(_ transform: AffineTransform) -> Double {
                zip(from, to).reduce(0) { sum, pair in
                    let distance = transform.apply(pair.0).distance(to: pair.1)
                    return sum + distance * distance
                }
            }
            for step in [1e-3, -1e-3] {
                let turned = AffineTransform(
                    a: found.a, b: found.b - step, tx: found.tx, c: found.c + step, d: found.d, ty: found.ty)
                let scaled = AffineTransform(
                    a: found.a + step, b: found.b, tx: found.tx, c: found.c, d: found.d + step, ty: found.ty)
                let moved = found.then(.translation(x: step, y: -step))
                for other in [turned, scaled, moved] { #expect(error(other) >= error(found), "seed \(generator.seed)") }
            }
        }
    }

    @Test func pointsThatFixNoSimilarityGiveNone() {
        let point = Point(x: 1, y: 1)
        #expect(AffineTransform.similarity(from: [point], to: [point]) == nil)
        #expect(AffineTransform.similarity(from: [point, point], to: [point, point]) == nil)
        #expect(AffineTransform.similarity(from: [point, Point(x: 2, y: 2)], to: [point]) == nil)
        #expect(AffineTransform.similarity(from: [point, Point(x: .nan, y: 2)], to: [point, point]) == nil)
    }

    @Test func anInverseUndoesItsTransform() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<200 {
            let numbers = (0..<6).map { _ in Double.random(in: -3...3, using: &generator) }
            let transform = AffineTransform(
                a: numbers[0], b: numbers[1], tx: numbers[2], c: numbers[3], d: numbers[4], ty: numbers[5])
            guard abs(transform.a * transform.d - transform.b * transform.c) > 1e-2 else { continue }
            let back = try #require(transform.inverse)
            let point = Point(x: 12, y: -5)
            #expect(transform.then(back).apply(point).distance(to: point) < 1e-8, "seed \(generator.seed)")
            let homography = Homography(transform)
            #expect(homography.then(try #require(homography.inverse)).apply(point).distance(to: point) < 1e-8)
        }
        #expect(AffineTransform(a: 1, b: 2, tx: 0, c: 2, d: 4, ty: 0).inverse == nil)
    }

    @Test func aHomographyIsFoundAgainFromItsPoints() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<50 {
            let truth = Homography(values: [
                1.1, .random(in: -0.2...0.2, using: &generator), 5, .random(in: -0.2...0.2, using: &generator), 0.9, -7,
                .random(in: -3e-4...3e-4, using: &generator), .random(in: -3e-4...3e-4, using: &generator), 1,
            ])
            let from = randomPoints(30, using: &generator)
            let found = try #require(Homography.leastSquares(from: from, to: from.map(truth.apply)))
            for point in from {
                #expect(found.apply(point).distance(to: truth.apply(point)) < 1e-3, "seed \(generator.seed)")
            }
        }
        let line = (0..<9).map { Point(x: Double($0), y: Double($0)) }
        #expect(Homography.leastSquares(from: Array(line.prefix(3)), to: Array(line.prefix(3))) == nil)
        #expect(Homography.leastSquares(from: line, to: Array(line.dropLast())) == nil)
    }

    @Test func trianglesCoverTheConvexHullOnce() {
        var generator = SeededGenerator.announced()
        let corners = [Point(x: 0, y: 0), Point(x: 100, y: 0), Point(x: 100, y: 80), Point(x: 0, y: 80)]
        let inner = (0..<60).map { _ in
            Point(x: .random(in: 1...99, using: &generator), y: .random(in: 1...79, using: &generator))
        }
        let points = corners + inner
        let triangles = delaunayTriangles(of: points, within: ImageSize(width: 100, height: 80))
        let area = triangles.reduce(0.0) { sum, triangle in
            let (a, b, c) = (points[triangle.0], points[triangle.1], points[triangle.2])
            return sum + abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2
        }
        // Euler: with h points on the hull, n points give 2n − 2 − h triangles. OpenCV begins with a triangle around all points
        // and so leaves out slivers at the hull's edges.
        let all = 2 * points.count - 2 - 4
        #expect((7_840...8_000.001).contains(area), "seed \(generator.seed)")
        #expect((all - 3...all).contains(triangles.count), "seed \(generator.seed)")
        #expect(
            delaunayTriangles(of: [Point(x: -1, y: 0)] + points, within: ImageSize(width: 100, height: 80)).isEmpty)
    }
}
