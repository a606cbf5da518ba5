import DemoMaterial
import TestSupport
import Testing
import Vision

@testable import AttackMaterial

@Suite struct InstrumentPartTests {
    private func still() throws -> AttackStill {
        guard case .still(let still) = try SharedMaterial.source(.still) else { throw AttackError.sourceDoesNotFit }
        return still
    }

    @Test func aLampChangesNothingWhileTheHeadStandsStill() throws {
        let still = try still()
        let normals = SurfaceNormals(of: still.depth)
        let same = normals.gain(turnedBy: RigidPose(), over: still.depth.weight)
        #expect(same.values.allSatisfy { abs($0 - 1) < 1e-4 })
        // Turned towards its left the head shows the lamp, which stands to the left in the image, its other cheek.
        let turned = normals.gain(turnedBy: RigidPose(yawInDegrees: 15), over: still.depth.weight)
        #expect(turned.values.contains { $0 > 1.05 } || turned.values.contains { $0 < 0.95 })
    }

    @Test func aShiftMovesItsMiddleWhollyAndNothingBeyondItsRim() {
        let width = 40
        let x = (0..<(width * width)).map { Float($0 % width) }
        let y = (0..<(width * width)).map { Float($0 / width) }
        let part = FacialShift(
            centre: Point(x: 20, y: 20), reach: Point(x: 10, y: 5), shift: Point(x: 0, y: 3))
        let moved = FacialShift.applied([part], x: x, y: y, width: width)
        #expect(moved.x == x)
        for index in x.indices {
            let (across, along) = ((x[index] - 20) / 10, (y[index] - 20) / 5)
            if across * across + along * along >= 1 { #expect(moved.y[index] == y[index]) }
        }
        #expect(moved.y[20 * width + 20] == 17)
    }

    @Test func guessedHeadsRiseInTheMiddleAndEndAtTheirRim() throws {
        let still = try still()
        for depth in [GuessedHead(of: still).ellipsoid, GuessedHead(of: still).cylinder] {
            let highest = depth.height.values.max() ?? 0
            #expect(highest > Float(0.5 * still.faceWidth) && highest < Float(0.8 * still.faceWidth))
            #expect(depth.height.values[0] == 0)
        }
    }

    @Test func everyMotionOfTheSuiteTakesTwoSeconds() {
        for moments in [
            Motions.turn(byDegrees: 15, faceWidth: 100, seed: 3), Motions.wandering(faceWidth: 100, seed: 3),
        ] {
            #expect(moments.count == 13)
            #expect(moments.first?.timeInMilliseconds == 0 && moments.last?.timeInMilliseconds == 2000)
        }
    }
}
