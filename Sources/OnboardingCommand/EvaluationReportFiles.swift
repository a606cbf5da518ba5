import Foundation
import Tenancy

/// The two files of a report with a page: `NAME.json` for programs and `NAME.html` for people.
struct EvaluationReportFiles {
    let json: String
    let page: String

    /// - Parameter name: with or without one of the two endings.
    init(_ name: String) {
        let url = URL(fileURLWithPath: name)
        let base = ["json", "html"].contains(url.pathExtension) ? url.deletingPathExtension().path : url.path
        json = base + ".json"
        page = base + ".html"
    }

    var all: [String] { [json, page] }

    func write(json bytes: [UInt8], page html: [UInt8]) throws {
        try NamedFile.write(bytes, to: json)
        try NamedFile.write(html, to: page)
    }
}
