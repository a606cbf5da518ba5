internal import Foundation

/// The photographs that the set-up fetches for the demo and the tests, as `fixtures/manifest.json` lists them. They are
/// not part of the project; the set-up script checks each file's SHA-256 before it puts it in place.
public struct Fixtures: Sendable {
    /// One photograph of the manifest.
    public struct Photograph: Codable, Equatable, Sendable {
        /// File name under `fixtures/fetched`.
        public let name: String
        public let bytes: Int
        /// Lower-case hexadecimal, checked by the set-up script.
        public let sha256: String
        /// Inside the source archive that the manifest names.
        public let path: String
        public let widthInPixels: Int
        public let heightInPixels: Int
        /// What it is for here.
        public let use: String
    }

    private struct Manifest: Codable {
        let photographs: [Photograph]
    }

    public let photographs: [Photograph]
    private let folder: String

    /// - Parameter folder: the `fixtures` folder of the checkout.
    /// - Throws: `.manifestUnreadable`.
    public init(folder: String) throws(DemoMaterialError) {
        let path = folder + "/manifest.json"
        guard let bytes = FileManager.default.contents(atPath: path),
            let manifest = try? JSONDecoder().decode(Manifest.self, from: bytes)
        else { throw .manifestUnreadable(path) }
        photographs = manifest.photographs
        self.folder = folder
    }

    /// Where the photograph lies once fetched, or nil where the manifest does not list it.
    public func path(of name: String) -> String? {
        photographs.contains { $0.name == name } ? folder + "/fetched/" + name : nil
    }

    /// The photograph's file.
    ///
    /// - Throws: `.photographMissing` where it is not listed, not fetched, or not as long as the manifest says.
    public func bytes(of name: String) throws(DemoMaterialError) -> [UInt8] {
        guard let photograph = photographs.first(where: { $0.name == name }), let path = path(of: name),
            let bytes = FileManager.default.contents(atPath: path), bytes.count == photograph.bytes
        else { throw .photographMissing(name) }
        return [UInt8](bytes)
    }
}
