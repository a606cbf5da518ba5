internal import Foundation

/// The document of the interface as anybody may read it, as far as it is installed: `openapi.yaml` of the folder of
/// documents, and the pages that `scripts/render_docs.py` makes of it, `openapi.html` and those of the folder `openapi`.
struct PublishedDocuments: Sendable {
    /// The name of the page that links to the others.
    static let firstPage = ""

    let source: CodedText?
    /// By the name that links to them have, which is that of their file.
    let pages: [String: CodedText]

    init(folder: String) {
        func text(_ path: String) -> CodedText? {
            FileManager.default.contents(atPath: "\(folder)/\(path)").map { CodedText([UInt8]($0)) }
        }
        source = text("openapi.yaml")
        let ending = ".html"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/openapi")) ?? []
        var pages: [String: CodedText] = [:]
        for file in files where file.hasSuffix(ending) {
            pages[String(file.dropLast(ending.count))] = text("openapi/\(file)")
        }
        pages[Self.firstPage] = text("openapi" + ending)
        self.pages = pages
    }
}
