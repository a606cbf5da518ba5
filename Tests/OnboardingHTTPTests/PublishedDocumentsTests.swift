import Foundation
import TestSupport
import Testing

@testable import OnboardingHTTP

/// The document of the interface in a page for each of its parts, as `scripts/render_docs.py` leaves them in `docs/`.
@Suite final class PublishedDocumentsTests {
    private let folder = NSTemporaryDirectory() + "/onboarding-documents-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder + "/openapi", withIntermediateDirectories: true)
        for (path, lines) in [("openapi.yaml", 100), ("openapi.html", 60), ("openapi/session.html", 80)] {
            try String(repeating: "What a developer reads in \(path), again and again.\n", count: lines)
                .write(toFile: "\(folder)/\(path)", atomically: true, encoding: .utf8)
        }
        try "no page".write(toFile: folder + "/openapi/notes.txt", atomically: true, encoding: .utf8)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test(.endsWhereItHangs) func theyAreSentCodedAndTheirHeadSaysHowLong() async throws {
        let documents = PublishedDocuments(folder: folder)
        #expect(documents.pages.keys.sorted() == ["", "session"] && documents.source?.bytes.isEmpty == false)
        let server = try await TestServer(documents: documents)
        try await Wire.open(to: server.routes, on: server) { wire in
            for (path, name) in [("/docs", ""), ("/docs?page=session", "session"), ("/docs/", "")] {
                let text = try #require(documents.pages[name])
                let length = try #require(text.form(.gzip)).count
                try await wire.get(path, method: "HEAD", "Accept-Encoding: gzip")
                let head = try await wire.read(until: "\r\n\r\n").lowercased()
                #expect(head.contains("200 ok") && head.contains("content-encoding: gzip"))
                #expect(head.contains("content-length: \(length)\r\n") && !head.contains("accept-ranges"))
                try await wire.get(path, "Range: bytes=0-9")
                let plain = try await wire.response()
                #expect(plain.head.contains("200 OK") && Array(plain.body.utf8) == text.bytes, "no ranges")
            }
            for path in ["/docs?page=nobody", "/docs?page=notes", "/docs?page=../openapi", "/docs?page=session&page=a"]
            {
                try await wire.get(path)
                #expect(try await wire.response().head.contains("404"), "\(path)")
            }
        }
    }

    @Test func whatIsNotInstalledIsNotThere() {
        let documents = PublishedDocuments(folder: "/nowhere")
        #expect(documents.source?.bytes == nil && documents.pages.isEmpty)
    }
}
