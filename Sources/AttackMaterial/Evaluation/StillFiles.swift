internal import FaceEngine
internal import Foundation

/// Why no material was found.
package enum InjectionMaterialError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not there, or not of the form that is expected.
    case unreadable(String)

    package var description: String {
        switch self {
        case .unreadable(let path): "\(path) is not there, or is neither a folder nor a manifest of the kind expected."
        }
    }
}

/// Folders of photographs, and manifests that say who is shown.
enum StillFiles {
    /// - Parameter path: a folder, whose files `PERSON_ANYTHING` show one person each; or a data set's manifest, which maps
    ///   each person to files.
    static func persons(at path: String) throws(InjectionMaterialError) -> [(person: String, files: [String])] {
        guard path.hasSuffix(".json") else {
            let files = try images(inFolder: path)
            let groups = Dictionary(grouping: files) { file -> String in
                let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
                return name.split(separator: "_").first.map(String.init) ?? name
            }
            return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
        }
        let dataset: FaceDataset
        do {
            dataset = try FaceDataset(identities: path)
        } catch {
            throw .unreadable(path)
        }
        let groups = Dictionary(grouping: dataset.samples, by: \.identity)
        return groups.sorted { $0.key < $1.key }.map { person, samples in
            (person, samples.map { dataset.folder + "/" + $0.file })
        }
    }

    /// The images of a folder in the order of their names.
    static func images(inFolder path: String) throws(InjectionMaterialError) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { throw .unreadable(path) }
        let images = names.filter { name in
            let ending = (name as NSString).pathExtension.lowercased()
            return !name.hasPrefix(".") && ["jpg", "jpeg", "png", "webp", "heic", "heif", "avif"].contains(ending)
        }
        guard !images.isEmpty else { throw .unreadable(path) }
        return images.sorted().map { path + "/" + $0 }
    }
}
