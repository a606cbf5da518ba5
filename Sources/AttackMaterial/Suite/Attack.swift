public import LivenessScorer
internal import Vision

/// One attack of the suite: a method and an instrument under a number that never changes.
public struct Attack: Sendable {
    /// From 1; never given to another attack, also not after this one is withdrawn.
    public let number: Int
    public let method: AttackMethod
    public let instrument: AttackInstrument

    init(_ number: Int, _ method: AttackMethod, _ instrument: AttackInstrument) {
        self.number = number
        self.method = method
        self.instrument = instrument
    }

    /// `A01` …
    public var code: String { "A" + (number < 10 ? "0" : "") + String(number) }

    public var needs: AttackNeeds { instrument.needs }

    /// The frames as they reach the server. The same source and seed give the same bytes; through a virtual camera, with the
    /// same version of its program.
    /// - Parameters:
    ///   - video: the codec of virtual cameras; nil where it is not installed.
    /// - Throws: why the attack cannot be made from this source.
    public func frames(
        from source: AttackSource, seed: UInt64 = 1, video: VideoProgram? = VideoProgram()
    ) throws(AttackError) -> [CapturedFrame] {
        var codedBy: (VideoProgram, VideoProgram.Codec)?
        if let codec = method.codec {
            guard let video else { throw .videoProgramMissing }
            codedBy = (video, codec)
        }
        var footage = try instrument.footage(from: source, seed: seed ^ instrument.seed)
        if let (program, codec) = codedBy {
            let played = try program.coded(footage.frames.map(\.image), by: codec)
            footage = try footage.mapped { index, _ throws(AttackError) in played[index] }
        }
        var frames: [CapturedFrame] = []
        for (index, frame) in footage.frames.enumerated() {
            do {
                frames.append(
                    CapturedFrame(
                        bytes: try frame.image.jpeg(quality: footage.quality(ofFrame: index)),
                        timeInMilliseconds: frame.timeInMilliseconds))
            } catch {
                throw .imageNotWritten
            }
        }
        return frames
    }
}
