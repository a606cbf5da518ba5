internal import Foundation

/// Labelled images to measure a descriptor on.
///
/// A folder with `manifest.json`, which maps each identity to its images (paths relative to the folder), and, where
/// there are any, `cross-pairs.json`: pairs of images of one person of which the first is a portrait as documents carry
/// and the second an everyday image; and `identities.csv`: what is known of each person (`IdentityLabels`). The set of a
/// image is the first part of its path.
public struct FaceDataset: Sendable {
    public struct Sample: Sendable {
        public let identity: String
        /// Relative to the folder.
        public let file: String
        /// The first part of its path, without an ending `-single`.
        public let set: String
    }

    public enum ReadingError: Error, Equatable, Sendable, CustomStringConvertible {
        /// Not there, or not of the form that is expected.
        case unreadable(file: String)
        /// The manifest names it.
        case imageMissing(file: String)

        public var description: String {
            switch self {
            case .unreadable(let file): "\(file) is not there, or has another form than a data set's."
            case .imageMissing(let file): "The manifest names the image \(file), which is not there."
            }
        }
    }

    public let folder: String
    /// Sorted by identity, then as the manifest lists them.
    public let samples: [Sample]
    /// Indices into `samples`: portrait, everyday image.
    public let portraitPairs: [(portrait: Int, everyday: Int)]
    /// By identity; empty where the data set has none.
    public let labels: [String: IdentityLabels]

    /// - Parameter identities: the manifest, or any file beside it (such as `identities.csv`), or the folder.
    public init(identities: String) throws(ReadingError) {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: identities, isDirectory: &isFolder)
        guard exists else { throw .unreadable(file: identities) }
        folder = isFolder.boolValue ? identities : (identities as NSString).deletingLastPathComponent
        let manifest = identities.hasSuffix(".json") ? identities : folder + "/manifest.json"
        guard let data = FileManager.default.contents(atPath: manifest),
            let filesByIdentity = try? JSONDecoder().decode([String: [String]].self, from: data)
        else { throw .unreadable(file: manifest) }
        let samples = filesByIdentity.sorted { $0.key < $1.key }.flatMap { identity, files in
            files.map { file in
                let first = file.split(separator: "/").first.map(String.init) ?? ""
                let set = first.hasSuffix("-single") ? String(first.dropLast("-single".count)) : first
                return Sample(identity: identity, file: file, set: set)
            }
        }
        // Counted as a failure to enroll, a mistaken path would spoil the figures.
        for sample in samples where !FileManager.default.isReadableFile(atPath: folder + "/" + sample.file) {
            throw .imageMissing(file: sample.file)
        }
        self.samples = samples
        let indexOfFile = Dictionary(
            samples.indices.map { (samples[$0].file, $0) }, uniquingKeysWith: { first, _ in first })
        let crossFile = folder + "/cross-pairs.json"
        if let data = FileManager.default.contents(atPath: crossFile) {
            guard let pairs = try? JSONDecoder().decode([[String]].self, from: data) else {
                throw .unreadable(file: crossFile)
            }
            portraitPairs = pairs.compactMap { pair in
                guard pair.count == 2, let portrait = indexOfFile[pair[0]], let everyday = indexOfFile[pair[1]] else {
                    return nil
                }
                return (portrait, everyday)
            }
        } else {
            portraitPairs = []
        }
        let people = FileManager.default.contents(atPath: folder + "/identities.csv")
        labels = people.map { IdentityLabels.read(csv: String(decoding: $0, as: UTF8.self)) } ?? [:]
    }

    /// Which half each sample belongs to: true = thresholds and tables are fitted on it, false = it is reported on. Whole
    /// identities, halved within each set, by a generator with this seed, so that the split is the same on every machine.
    func fittingHalf(seed: UInt64) -> [Bool] {
        var identitiesBySet: [String: [String]] = [:]
        for sample in samples where identitiesBySet[sample.set]?.last != sample.identity {
            identitiesBySet[sample.set, default: []].append(sample.identity)
        }
        var generator = SplitMix64(state: seed)
        var fitting: Set<String> = []
        for set in identitiesBySet.keys.sorted() {
            var identities = identitiesBySet[set] ?? []
            for index in identities.indices.dropFirst().reversed() {
                identities.swapAt(index, Int(generator.next() % UInt64(index + 1)))
            }
            fitting.formUnion(identities.prefix(identities.count / 2))
        }
        return samples.map { fitting.contains($0.identity) }
    }
}

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014): written out, because the split must be
/// the same with every version of the standard library.
struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
