/// Which target may import which module, and what a tree of sources breaks of that.
struct ImportPlan {
    /// Modules by target.
    let allowed: [String: Set<String>]
    /// Folders of targets that are not named like them, relative to the root of the package.
    var folders: [String: String] = [:]

    func folder(of target: String) -> String {
        folders[target] ?? "Sources/" + target
    }

    /// Imports of a target that the plan does not have, as `path imports Module`.
    func strangers(of target: String, in tree: SourceTree) -> [Import] {
        tree.imports(in: folder(of: target)).filter { !(allowed[target]?.contains($0.module) ?? false) }
    }

    /// Folders below `Sources` that hold Swift files and belong to no target of the plan.
    func unplanned(in tree: SourceTree) -> [String] {
        let known = Set(allowed.keys.map(folder(of:)))
        return tree.folders(in: "Sources").filter { !known.contains("Sources/" + $0) }.sorted()
    }

    /// The targets that import `module`.
    func importers(of module: String, in tree: SourceTree) -> [String] {
        allowed.keys.filter { target in tree.imports(in: folder(of: target)).contains { $0.module == module } }.sorted()
    }
}

struct Import: Hashable, CustomStringConvertible {
    let path: String
    let module: String

    var description: String { "\(path) imports \(module)" }
}

extension SourceTree {
    /// All imports below `folder`, each module once a file.
    func imports(in folder: String) -> [Import] {
        files(in: folder).flatMap { path, text in
            Self.imports(in: text).sorted().map { Import(path: path, module: $0) }
        }
    }

    /// The modules of `import Module`, `@testable public import struct Module.Type`.
    private static func imports(in text: String) -> Set<String> {
        let tokens = SwiftLexer.tokens(of: text).filter { $0.kind != .comment }
        let kinds: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias", "func", "var", "let"]
        var modules: Set<String> = []
        for (index, token) in tokens.enumerated() where token.kind == .identifier && token.text == "import" {
            let line = tokens[(index + 1)...].prefix { $0.line == token.line && $0.kind == .identifier }
            if let module = line.first(where: { !kinds.contains($0.text) }) { modules.insert(module.text) }
        }
        return modules
    }
}

/// A target as `Package.swift` declares it.
struct DeclaredTarget: Equatable {
    let name: String
    let dependencies: Set<String>
    /// Relative to the root of the package.
    let folder: String

    static func all(in manifest: String) -> [DeclaredTarget] {
        manifest.split(separator: /\.(target|executableTarget|testTarget)\(/).dropFirst().compactMap { block in
            guard let name = block.firstMatch(of: /name: "(\w+)"/)?.1 else { return nil }
            let declared = block.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1.matches(of: /"([^"]+)"/).map(\.1) ?? []
            let usual = (name.hasSuffix("Tests") ? "Tests/" : "Sources/") + name
            return DeclaredTarget(
                name: String(name), dependencies: Set(declared.map(String.init)),
                folder: block.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) } ?? usual)
        }
    }

    /// Modules of `targets` that this one imports and does not declare.
    func undeclared(among targets: [DeclaredTarget], in tree: SourceTree) -> [Import] {
        let ours = Set(targets.map(\.name)).subtracting(dependencies)
        return tree.imports(in: folder).filter { ours.contains($0.module) }
    }
}
