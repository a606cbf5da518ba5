internal import Mustache

/// The templates of pages, parsed once. Every value is escaped: a template that asks for one unescaped is refused.
struct Templates: Sendable {
    private let library: MustacheLibrary

    init(folder: String) throws(SiteError) {
        // The library's own kind of content escapes by characters: a quotation mark with an accent behind it, which is
        // one character and another one, would end an attribute.
        MustacheContentTypes.register(Markup(), named: "MARKUP")
        var library = MustacheLibrary()
        for (path, bytes) in try FolderFiles(folder).contents where path.hasSuffix(".mustache") {
            let text = String(decoding: bytes, as: UTF8.self)
            guard !text.contains("{{{"), text.wholeMatch(of: /(?s).*\{\{\s*&.*/) == nil else {
                throw .wrong(file: path, cause: "a value is to stand unescaped.")
            }
            do {
                try library.register(
                    "{{% CONTENT_TYPE:MARKUP}}" + text, named: String(path.dropLast(".mustache".count)))
            } catch {
                throw .wrong(file: path, cause: "\(error)")
            }
        }
        self.library = library
    }

    /// - Parameter content: a structure or a dictionary, whose members the template names.
    /// - Returns: nil where there is no such template.
    func render(_ name: String, _ content: Any) -> String? {
        library.render(TemplateFields.replacingStructures(in: content), withTemplate: name)
    }
}

/// Text as it stands in an element, or in an attribute between quotation marks.
struct Markup: MustacheContentType {
    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            // No HTML parser keeps it as it is.
            case "\0": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
