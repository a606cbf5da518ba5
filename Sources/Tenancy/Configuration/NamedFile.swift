internal import Foundation

/// A file that somebody named.
package enum NamedFile {
    /// What it holds.
    /// - Throws: a sentence that names it.
    package static func contents(of path: String) throws(ConfigurationError) -> [UInt8] {
        guard !path.isEmpty else { throw PathTrouble.error(path, cannotBe: .read, ENOENT) }
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw PathTrouble.error(error, on: path, cannotBe: .read) ?? PathTrouble.error(path, cannotBe: .read, EIO)
        }
    }

    /// The first line of a text.
    /// - Throws: a sentence that names it.
    package static func firstLine(of path: String) throws(ConfigurationError) -> String {
        guard let text = String(bytes: try contents(of: path), encoding: .utf8) else {
            throw ConfigurationError(description: "\(path) cannot be read: it is no text in UTF-8.")
        }
        return String(text.prefix { !$0.isNewline })
    }

    /// Writes it, over what is there.
    /// - Throws: a sentence that names it.
    package static func write(_ bytes: [UInt8], to path: String) throws(ConfigurationError) {
        guard !path.isEmpty else { throw PathTrouble.error(path, cannotBe: .written, ENOENT) }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch {
            throw PathTrouble.error(error, on: path, cannotBe: .written)
                ?? PathTrouble.error(path, cannotBe: .written, EIO)
        }
    }

    /// Refuses what could not be made later, when what is to be written is there: what lies there already, and a folder that is
    /// none or takes nothing.
    package static func checkFree(_ path: String) throws(ConfigurationError) {
        var status = stat()
        if lstat(path, &status) == 0 {
            throw ConfigurationError(description: "\(path) is there already: name a file that is not.")
        }
        guard errno == ENOENT else { throw PathTrouble.error(path, cannotBe: .made, errno) }
        try checkFolder(of: path, cannotBe: .made)
    }

    /// The same of a file that may be there.
    package static func checkWritable(_ path: String) throws(ConfigurationError) {
        guard access(path, F_OK) != 0 else {
            var isDirectory: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
            if isDirectory.boolValue { throw PathTrouble.error(path, cannotBe: .written, EISDIR) }
            guard access(path, W_OK) == 0 else { throw PathTrouble.error(path, cannotBe: .written, errno) }
            return
        }
        guard errno == ENOENT else { throw PathTrouble.error(path, cannotBe: .written, errno) }
        try checkFolder(of: path, cannotBe: .written)
    }

    private static func checkFolder(of path: String, cannotBe use: PathTrouble.Use) throws(ConfigurationError) {
        let parent = path.isEmpty ? "" : URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard access(parent, W_OK | X_OK) == 0 else { throw PathTrouble.error(path, cannotBe: use, errno) }
    }
}
