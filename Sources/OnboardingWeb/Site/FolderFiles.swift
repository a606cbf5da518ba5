internal import Foundation

/// The files of a folder and those below it, read once.
struct FolderFiles: Sendable {
    /// Contents by path below the folder, such as `desk/list.mustache`.
    let contents: [String: [UInt8]]

    /// - Throws: `SiteError` where the folder is missing, or a file cannot be read.
    init(_ folder: String) throws(SiteError) {
        guard let paths = FileManager.default.enumerator(atPath: folder) else { throw .unreadable(file: folder) }
        var contents: [String: [UInt8]] = [:]
        for case let path as String in paths {
            var isFolder: ObjCBool = false
            let file = folder + "/" + path
            guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            guard let bytes = FileManager.default.contents(atPath: file) else { throw .unreadable(file: file) }
            contents[path] = [UInt8](bytes)
        }
        guard !contents.isEmpty else { throw .unreadable(file: folder) }
        self.contents = contents
    }
}
