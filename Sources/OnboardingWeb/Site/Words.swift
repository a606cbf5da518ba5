internal import Foundation
internal import Mustache
internal import OnboardingJSON

/// The texts of pages in one language: `web/texts/en.json`, an object of objects down to texts. A template names one as
/// `{{words.portal.title}}`.
struct Words: Sendable, MustacheParent {
    private enum Member: Sendable {
        case text(String)
        case words(Words)
    }

    private let members: [String: Member]

    init(file: String) throws(SiteError) {
        guard let data = FileManager.default.contents(atPath: file) else { throw .unreadable(file: file) }
        guard let json = try? JSONDecoder().decode(JSONValue.self, from: data) else {
            throw .wrong(file: file, cause: "it is no JSON.")
        }
        try self.init(json, file: file)
    }

    private init(_ json: JSONValue, file: String) throws(SiteError) {
        guard case .object(let object) = json else { throw .wrong(file: file, cause: "there is more than texts.") }
        var members: [String: Member] = [:]
        for (key, value) in object {
            if case .string(let text) = value {
                members[key] = .text(text)
            } else {
                members[key] = .words(try Words(value, file: file))
            }
        }
        self.members = members
    }

    /// For templates.
    func child(named name: String) -> Any? {
        switch members[name] {
        case .text(let text): text
        case .words(let words): words
        case nil: nil
        }
    }

    /// The text at a path such as `portal.title`, its placeholders `{name}` filled in.
    /// - Returns: the path itself where there is no such text, so that a page shows what is missing.
    func callAsFunction(_ path: String, _ values: [String: String] = [:]) -> String {
        guard var text = text(at: path) else { return path }
        for (name, value) in values { text = text.replacingOccurrences(of: "{\(name)}", with: value) }
        return text
    }

    /// Nil where there is none.
    func text(at path: String) -> String? {
        var words = self
        let names = path.split(separator: ".")
        for name in names.dropLast() {
            guard case .words(let inner) = words.members[String(name)] else { return nil }
            words = inner
        }
        if case .text(let text) = names.last.flatMap({ words.members[String($0)] }) { return text }
        return nil
    }

    /// All paths, sorted.
    var paths: [String] {
        members.flatMap { name, member in
            switch member {
            case .text: [name]
            case .words(let words): words.paths.map { "\(name).\($0)" }
            }
        }.sorted()
    }
}
