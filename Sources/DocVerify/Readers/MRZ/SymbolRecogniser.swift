internal import Vision

/// What the recogniser saw along a strip, step by step: one step is 8 pixels of a strip 48 pixels high.
struct SymbolSteps: Equatable, Sendable {
    static let pixelsPerStep = 8.0

    /// How many steps.
    let count: Int
    /// `count × 37` probabilities in the order of `MRZSymbols.all`.
    let symbols: [Float]
    /// `count` probabilities that a step lies between two characters.
    let blanks: [Float]

    func probability(of symbol: Int, at step: Int) -> Float { symbols[step * MRZSymbols.count + symbol] }

    /// The likeliest symbol of a step and the sum over all symbols.
    func best(at step: Int) -> (symbol: Int, probability: Float, total: Float) {
        var best = (symbol: 0, probability: Float(-1), total: Float(0))
        for symbol in 0..<MRZSymbols.count {
            let probability = probability(of: symbol, at: step)
            best.total += probability
            if probability > best.probability { (best.symbol, best.probability) = (symbol, probability) }
        }
        return best
    }

    /// The characters seen, each with its middle in steps: neighbouring steps of one symbol are one character.
    var peaks: [(symbol: Int, step: Double, probability: Float)] {
        var peaks: [(symbol: Int, step: Double, probability: Float)] = []
        var run: (symbol: Int, weight: Double, moment: Double, peak: Float)?
        func close() {
            if let run { peaks.append((run.symbol, run.moment / run.weight, run.peak)) }
            run = nil
        }
        for step in 0..<count {
            let (symbol, probability, total) = best(at: step)
            guard total > 0.5 || probability > blanks[step] else {
                close()
                continue
            }
            if run?.symbol != symbol { close() }
            let weight = Double(probability)
            let old = run ?? (symbol, 0, 0, 0)
            run = (symbol, old.weight + weight, old.moment + weight * Double(step), max(old.peak, probability))
        }
        close()
        return peaks
    }

    /// The text of the peaks, for finding MRZs; of fillers in a row as many as the network separated.
    var text: String { String(decoding: peaks.map { MRZSymbols.all[$0.symbol] }, as: UTF8.self) }

    /// How surely the strip holds nothing but characters of MRZs: the mean over the steps that are not blank of what
    /// the symbols get together, 0 to 1. Other writing, and an MRZ upside down, give less.
    var share: Double {
        var sum = 0.0
        var steps = 0
        for step in 0..<count where blanks[step] < 0.5 {
            sum += Double(best(at: step).total)
            steps += 1
        }
        return steps == 0 ? 0 : sum / Double(steps)
    }

    /// Whether this can be a line of an MRZ: long enough, of its alphabet, and with more fillers or digits than prose has.
    var looksLikeMRZ: Bool {
        let read = peaks
        let fillers = read.count { $0.symbol == MRZSymbols.filler }
        let digits = read.count { $0.symbol < 10 }
        guard share >= 0.8 else { return false }
        return (read.count >= 12 && fillers >= 3) || (read.count >= 24 && digits >= 10 && digits + fillers >= 14)
    }
}

/// Reads strips of text with PP-OCRv4's recogniser, looking only at the characters that an MRZ can hold.
struct SymbolRecogniser: Sendable {
    /// The height of strip that the network takes, in pixels.
    static let stripHeight = 48
    static let maximumWidth = 2048

    private let network: Network

    private static let classCount = 6625

    init(models: ModelFolder, workers: Int) throws(DocumentReaderError) {
        network = try .textNetwork("ch_PP-OCRv4_rec_infer.onnx", models: models, workers: workers)
    }

    /// - Parameter strip: 48 pixels high, a multiple of 32 wide: other widths cost the runtime a slow first run each.
    func steps(of strip: Image) throws(NetworkError) -> SymbolSteps {
        let output = try network.run(strip, encodedAs: .text)
        guard let scores = output.first, scores.shape.count == 3, scores.shape[2] == Self.classCount else {
            throw .runFailed
        }
        let count = scores.shape[1]
        var symbols = [Float](repeating: 0, count: count * MRZSymbols.count)
        var blanks = [Float](repeating: 0, count: count)
        scores.values.withUnsafeBufferPointer { values in
            for step in 0..<count {
                let start = step * Self.classCount
                let row = UnsafeBufferPointer(rebasing: values[start..<(start + Self.classCount)])
                blanks[step] = row[0]
                for (symbol, classes) in MRZSymbols.recogniserClasses.enumerated() {
                    symbols[step * MRZSymbols.count + symbol] = classes.reduce(0) { $0 + row[$1] }
                }
            }
        }
        return SymbolSteps(count: count, symbols: symbols, blanks: blanks)
    }
}

extension Network {
    /// One of PP-OCRv4's networks.
    static func textNetwork(
        _ file: String, models: ModelFolder, workers: Int
    ) throws(DocumentReaderError) -> Network {
        do {
            return try Network(file: try models.file("document-text/" + file), callers: workers, kept: models.compiled)
        } catch {
            throw .modelUnavailable
        }
    }
}

extension ImageEncoding {
    /// What PP-OCRv4's networks take.
    static let text = ImageEncoding(
        channelOrder: .bgr, layout: .nchw, mean: [127.5, 127.5, 127.5], scale: [1 / 127.5, 1 / 127.5, 1 / 127.5])
}
