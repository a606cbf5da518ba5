import Foundation
import TestSupport
import Testing

/// No target has a cycle among its folders: what one of them holds can be understood, tested and moved without the others.
@Suite struct FolderTests {
    private static func targets() throws -> [DeclaredTarget] {
        let manifest = try String(contentsOfFile: Material.packageRoot + "/Package.swift", encoding: .utf8)
        return DeclaredTarget.all(in: manifest).filter { $0.folder.hasPrefix("Sources/") }
    }

    @Test func noTwoFoldersThatLieSideBySideKnowEachOther() throws {
        let (tree, targets) = (try SourceTree.swift.get(), try Self.targets())
        #expect(targets.count > 10, "the manifest was not understood")
        func withThoseBelow(_ folder: String) -> [String] {
            [folder] + tree.folders(in: folder).sorted().flatMap { withThoseBelow("\(folder)/\($0)") }
        }
        for target in targets {
            for folder in withThoseBelow(target.folder) {
                let cycles = SourceMap(tree, root: folder, module: target.name).cycles
                #expect(cycles.isEmpty, "\(folder): \(cycles)")
            }
        }
    }
}

/// What the map takes for an arrow, on small trees.
@Suite struct SourceMapTests {
    private func map(_ files: [String: String]) -> SourceMap {
        let paths = files.map { ("Sources/Target/" + $0.key, $0.value) }
        return SourceMap(
            SourceTree(Dictionary(uniqueKeysWithValues: paths + [("Sources/Other/C/C.swift", "struct Mine {}")])),
            root: "Sources/Target", module: "Target")
    }

    /// The uses that carry an arrow from A to B.
    private func uses(_ text: String, of declarations: String = "public struct Mine { enum Inner {} }") -> [String] {
        map(["A/A.swift": text, "B/B.swift": declarations]).arrows["A"]?["B"]?.map(\.description) ?? []
    }

    @Test func twoFoldersThatKnowEachOtherAreACycle() {
        let cycles = map(["A/A.swift": "struct One { let two: Two }", "B/B.swift": "struct Two { var one: [One] }"])
            .cycles
        #expect(cycles.map(\.folders) == [["A", "B"]])
        #expect(cycles.first?.examples == ["A -> B: A/A.swift:1 names Two", "B -> A: B/B.swift:1 names One"])
    }

    @Test func threeFoldersInARingAreACycleAndWhoOnlyKnowsThemIsNotOfIt() {
        let files = [
            "A/A.swift": "struct One { let two: Two }", "B/B.swift": "struct Two { let three: Three }",
            "C/C.swift": "struct Three { let one: One? }", "D/D.swift": "struct Four { let one: One, five: Five }",
            "E/E.swift": "struct Five {}",
        ]
        #expect(map(files).cycles.map(\.folders) == [["A", "B", "C"]])
    }

    @Test func twoCyclesAreTwo() {
        let files = [
            "A/A.swift": "struct One { let two: Two }", "B/B.swift": "struct Two { let one: One }",
            "C/C.swift": "struct Three { let four: Four, one: One }", "D/D.swift": "struct Four { let three: Three }",
        ]
        #expect(map(files).cycles.map(\.folders) == [["A", "B"], ["C", "D"]])
    }

    @Test func filesOutsideAllFoldersAreAFolderToo() {
        let files = ["One.swift": "struct One { let two: Two }", "B/B.swift": "struct Two { let one: One }"]
        #expect(map(files).cycles.map(\.folders) == [["(top)", "B"]])
    }

    @Test func arrowsInOneDirectionAreNoCycle() {
        let files = [
            "One.swift": "struct One { let two: Two, three: Three }", "B/B.swift": "struct Two { let three: Three }",
            "C/C.swift": "struct Three {}",
        ]
        #expect(map(files).folders == ["(top)", "B", "C"])
        #expect(map(files).cycles == [])
    }

    @Test(arguments: [
        "let a: Mine", "func f() -> [Mine?] { [] }", "extension Mine {}", "let a = Mine.self", "let a = Target.Mine()",
        "struct A<T: Mine> {}", #"let a = "\(Mine().b)""#, ##"let a = #"\#(f("x", Mine()))"#"##, "@Mine var a = 1",
        "let a = \\Mine.b", "let a = 4 / 2; let b: Mine; let c = 4 / 2", "func f(`import`: Int, a: Mine) {}",
    ]) func aNamedTypeIsAUse(text: String) {
        #expect(uses(text) == ["A/A.swift:1 names Mine"])
    }

    @Test func aUseThroughANestedTypeIsFound() {
        #expect(uses("let a = Mine.Inner.b") == ["A/A.swift:1 names Mine", "A/A.swift:1 names Mine.Inner"])
        #expect(uses("extension Mine {\n  func f(_ a: Inner) {}\n}").contains("A/A.swift:2 names Mine.Inner"))
        // Of an outer type that is declared elsewhere, the nested one alone.
        #expect(
            uses("let a: String.Mark", of: "extension String { struct Mark {} }") == ["A/A.swift:1 names String.Mark"])
        let files = [
            "A/A.swift": "struct Mine {}", "B/B.swift": "extension Mine { struct Inner {} }",
            "C/C.swift": "let a: Mine.Inner",
        ]
        #expect(map(files).arrows["C"]?.keys.sorted() == ["A", "B"])
    }

    @Test(arguments: [
        "// Mine", "/// `Mine`", "/* Mine /* Mine */ Mine */", #"let a = "Mine""#,
        "let a = \"\"\"\n  Mine \" Mine\n  \"\"\"",
        ##"let a = #"Mine \(Mine) " Mine"#"##, #"let a = "\\" + "Mine \" Mine""#, "let a = /Mine \" [a-z]/",
        "let a = #/Mine/#", "import struct Other.Mine", "let a = b.Mine", "let a: MineField", "let a: Inner",
        "struct Mine {}; let a: Mine", "func f() { struct Mine {}; let a: Mine }", "func f<Mine>(_ a: Mine) {}",
        "struct A<B, Mine> { let a: Mine }", "struct A { enum Mine {}; let a: Mine }", "let a: Other.Mine",
    ]) func whatOnlyLooksLikeAUseIsNone(text: String) {
        #expect(uses(text) == [])
    }

    @Test func aPrivateTypeIsSeenInItsOwnFileAlone() {
        #expect(uses("let a: Mine", of: "private struct Mine {}") == [])
        #expect(uses("let a: Mine", of: "fileprivate final class Mine {}") == [])
        #expect(uses("let a: String.Mine", of: "private extension String { struct Mine {} }") == [])
        #expect(uses("let a: Mine", of: "private struct Row {}\npublic struct Mine {}").count == 1)
    }

    @Test(arguments: [
        "struct Mine {}", "final class Mine {}", "@Foo(1) public indirect enum Mine {}", "protocol Mine {}",
        "actor Mine {}",
        "typealias Mine = Int", "package struct Mine<A> where A: B {}",
    ]) func aTypeOfEveryKindIsADeclaration(declaration: String) {
        #expect(uses("let a: Mine", of: declaration).count == 1)
    }
}
