/// Which folders of a target know which: an arrow from A to B means that a file of A names a type that a file of B declares.
///
/// Types are found at every level of nesting, and a name is looked up as the compiler does it: in the scopes around it
/// from the innermost, private types in their own file alone. Members and functions are not followed, nor types that are
/// used without being named, so an arrow may be missing; one that is found is there.
struct SourceMap {
    /// The folder of the files that lie in the target's folder itself: a folder as any other, which may know the others
    /// or be known by them, not both.
    static let top = "(top)"

    struct Use: Hashable, CustomStringConvertible {
        /// Relative to the target's folder.
        let file: String
        let line: Int
        /// The type, with those around it.
        let name: String

        var description: String { "\(file):\(line) names \(name)" }
    }

    struct Cycle: Equatable, CustomStringConvertible {
        /// In alphabetical order.
        let folders: [String]
        /// One use for each arrow between them.
        let examples: [String]

        var description: String { folders.joined(separator: " <-> ") + "\n  " + examples.joined(separator: "\n  ") }
    }

    let folders: Set<String>
    /// Uses by the folder that knows and the one that is known.
    let arrows: [String: [String: [Use]]]

    /// - Parameters:
    ///   - root: the target's folder.
    ///   - module: its name, which may stand before a type's.
    init(_ tree: SourceTree, root: String, module: String) {
        let files = tree.files(in: root).filter { $0.path.hasSuffix(".swift") }.map { path, text in
            (name: String(path.dropFirst(root.count + 1)), types: FileTypes(text))
        }
        var homes: [[String]: Set<String>] = [:]
        for file in files {
            for type in file.types.declared where !type.isPrivate { homes[type.path, default: []].insert(file.name) }
        }
        var arrows: [String: [String: Set<Use>]] = [:]
        for file in files {
            let own = Set(file.types.declared.map(\.path))
            for use in file.types.uses where !file.types.localNames.contains(use.chain.first ?? "") {
                for path in Self.resolved(use, module: module, isDeclared: { own.contains($0) || homes[$0] != nil }) {
                    // A type of this file hides one of the same name elsewhere.
                    for home in own.contains(path) ? [] : homes[path] ?? [] {
                        let (from, to) = (Self.folder(of: file.name), Self.folder(of: home))
                        guard from != to else { continue }
                        let use = Use(file: file.name, line: use.line, name: path.joined(separator: "."))
                        arrows[from, default: [:]][to, default: []].insert(use)
                    }
                }
            }
        }
        folders = Set(files.map { Self.folder(of: $0.name) })
        self.arrows = arrows.mapValues { known in
            known.mapValues { uses in uses.sorted { ($0.file, $0.line, $0.name) < ($1.file, $1.line, $1.name) } }
        }
    }

    /// The groups of folders that all know each other, directly or through others of the group.
    var cycles: [Cycle] {
        let reached = Dictionary(uniqueKeysWithValues: folders.map { ($0, reachable(from: $0)) })
        var found: [Cycle] = []
        for folder in folders.sorted() where !found.contains(where: { $0.folders.contains(folder) }) {
            let group = (reached[folder] ?? []).filter { reached[$0]?.contains(folder) ?? false }.sorted()
            guard group.count > 1 else { continue }
            let examples = group.flatMap { from in
                group.compactMap { to in arrows[from]?[to]?.first.map { "\(from) -> \(to): \($0)" } }
            }
            found.append(Cycle(folders: group, examples: examples))
        }
        return found
    }

    private func reachable(from folder: String) -> Set<String> {
        var (reached, waiting): (Set<String>, [String]) = ([], [folder])
        while let next = waiting.popLast() {
            for known in arrows[next, default: [:]].keys where reached.insert(known).inserted { waiting.append(known) }
        }
        return reached
    }

    private static func folder(of file: String) -> String {
        let parts = file.split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : top
    }

    /// The declared types that a use names: `Outer.Inner` names two of them.
    private static func resolved(
        _ use: FileTypes.Use, module: String, isDeclared: ([String]) -> Bool
    ) -> [[String]] {
        var chain = use.chain[...]
        var scope = use.scope
        if chain.first == "Self" {
            chain = (scope + chain.dropFirst())[...]
            scope = []
        } else if chain.first == module, !isDeclared([module]) {
            chain = chain.dropFirst()
            scope = []
        }
        for depth in stride(from: scope.count, through: 0, by: -1) {
            let paths = chain.indices.map { Array(scope.prefix(depth) + chain[...$0]) }
            let found = paths.filter(isDeclared)
            if !found.isEmpty { return found }
        }
        return []
    }
}
