internal import Foundation

/// The committed list of model files (`models.lock`): what each must be, where it comes from, under which licence.
///
/// JSON: `{"version": 1, "files": [entry, …], "manifests": [manifest, …]}`; other members are for the set-up scripts and are
/// not read here.
public struct ModelLock: Decodable, Equatable, Sendable {
    /// One form that a file may have. At least one of the two digests is given.
    public struct Form: Decodable, Equatable, Sendable {
        public let bytes: Int
        /// Lower-case hexadecimal.
        public let sha256: String?
        public let sha384: String?
    }

    public struct Entry: Equatable, Sendable {
        /// Relative to the model folder.
        public let path: String
        /// Which of the optional packs it belongs to.
        public let pack: String
        /// Whether the server starts without it.
        public let isRequired: Bool
        public let licence: String
        /// Acceptable forms; the first is the usual one.
        public let forms: [Form]
    }

    /// A file that says how the networks of a pack count: its manifest, or a table that the manifest names (calibration,
    /// distributions). It lies beside them and is as much a part of a decision as they are.
    public struct Manifest: Equatable, Sendable {
        /// Relative to the model folder.
        public let path: String
        /// As `Entry.pack`.
        public let pack: String
        public let form: Form
    }

    public let version: Int
    public let entries: [Entry]
    public let manifests: [Manifest]

    /// - Throws: `lockUnreadable` for anything but a lock of version 1.
    public init(json: [UInt8]) throws(ModelError) {
        guard let lock = try? JSONDecoder().decode(ModelLock.self, from: Data(json)), lock.version == 1 else {
            throw .lockUnreadable
        }
        self = lock
    }

    private enum CodingKeys: String, CodingKey {
        case version, manifests
        case entries = "files"
    }
}

extension ModelLock.Entry: Decodable {
    private enum CodingKeys: String, CodingKey {
        case path, pack, licence, alternatives
        case isRequired = "required"
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        path = try members.decode(String.self, forKey: .path)
        pack = try members.decode(String.self, forKey: .pack)
        isRequired = try members.decode(Bool.self, forKey: .isRequired)
        licence = try members.decode(String.self, forKey: .licence)
        let alternatives = try members.decodeIfPresent([ModelLock.Form].self, forKey: .alternatives) ?? []
        forms = [try ModelLock.Form(from: decoder)] + alternatives
    }
}

extension ModelLock.Manifest: Decodable {
    private enum CodingKeys: String, CodingKey {
        case path, pack
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        path = try members.decode(String.self, forKey: .path)
        pack = try members.decode(String.self, forKey: .pack)
        form = try ModelLock.Form(from: decoder)
    }
}
