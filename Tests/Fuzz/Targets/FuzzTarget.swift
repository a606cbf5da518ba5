/// A parser of foreign bytes, and what must hold for whatever it is fed.
///
/// The same targets are run by `make test` (a seeded mutator, `Tests/Fuzz/Runner`) and by `make fuzz` (libFuzzer with
/// AddressSanitizer, `Tests/Fuzz/LibFuzzer`). Where random bytes would stay outside (a signature, a checksum, a seal), the
/// target itself signs, repairs or seals what it is fed, so that both get inside.
public struct FuzzTarget: Sendable {
    /// Feeds one input. Answers whether the parser took it; throws a `Finding` where a promise is broken; ends the process
    /// where the parser does.
    public typealias Check = @Sendable ([UInt8]) throws(Finding) -> Bool
    /// The same where nobody asks whether the input was taken.
    public typealias Model = @Sendable ([UInt8]) throws(Finding) -> Void

    /// Also the name of its folder under `fixtures/fuzz`.
    public let name: String
    /// How many inputs `make test` feeds: 100,000, or what fits into some seconds where one costs cryptography or a
    /// image.
    public let inputCount: Int
    /// Words of the format, for the mutator.
    public let dictionary: [[UInt8]]
    public let check: Check
    /// A mistake of the kind that a parser of this format may have, modelled so that it is reported rather than trapped: the
    /// mutator has to find it.
    public let plantedMistake: Model
    /// Inputs of the greatest size that the product admits, made to cost as much as possible.
    public let costliestInputs: [CostliestInput]

    init(
        name: String, inputCount: Int = 100_000, dictionary: [[UInt8]] = [], costliestInputs: [CostliestInput] = [],
        check: @escaping Check, planted: @escaping Model
    ) {
        self.name = name
        self.inputCount = inputCount
        self.dictionary = dictionary
        self.costliestInputs = costliestInputs
        self.check = check
        plantedMistake = planted
    }

    public static let all: [FuzzTarget] = [
        facePackage, requests, imageHeader, imageDecoding, mrzText, mrzTranscription, licence, qrData, qrContent,
        sealedPackage, packageContent, token, publicKey, signature, faceTemplate, textCodings, formFields,
        video, keySet, multipartForm, possessionProof,
    ]
}

/// An input that takes as long as we could make one take, and what the product does with it. Made when it is needed,
/// because it has megabytes.
public struct CostliestInput: Sendable {
    public let input: @Sendable () -> [UInt8]
    public let call: @Sendable ([UInt8]) -> Void
}

/// A promise that an input broke.
public struct Finding: Error, Equatable, Sendable {
    public let sentence: String

    public init(_ sentence: String) {
        self.sentence = sentence
    }
}

/// Throws a finding unless the promise holds.
func promise(_ holds: Bool, _ sentence: @autoclosure () -> String) throws(Finding) {
    if !holds { throw Finding(sentence()) }
}

/// The UTF-8 bytes of each text.
func words(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }
