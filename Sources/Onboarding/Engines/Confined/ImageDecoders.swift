package import Foundation
internal import Synchronization
internal import Tenancy
package import Vision

/// Processes that decode the images of strangers (decision 0119). They are kept for the next image, a number of them; one that
/// dies costs the image that it died of.
package final class ImageDecoders: Sendable {
    private struct Idle {
        let process: ImageDecoderProcess
        /// Whether it runs where nobody else wants its core, for threads that do so too. It cannot go back.
        let yields: Bool
        /// How many images it has decoded.
        var uses = 0
    }

    private let program: URL
    private let kept: Int
    private let uses: Int
    private let patience: Duration
    private let died: @Sendable () -> Void
    private let starter = DecoderStarter()
    private let idle = Mutex<[Idle]>([])

    /// - Parameters:
    ///   - program: the executable `onboarding`; nil for the one that runs.
    ///   - kept: how many wait for an image at one time; more than that decode where more is to be decoded.
    ///   - uses: after so many images a decoder ends, so that whoever has taken it over loses it.
    ///   - patience: for one image. Before that, what a job may take of the processor ends it: this is for one that computes
    ///     nothing.
    ///   - died: called where one has crashed, or hung: by what somebody sent, or ended by somebody else. Not where the work that
    ///     waited for it was given up.
    package init(
        program: URL? = nil, keeping kept: Int, uses: Int = 500, patience: Duration = .seconds(30),
        died: @escaping @Sendable () -> Void = {}
    ) {
        self.program = program ?? OwnProgram.url
        (self.kept, self.uses, self.patience, self.died) = (kept, uses, patience, died)
    }

    deinit {
        for idle in idle.withLock({ $0 }) { idle.process.end() }
    }

    /// For everything that this process decodes.
    package var decoder: ImageDecoder {
        ImageDecoder { [self] order, file throws(ImageError) in try decode(order, file) }
    }

    /// Starts all that are kept, so that nobody waits for them.
    /// - Returns: once the first decodes; false where it does not.
    package func start() -> Bool {
        let image = Image(size: ImageSize(width: 64, height: 64), blue: 10, green: 20, red: 30)
        guard let file = try? image.png(), (try? Image(decoding: file, by: decoder)) == image else { return false }
        for _ in 1..<max(kept, 1) { startLater() }
        return true
    }

    /// - Throws: `corrupt` also where its decoder died or could not be started.
    func decode(_ order: DecodingOrder, _ file: [UInt8]) throws(ImageError) -> [UInt8] {
        guard var decoder = taken(isUnused: order.mayShowMemory) else { throw .corrupt }
        let reply = decoder.process.decode(order, file, patience: patience)
        decoder.uses += order.mayShowMemory ? uses : 1
        switch reply {
        case .pixels(let pixels):
            giveBack(decoder)
            return pixels
        case .damaged:
            giveBack(decoder)
            throw .corrupt
        case .dead:
            decoder.process.end()
            if Checkpoint.givenUp == nil { died() }
            if !decoder.yields { startLater() }
            throw .corrupt
        }
    }

    /// What a log says of one that died.
    package struct Death: Error {
        package init() {}
    }

    /// One that lives. Where none waits, it is started.
    /// - Parameter isUnused: whether it has decoded nothing yet.
    private func taken(isUnused: Bool) -> Idle? {
        let yields = ThreadPriority.yieldsToEverybody
        func waiting() -> Idle? {
            idle.withLock { idle in
                idle.lastIndex { $0.yields == yields && (!isUnused || $0.uses == 0) }.map { idle.remove(at: $0) }
            }
        }
        while let decoder = waiting() {
            guard decoder.process.hasEnded else { return decoder }
            decoder.process.end()
        }
        let started = starter.now { [program] in
            ImageDecoderProcess(program: program).map { Idle(process: $0, yields: yields) }
        }
        guard let decoder = started ?? nil else { return nil }
        if yields { ThreadPriority.yieldToEverybody(decoder.process.identifier) }
        return decoder
    }

    private func giveBack(_ decoder: Idle) {
        guard decoder.uses < uses else {
            decoder.process.end()
            if !decoder.yields { startLater() }
            return
        }
        let isKept = idle.withLock { idle in
            guard idle.count(where: { $0.yields == decoder.yields }) < kept else { return false }
            idle.append(decoder)
            return true
        }
        if !isKept { decoder.process.end() }
    }

    /// One more, where fewer than are kept wait.
    private func startLater() {
        starter.later { [weak self] in
            guard let self, idle.withLock({ idle in idle.count { !$0.yields } < kept }),
                let process = ImageDecoderProcess(program: program)
            else { return }
            giveBack(Idle(process: process, yields: false))
        }
    }
}
