internal import Foundation
public import Vision

/// A face descriptor as data: which networks look at which crop of a face, and how their outputs count. A pack is a folder
/// of the model folder with a `manifest.json`; an operator can add one without touching the program.
///
/// JSON: `{"version": 1, "preference": n, "calibration": file, "distributions": file, "measured": measured, "leastMatchThreshold": score,
/// "frames": frames, "variants": [variant, …], "networks": [network, …]}`. Of the packs that are installed, the one with the greatest preference is used.
public struct FacePack: Decodable, Equatable, Sendable {
    /// One acceptable set of files. Conversions of one network differ in their last digits, so each has its own name and
    /// templates of different variants do not compare.
    public struct Variant: Decodable, Equatable, Sendable {
        public struct File: Decodable, Equatable, Sendable {
            /// Relative to the pack's folder.
            public let file: String
            /// In which of the two the file is named; lower-case hexadecimal.
            public let sha256: String?
            public let sha384: String?
            public let bytes: Int
        }

        public let name: String
        /// See `ModelIdentity.digest`.
        public let digest: String
        /// What the pack's frame networks are called in this variant; absent where the pack has no `frames`.
        public let frames: FrameModel?
        public let files: [File]

        /// The model that frames of a capture are compared by.
        public struct FrameModel: Decodable, Equatable, Sendable {
            public let name: String
            /// As `ModelIdentity.digest`, over the files of the frame networks alone.
            public let digest: String
        }

        /// The files of these networks: of an `.xml` also its `.bin`. In the manifest's order.
        func files(of networks: [String]) -> [File] {
            let stems = Set(networks.map(Self.stem))
            return files.filter { stems.contains(Self.stem($0.file)) }
        }

        private static func stem(_ file: String) -> Substring {
            file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
        }
    }

    /// Which networks compare the frames of a capture: they look at the best frame and at every one that is no near-duplicate
    /// of it. The others look at the best frame alone. Without this every network looks at all of these.
    public struct Frames: Decodable, Equatable, Sendable {
        /// Files of `networks`, at least one, but not all.
        public let networks: [String]
        /// Relative to the pack's folder: the calibration of what these networks say without the others.
        public let calibration: String
    }

    /// What the pack was measured to miss (docs/measurements/face-comparison.md): images of one person that score below
    /// the threshold of a false match rate, with the 95 % bounds of their share.
    public struct Measured: Decodable, Equatable, Sendable {
        public let falseMatchRate: Double
        public let falseNonMatchRate: Double
        public let low: Double
        public let high: Double
    }

    /// One network of the descriptor.
    public struct Network: Decodable, Equatable, Sendable {
        /// Relative to the pack's folder.
        public let file: String
        public let crop: FaceCrop
        public let encoding: ImageEncoding
        /// Its share in the score, relative to the other networks.
        public let weight: Double
        /// How many numbers it gives.
        public let outputCount: Int
        /// The first outputs for the self-test's input, of the variant that `calibration` was measured with.
        public let knownOutput: [Float]
    }

    public let version: Int
    public let preference: Int
    /// Relative to the pack's folder. Measured with one of the variants, used for all of them.
    public let calibration: String
    /// Relative to the pack's folder: `SimilarityDistributions`. Absent, or not there, where nobody counted them.
    public let distributions: String?
    /// Absent where nobody measured the pack.
    public let measured: Measured?
    /// A portrait matches at no lower comparison score with this pack, because its calibration is too lenient there. Absent
    /// where any score of the scale may be asked for.
    public let leastMatchThreshold: Double?
    public let frames: Frames?
    public let variants: [Variant]
    public let networks: [Network]

    /// Proves every installed pack: its files against the digests of its manifest, the variant's digest against those, the
    /// calibration's against its table. Once at start; `FaceEngine` itself takes what the manifests say.
    /// - Parameter digest: the digest of the bytes in lower-case hexadecimal.
    /// - Returns: the models, the preferred first.
    /// - Throws: `models` with the first file that is wrong.
    public static func verifyInstalled(in models: ModelFolder, digest: (ModelDigest, [UInt8]) -> String)
        throws(FaceEngineError) -> [ModelIdentity]
    {
        var identities: [ModelIdentity] = []
        for (folder, pack, variant) in try installed(in: models) {
            for file in variant.files {
                let path = folder + "/" + file.file
                let bytes: [UInt8]
                do { bytes = try models.contents(of: path) } catch { throw .models(error) }
                let isExpected =
                    file.sha256.map { digest(.sha256, bytes) == $0 } ?? file.sha384.map { digest(.sha384, bytes) == $0 }
                guard isExpected == true else { throw .models(.unexpectedContent(file: path)) }
            }
            func stated(_ files: [Variant.File]) -> String {
                digest(.sha256, Array(files.map { ($0.sha256 ?? $0.sha384 ?? "") + "\n" }.joined().utf8))
            }
            let frameNetworks = pack.frames?.networks ?? []
            guard stated(variant.files) == variant.digest,
                variant.frames.map({ stated(variant.files(of: frameNetworks)) == $0.digest }) != false
            else {
                throw .models(.unexpectedContent(file: folder + "/manifest.json"))
            }
            for file in [pack.calibration, pack.frames?.calibration].compactMap(\.self) {
                let calibration = try pack.readCalibration(file, in: folder, of: models)
                guard digest(.sha256, Array(calibration.canonicalText.utf8)) == calibration.digest else {
                    throw .models(.unexpectedContent(file: folder + "/" + file))
                }
            }
            identities.append(ModelIdentity(name: variant.name, digest: variant.digest))
        }
        return identities
    }

