import Foundation
import TestSupport
import Testing

/// Which folders there are stands in `docs/architecture.md`, made from the code: `UPDATE_GOLDEN=1` writes it anew.
@Suite struct FolderListTests {
    private static let page = Material.packageRoot + "/docs/architecture.md"
    private static let (begin, end) = (
        "with --filter FolderListTests writes them from the code. -->\n", "<!-- Folders end. -->"
    )

    @Test func thePageListsTheFoldersOfEveryTarget() throws {
        let text = try String(contentsOfFile: Self.page, encoding: .utf8)
        let before = try #require(text.range(of: Self.begin))
        let after = try #require(text.range(of: Self.end))
        let list =
            "```\n" + FolderList(try SourceTree.swift.get(), root: "Sources").lines.joined(separator: "\n") + "\n```\n"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try (text[..<before.upperBound] + list + text[after.lowerBound...])
                .write(toFile: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(text[before.upperBound..<after.lowerBound] == list, "UPDATE_GOLDEN=1 writes it anew")
        }
    }

    /// More are found no more at a glance. `Sources` has its reason: the package manager looks for each target there.
    @Test func noFolderHasMoreThanTwelveInIt() throws {
        let wide = FolderList(try SourceTree.swift.get(), root: "Sources").wide(beyond: 12)
        #expect(wide == ["Sources"])
    }

    @Test func aListNamesEachTargetItsFoldersAndThoseInThem() {
        let tree = SourceTree([
            "Sources/Core/A.swift": "", "Sources/Core/Case/A.swift": "", "Sources/Core/Case/Old/A.swift": "",
            "Sources/Core/Case/New/A.swift": "", "Sources/Web/A.swift": "",
        ])
        let list = FolderList(tree, root: "Sources")
        #expect(list.lines == ["Core/", "    Case/ New/ Old/", "Web/"])
        #expect(list.wide(beyond: 1) == ["Sources", "Sources/Core/Case"])
    }
}

/// The folders below a root, as far as Swift files lie in them.
struct FolderList {
    /// Names of the folders directly in a folder, by its path.
    private var folders: [String: Set<String>] = [:]
    private let root: String

    init(_ tree: SourceTree, root: String) {
        self.root = root
        for (path, _) in tree.files(in: root) {
            let parts = path.split(separator: "/").map(String.init)
            for depth in 1..<parts.count where depth + 1 < parts.count {
                folders[parts[..<depth].joined(separator: "/"), default: []].insert(parts[depth])
            }
        }
    }

    /// A line for each target, and one for each of its folders with those in it.
    var lines: [String] {
        var lines: [String] = []
        for target in children(of: root) {
            lines.append("\(target)/")
            for folder in children(of: "\(root)/\(target)") {
                let names: [String] = [folder] + children(of: "\(root)/\(target)/\(folder)")
                lines.append("    " + names.map { "\($0)/" }.joined(separator: " "))
            }
        }
        return lines
    }

    /// Folders that have more than so many in them.
    func wide(beyond most: Int) -> [String] {
        folders.filter { $0.value.count > most }.keys.sorted()
    }

    private func children(of folder: String) -> [String] { (folders[folder] ?? []).sorted() }
}
