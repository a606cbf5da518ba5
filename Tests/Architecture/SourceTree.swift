import Foundation
import TestSupport

/// Source files by their paths: the checks of this target are functions of such a tree, so that a test can plant in one
/// what a check has to find.
struct SourceTree {
    /// Texts by path, relative to the root of the package.
    let files: [String: String]

    init(_ files: [String: String]) {
        self.files = files
    }

    /// The files below `folders` of this package whose names end in one of `extensions`.
    static func package(_ folders: [String], extensions: Set<String>) throws -> SourceTree {
        var files: [String: String] = [:]
        for folder in folders {
            let root = Material.packageRoot + "/" + folder
            for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init()
            where extensions.contains((name as NSString).pathExtension) {
                files[folder + "/" + name] = try String(contentsOfFile: root + "/" + name, encoding: .utf8)
            }
        }
        return SourceTree(files)
    }

    /// Read once for all tests of this target: every Swift file of the package.
    static let swift = Result {
        try package(["Sources", "Tests", "Benchmarks", "clients/swift"], extensions: ["swift"])
    }

    /// What lies below `folder`, in the order of the paths.
    func files(in folder: String) -> [(path: String, text: String)] {
        files.filter { $0.key.hasPrefix(folder + "/") }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The names of the folders directly below `folder`.
    func folders(in folder: String) -> Set<String> {
        let depth = folder.split(separator: "/").count
        return Set(
            files(in: folder).map { $0.path.split(separator: "/") }.filter { $0.count > depth + 1 }
                .map { String($0[depth]) })
    }
}
