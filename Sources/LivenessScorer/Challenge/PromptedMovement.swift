internal import FaceEngine

/// A movement that a step asks for, as the mesh shows it.
struct PromptedMovement {
    let prompt: CaptureChallenge.Prompt
    let limits: ChallengeLimits
    let rest: FacePosture

    /// What was shown over some moments.
    struct Showing {
        /// The most of it, in the unit of `wanted`.
        let measured: Double?
        /// The frame that reaches what is wanted first.
        let frame: Int?
    }

    /// How much is enough: degrees, percent, blinks or opening.
    var wanted: Double {
        switch prompt {
        case .turnLeft, .turnRight: limits.turnInDegrees
        case .nod: limits.nodInDegrees
        case .comeCloser: limits.approachInPercent
        case .blinkTwice: limits.blinks
        case .openMouth: max(limits.mouthOpening, rest.mouthOpening + limits.mouthOpeningOverRest)
        case .red, .green, .blue, .white, .black: 0
        }
    }

    /// Whether it is one that nobody does by the way: those may only be shown when they are asked for. People blink as they
    /// like, and nod a little with everything else.
    var isDeliberate: Bool {
        switch prompt {
        case .turnLeft, .turnRight, .comeCloser, .openMouth: true
        case .nod, .blinkTwice, .red, .green, .blue, .white, .black: false
        }
    }

    /// What `moments` show of it.
    func showing(in moments: [PostureCourse.Moment]) -> Showing {
        switch prompt {
        case .turnLeft: most(in: moments) { $0.yawInDegrees - rest.yawInDegrees }
        case .turnRight: most(in: moments) { rest.yawInDegrees - $0.yawInDegrees }
        case .comeCloser:
            most(in: moments) {
                rest.faceWidthInPixels > 0 ? ($0.faceWidthInPixels / rest.faceWidthInPixels - 1) * 100 : 0
            }
        case .openMouth: most(in: moments, \.mouthOpening)
        case .nod: nod(in: moments)
        case .blinkTwice: blinks(in: moments)
        case .red, .green, .blue, .white, .black: Showing(measured: nil, frame: nil)
        }
    }

    private func most(in moments: [PostureCourse.Moment], _ value: (FacePosture) -> Double) -> Showing {
        Showing(
            measured: moments.map { value($0.posture) }.max(),
            frame: moments.first { value($0.posture) >= wanted }?.frame)
    }

    /// Down from where the head was, and back by at least half.
    private func nod(in moments: [PostureCourse.Moment]) -> Showing {
        let pitches = moments.map(\.posture.pitchInDegrees)
        let before = pitches.lowestSoFar
        let after = Array(Array(pitches.reversed()).lowestSoFar.reversed())
        let depths = pitches.indices.map { min(pitches[$0] - before[$0], 2 * (pitches[$0] - after[$0])) }
        return Showing(
            measured: depths.max(), frame: depths.firstIndex { $0 >= wanted }.map { moments[$0].frame })
    }

    /// Lids that close and open again, each time counted once.
    private func blinks(in moments: [PostureCourse.Moment]) -> Showing {
        guard rest.eyeOpening > 0 else { return Showing(measured: nil, frame: nil) }
        var (count, isClosed, frame) = (0.0, false, Int?.none)
        for moment in moments {
            let share = moment.posture.eyeOpening / rest.eyeOpening
            if !isClosed, share <= limits.closedShare {
                isClosed = true
                if count + 1 >= wanted, frame == nil { frame = moment.frame }
            } else if isClosed, share >= limits.openShare {
                isClosed = false
                count += 1
            }
        }
        return Showing(measured: count, frame: count >= wanted ? frame : nil)
    }
}

extension [Double] {
    /// Of each element and all before it, the lowest.
    fileprivate var lowestSoFar: [Double] {
        var lowest = Double.infinity
        return map { element in
            lowest = Swift.min(lowest, element)
            return lowest
        }
    }
}
