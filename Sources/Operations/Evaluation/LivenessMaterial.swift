internal import Foundation
internal import LivenessScorer
internal import Tenancy

/// The recordings that an evaluation of the liveness scorer runs on: those of lists, and those of plain folders.
struct LivenessMaterial: Sendable {
    struct Recording: Sendable {
        /// The last two parts of the path of its list or folder.
        let set: String
        let folder: String
        let item: LivenessManifest.Item

        var path: String { folder + "/" + item.file }
        var referencePath: String? { item.reference.map { folder + "/" + $0 } }

        var subject: PresentationResult.Subject {
            PresentationResult.Subject(
                set: set, item: lastTwoParts(of: item.file), presentationClass: item.presentationClass,
                species: item.species, person: item.subject, device: item.device)
        }
    }

    let recordings: [Recording]

    /// - Parameters:
    ///   - manifests: paths of lists (`LivenessManifest`).
    ///   - folders: `SPECIES=FOLDER`, where `live` and what begins with `bona-fide` is no attack. Every file in it is an item,
    ///     every folder in it one of frames, and each is taken for another person.
    ///   - use: only items of lists with this `use`; nil for all.
    /// - Throws: `ConfigurationError` for what cannot be read and for an item whose file is missing.
    init(manifests: [String], folders: [String], use: String?) throws {
        let listed = try manifests.flatMap { try Self.listed(in: $0, use: use) }
        recordings = try listed + folders.flatMap(Self.found)
        guard !recordings.isEmpty else { throw ConfigurationError(description: "There is nothing to evaluate.") }
        let missing = recordings.lazy.flatMap { [$0.path] + [$0.referencePath].compactMap(\.self) }
            .first { !FileManager.default.isReadableFile(atPath: $0) }
        // Left out, a mistaken path would spoil the figures.
        if let missing { throw ConfigurationError(description: "The file \(missing) cannot be read.") }
    }

    private static func listed(in manifest: String, use: String?) throws -> [Recording] {
        guard let json = FileManager.default.contents(atPath: manifest) else {
            throw ConfigurationError(description: "The list \(manifest) cannot be read.")
        }
        let list: LivenessManifest
        do {
            list = try LivenessManifest(json: [UInt8](json))
        } catch {
            throw ConfigurationError(description: "The list \(manifest) \(error.sentenceEnd)")
        }
        let folder = URL(fileURLWithPath: manifest).deletingLastPathComponent().path
        return list.items.filter { use == nil || $0.use == use }.map {
            Recording(set: lastTwoParts(of: manifest), folder: folder, item: $0)
        }
    }

    private static func found(in option: String) throws -> [Recording] {
        guard let equals = option.firstIndex(of: "="), equals > option.startIndex else {
            throw ConfigurationError(description: "\(option) is not of the form SPECIES=FOLDER.")
        }
        let species = String(option[..<equals])
        let folder = String(option[option.index(after: equals)...])
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw ConfigurationError(description: "The folder \(folder) cannot be read.")
        }
        let isBonaFide = species == "live" || species.hasPrefix("bona-fide")
        guard let presentationClass = PresentationClass(label: isBonaFide ? "live" : "attack", species: species) else {
            return []
        }
        return names.sorted().compactMap { name -> Recording? in
            guard let kind = kind(of: name, in: folder) else { return nil }
            return Recording(
                set: lastTwoParts(of: folder), folder: folder,
                item: LivenessManifest.Item(
                    file: name, kind: kind, presentationClass: presentationClass, species: species))
        }
    }

    /// nil for a file that is neither image nor video by its name.
    private static func kind(of name: String, in folder: String) -> LivenessManifest.RecordingKind? {
        var isFolder: ObjCBool = false
        guard !name.hasPrefix("."),
            FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder)
        else { return nil }
        if isFolder.boolValue { return .frames }
        switch URL(fileURLWithPath: name).pathExtension.lowercased() {
        case let ending where FrameFolder.endings.contains(ending): return .still
        case "mp4", "mov", "m4v", "webm", "mkv", "avi", "mpg", "mpeg", "gif": return .video
        default: return nil
        }
    }
}

/// Where material lies differs from machine to machine.
func lastTwoParts(of path: String) -> String { path.split(separator: "/").suffix(2).joined(separator: "/") }

extension LivenessManifest.ReadingError {
    /// For the person who runs the program, after the name of the list.
    fileprivate var sentenceEnd: String {
        switch self {
        case .malformed: "has another form than a list of recordings."
        case .noItems: "names no recording."
        case .labelUnknown(let file): "gives \(file) a label that is neither live, bona-fide, spoof nor attack."
        case .pathRefused(let file): "names a path outside its folder: \(file)."
        case .frameRateInvalid(let file): "gives \(file) a frame rate that is no number above 0."
        }
    }
}
