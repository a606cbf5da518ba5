internal import Vision

/// Reads a line of print: of each step of 8 pixels along it, the network says which character stands there, if any.
struct PrintRecogniser: Sendable {
    let network: Network
    /// Of the network's classes, the first of which is none.
    let alphabet: [String]

    struct Reading: Equatable, Sendable {
        let text: String
        /// For each character of the alphabet that `text` is made of, 0 to 1.
        let confidences: [Double]

        /// 0 where nothing was read.
        var meanConfidence: Double {
            confidences.isEmpty ? 0 : confidences.reduce(0, +) / Double(confidences.count)
        }
    }

    /// The height that the network takes, in pixels.
    private static let height = 48
    /// The runtime keeps a plan for every size: few sizes, none longer than the last. A line of MRZ, the longest that is
    /// printed, is some 1,050 pixels long.
    private static let widthUnit = 64
    private static let greatestWidth = 1152
    /// What follows a line that does not fill the network's width: as dark as its middle grey.
    private static let surroundings: Float = 0

    /// - Parameter line: as high as the letters with what the finder adds around them.
    func reading(of line: TextLine, in levels: ImageLevels) throws(NetworkError) -> Reading {
        let needed = line.length / max(line.height, 1) * Double(Self.height)
        let width = Int(min(max(needed, 16), Double(Self.greatestWidth)))
        let padded = (width + Self.widthUnit - 1) / Self.widthUnit * Self.widthUnit
        let strip = levels.cut(line, to: ImageSize(width: width, height: Self.height))
        let plane = padded * Self.height
        var values = [Float](repeating: Self.surroundings, count: 3 * plane)
        for row in 0..<Self.height {
            for column in 0..<width {
                let value = Float(strip.pixels[row * width + column]) / 127.5 - 1
                for channel in 0..<3 { values[channel * plane + row * padded + column] = value }
            }
        }
        let output = try network.run(Tensor(shape: [1, 3, Self.height, padded], values: values))
        guard let scores = output.first, scores.shape.count == 3, scores.shape[2] == alphabet.count else {
            throw .runFailed
        }
        return Self.decoded(scores.values, alphabet: alphabet)
    }

    /// The likeliest class of every step; neighbours of one class are one character, and the first class parts them.
    static func decoded(_ scores: [Float], alphabet: [String]) -> Reading {
        let classes = alphabet.count
        var (text, confidences, last) = ("", [Double](), 0)
        scores.withUnsafeBufferPointer { scores in
            for step in 0..<(classes == 0 ? 0 : scores.count / classes) {
                var (best, score) = (0, -Float.infinity)
                for index in 0..<classes where scores[step * classes + index] > score {
                    (best, score) = (index, scores[step * classes + index])
                }
                if best != last, best != 0 {
                    text += alphabet[best]
                    confidences.append(Double(score))
                }
                last = best
            }
        }
        return Reading(text: text, confidences: confidences)
    }
}