    /// Reads the manifest of a pack.
    /// - Parameter folder: the pack's folder, relative to the model folder.
    static func read(_ folder: String, in models: ModelFolder) throws(FaceEngineError) -> FacePack {
        let file = folder + "/manifest.json"
        let bytes: [UInt8]
        do { bytes = try models.contents(of: file) } catch { throw .models(error) }
        guard let pack = try? JSONDecoder().decode(FacePack.self, from: Data(bytes)), pack.isWellFormed else {
            throw .models(.manifestUnreadable(file: file))
        }
        return pack
    }

    /// The variant whose files lie in the folder, told by their lengths; nil where files are missing or of no variant.
    /// That the bytes are right is `verify`'s business.
    func installedVariant(in folder: String, of models: ModelFolder) -> Variant? {
        variants.first { variant in
            variant.files.allSatisfy { models.byteCount(of: folder + "/" + $0.file) == $0.bytes }
        }
    }

    /// - Parameter calibration: `calibration` or `frames.calibration`; its table must be of a model of that name.
    func readCalibration(_ calibration: String, in folder: String, of models: ModelFolder) throws(FaceEngineError)
        -> FaceCalibration
    {
        let file = folder + "/" + calibration
        let bytes: [UInt8]
        do { bytes = try models.contents(of: file) } catch { throw .models(error) }
        let names = variants.map { calibration == self.calibration ? $0.name : $0.frames?.name }
        guard let table = try? JSONDecoder().decode(FaceCalibration.self, from: Data(bytes)), table.isWellFormed,
            names.contains(table.model)
        else {
            throw .models(.manifestUnreadable(file: file))
        }
        return table
    }

    /// The pairs that the calibration was fitted to; nil where there are none. They decide nothing, so that a file that cannot
    /// be read keeps nobody from starting.
    func readDistributions(in folder: String, of models: ModelFolder) -> SimilarityDistributions? {
        guard let distributions, let bytes = try? models.contents(of: folder + "/" + distributions),
            let found = try? JSONDecoder().decode(SimilarityDistributions.self, from: Data(bytes)), found.isWellFormed
        else { return nil }
        return found
    }

    private var isWellFormed: Bool {
        version == 1 && !variants.isEmpty && (1...16).contains(networks.count)
            && networks.allSatisfy {
                $0.weight > 0 && $0.weight.isFinite && (1...65_535).contains($0.outputCount) && $0.crop.isWellFormed
                    && $0.encoding.mean.count == 3 && $0.encoding.scale.count == 3
                    && (1...$0.outputCount).contains($0.knownOutput.count)
            } && framesAreWellFormed
    }

    private var framesAreWellFormed: Bool {
        guard let frames else { return variants.allSatisfy { $0.frames == nil } }
        let names = Set(networks.map(\.file))
        return Set(frames.networks).isStrictSubset(of: names) && !frames.networks.isEmpty
            && frames.calibration != calibration && variants.allSatisfy { $0.frames != nil }
    }

    /// Folders whose manifests describe no face descriptor.
    static let foldersOfOthers: Set = ["attributes", "documents", "liveness", "pad"]

    /// The installed packs, the preferred first; ties by name.
    /// - Throws: for a manifest that is there and none: another pack in its place would be a weaker one.
    static func installed(
        in models: ModelFolder
    ) throws(FaceEngineError) -> [(folder: String, pack: FacePack, variant: Variant)] {
        var found: [(folder: String, pack: FacePack, variant: Variant)] = []
        for folder in models.subfolders
        where !foldersOfOthers.contains(folder) && models.byteCount(of: folder + "/manifest.json") != nil {
            let pack = try read(folder, in: models)
            if let variant = pack.installedVariant(in: folder, of: models) { found.append((folder, pack, variant)) }
        }
        return found.sorted { ($1.pack.preference, $0.folder) < ($0.pack.preference, $1.folder) }
    }
}
