/// Whether the data folder that was opened still lies at its path.
package struct FolderPlace: Sendable {
    private let files: [FilePlace]

    /// Of a folder that was opened just now.
    package init(_ folder: DataFolder) {
        files = [folder.databasePath, folder.keysPath, folder.evidencePath, folder.lockPath].compactMap(FilePlace.init)
    }

    package var isKept: Bool { files.allSatisfy(\.isKept) }
}
