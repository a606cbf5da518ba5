internal import HTTPTypes
internal import OnboardingCrypto
internal import OnboardingHTTP
internal import Tenancy

/// Style sheets, scripts and images, held in memory. Their address bears the digest of them all, so that a browser keeps
/// them for ever and never mixes two versions.
struct StaticFiles: Sendable {
    /// First characters of a SHA-256 over names and contents.
    let version: String
    private let files: [String: File]

    private struct File {
        let type: String
        let text: CodedText
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "json": "application/json; charset=utf-8", "txt": "text/plain; charset=utf-8",
    ]

    init(folder: String) throws(SiteError) {
        let contents = try FolderFiles(folder).contents
        var (files, all) = ([String: File](), [UInt8]())
        for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            guard let type = Self.types[String(path.split(separator: ".").last ?? "")] else {
                throw .wrong(file: path, cause: "nobody knows what kind of file it is.")
            }
            files[path] = File(type: type, text: CodedText(bytes))
            all += [UInt8](path.utf8) + [0] + Digest.sha256(bytes)
        }
        self.files = files
        version = String(Hexadecimal.encode(Digest.sha256(all)).prefix(16))
    }

    /// How many bytes a file has; nil where there is none of this path.
    func size(of path: String) -> Int? { files[path]?.text.bytes.count }

    var routes: [Route] {
        [
            Route(.get, "/static/{version}/{path...}", for: .anyone) { request in
                guard let path = request.parameters["path"], let file = files[path] else {
                    throw Refusal(.routeUnknown)
                }
                // A page of an older program may still be open.
                let isCurrent = request.parameters["version"] == version
                var headers: HTTPFields = [
                    .cacheControl: isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
                    .eTag: "\"\(version)\"", .crossOriginResourcePolicy: "same-origin",
                ]
                // Opened by itself a drawing is a document under the site's name. To a worker's script it would do harm.
                if file.type == Self.types["svg"] {
                    headers[.contentSecurityPolicy] = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
                }
                return Response(text: file.text, contentType: file.type, extraHeaders: headers)
            }
        ]
    }
}
