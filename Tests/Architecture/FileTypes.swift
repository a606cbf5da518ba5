/// The types that one Swift file declares, and the names in it that may be types.
struct FileTypes {
    struct Declared {
        /// Its name behind those of the types that it is nested in.
        let path: [String]
        /// Whether this file alone sees it.
        let isPrivate: Bool
    }

    struct Use {
        /// `Outer.Inner` is a chain of two.
        let chain: [String]
        /// The path of the innermost type around it.
        let scope: [String]
        let line: Int
    }

    private(set) var declared: [Declared] = []
    private(set) var uses: [Use] = []
    /// Types inside functions, and generic parameters: in this file the names mean these.
    private(set) var localNames: Set<String> = []

    /// What a brace opened.
    private struct Scope {
        /// Of the innermost type.
        var path: [String]
        /// Whether it is that type's own body and not a function's.
        var isType: Bool
        var isPrivate: Bool
    }

    private static let modifiers: Set<String> = [
        "public", "package", "internal", "private", "fileprivate", "final", "indirect", "nonisolated", "open",
    ]

    init(_ text: String) {
        let tokens = SwiftLexer.tokens(of: text).filter { $0.kind != .comment }
        var scopes = [Scope(path: [], isType: true, isPrivate: false)]
        var pending: Scope?
        var index = 0
        while index < tokens.count {
            let (token, scope) = (tokens[index], scopes[scopes.count - 1])
            defer { index += 1 }
            switch (token.kind, token.text) {
            case (.punctuation, "{"):
                scopes.append(pending ?? Scope(path: scope.path, isType: false, isPrivate: scope.isPrivate))
                pending = nil
            case (.punctuation, "}"):
                if scopes.count > 1 { scopes.removeLast() }
            case (.identifier, "import"):
                index = Self.endOfImport(tokens, at: index)
            case (.identifier, "struct"), (.identifier, "class"), (.identifier, "enum"), (.identifier, "protocol"),
                (.identifier, "actor"), (.identifier, "typealias"):
                guard let name = Self.declaredName(tokens, at: index) else { continue }
                let isPrivate = scope.isPrivate || Self.isPrivate(tokens, at: index)
                if scope.isType {
                    declared.append(Declared(path: scope.path + [name], isPrivate: isPrivate))
                } else {
                    localNames.insert(name)
                }
                if token.text != "typealias" {
                    pending = Scope(path: scope.path + [name], isType: scope.isType, isPrivate: isPrivate)
                }
                localNames.formUnion(Self.genericParameters(tokens, behind: index + 1))
                index += 1
            case (.identifier, "extension") where index + 1 < tokens.count && tokens[index + 1].kind == .identifier:
                let chain = Self.chain(tokens, at: index + 1)
                uses.append(Use(chain: chain, scope: [], line: token.line))
                pending = Scope(path: chain, isType: true, isPrivate: Self.isPrivate(tokens, at: index))
                index += 2 * chain.count - 1
            case (.identifier, "func"):
                localNames.formUnion(Self.genericParameters(tokens, behind: index + 1))
            case (.identifier, _), (.quotedIdentifier, _):
                if index > 0, tokens[index - 1].text == "." && tokens[index - 1].kind == .punctuation { continue }
                let chain = Self.chain(tokens, at: index)
                uses.append(Use(chain: chain, scope: pending?.path ?? scope.path, line: token.line))
                index += 2 * (chain.count - 1)
            default: break
            }
        }
    }

    /// `A.B.C` from `index` on.
    private static func chain(_ tokens: [Token], at index: Int) -> [String] {
        var (chain, next) = ([tokens[index].text], index + 1)
        while next + 1 < tokens.count, tokens[next].kind == .punctuation, tokens[next].text == ".",
            tokens[next + 1].kind == .identifier || tokens[next + 1].kind == .quotedIdentifier
        {
            chain.append(tokens[next + 1].text)
            next += 2
        }
        return chain
    }

    /// The name behind the keyword at `index`, which may be a word of another meaning: `class func`, `actor.name`.
    private static func declaredName(_ tokens: [Token], at index: Int) -> String? {
        guard index + 1 < tokens.count, tokens[index + 1].kind == .identifier,
            tokens[index + 1].text.first?.isUppercase ?? false
        else { return nil }
        if index > 0, tokens[index - 1].kind == .punctuation, tokens[index - 1].text == "." { return nil }
        return tokens[index + 1].text
    }

    private static func isPrivate(_ tokens: [Token], at index: Int) -> Bool {
        tokens[..<index].reversed().prefix { $0.kind == .identifier && modifiers.contains($0.text) }
            .contains { $0.text == "private" || $0.text == "fileprivate" }
    }

    /// The names of `<Value: Sendable, Other>` behind the declared name at `index`.
    private static func genericParameters(_ tokens: [Token], behind index: Int) -> Set<String> {
        guard index + 1 < tokens.count, tokens[index + 1].text == "<" else { return [] }
        var (names, depth, isName): (Set<String>, Int, Bool) = ([], 0, false)
        for token in tokens[(index + 1)...] {
            switch token.text {
            case "<":
                depth += 1
                isName = depth == 1
            case ">":
                depth -= 1
                if depth == 0 { return names }
            case ",": isName = depth == 1
            case "each", "let": break
            default:
                if isName, token.kind == .identifier { names.insert(token.text) }
                isName = false
            }
        }
        return names
    }

    /// The last token of an import: a module may be named like a type of ours.
    private static func endOfImport(_ tokens: [Token], at index: Int) -> Int {
        var end = index
        while end + 1 < tokens.count, tokens[end + 1].line == tokens[index].line { end += 1 }
        return end
    }
}
