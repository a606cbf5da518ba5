import Foundation
import Testing

@testable import Tenancy

/// Why a path cannot be used, in words for whoever named it.
@Suite struct PathTroubleTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    private func inFolder(_ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body()
    }

    @Test(
        arguments: [
            (PathTrouble.Use.read, ENOENT, "/absent/x cannot be read: it is not there."),
            (.written, ENOENT, "/absent/x cannot be written: there is no folder /absent."),
            (.made, EACCES, "/absent/x cannot be made: nothing may be written in /absent (permission denied)."),
            (.read, EACCES, "/absent/x cannot be read: permission denied."),
            (.written, ENOSPC, "/absent/x cannot be written: no space is left."),
            (.written, EROFS, "/absent/x cannot be written: the file system is read-only."),
            (.written, ENAMETOOLONG, "/absent/x cannot be written: the name is too long."),
            (.read, EISDIR, "/absent/x cannot be read: it is a folder."),
            (.read, ELOOP, "/absent/x cannot be read: its links lead in a circle."),
            (.made, EEXIST, "/absent/x cannot be made: it is there already."),
        ] as [(PathTrouble.Use, Int32, String)])
    func theReasonIsSaid(use: PathTrouble.Use, code: Int32, sentence: String) {
        #expect(PathTrouble.error("/absent/x", cannotBe: use, code).description == sentence)
    }

    @Test func aFileOnTheWayIsNamed() throws {
        try inFolder {
            let file = folder + "/file"
            try NamedFile.write([0x78], to: file)
            for path in [file + "/below", file + "/further/below"] {
                #expect(
                    PathTrouble.error(path, cannotBe: .made, ENOTDIR).description
                        == "\(path) cannot be made: \(file) is no folder.")
            }
            #expect(
                PathTrouble.error(file, cannotBe: .made, EEXIST).description
                    == "\(file) cannot be made: \(file) is no folder.")
            #expect(throws: ConfigurationError(description: "\(file)/x cannot be read: \(file) is no folder.")) {
                try NamedFile.contents(of: file + "/x")
            }
        }
    }

    @Test func whatFoundationThrowsIsUnderstood() throws {
        try inFolder {
            try NamedFile.write([0x78], to: folder + "/file")
            #expect(try NamedFile.contents(of: folder + "/file") == [0x78])
            do {
                try FileManager.default.createDirectory(
                    atPath: folder + "/file/below", withIntermediateDirectories: true)
                Issue.record("a folder below a file")
            } catch {
                let said = PathTrouble.error(error, on: folder + "/file/below", cannotBe: .made)
                #expect(said?.description.hasSuffix("/file is no folder.") == true)
                // Foundation names the path by itself.
                #expect(PathTrouble.error(error)?.description.contains("/file") == true)
            }
            #expect(throws: ConfigurationError(description: "\(folder) cannot be written: it is a folder.")) {
                try NamedFile.write([], to: folder)
            }
            #expect(throws: ConfigurationError(description: "\(folder) cannot be read: it is a folder.")) {
                try NamedFile.contents(of: folder)
            }
        }
        #expect(PathTrouble.error(CancellationError()) == nil)
        #expect(throws: ConfigurationError(description: "A path is empty.")) {
            try NamedFile.contents(of: "")
        }
    }

    @Test func whatCannotBeMadeLaterIsSaidBefore() throws {
        try inFolder {
            let file = folder + "/file"
            try NamedFile.checkFree(file)
            try NamedFile.checkWritable(file)
            try NamedFile.write([], to: file)
            try NamedFile.checkWritable(file)
            #expect(throws: ConfigurationError.self) { try NamedFile.checkFree(file) }
            #expect(throws: ConfigurationError.self) { try NamedFile.checkWritable(folder) }
            for path in [file + "/below", folder + "/absent/below", ""] {
                #expect(throws: ConfigurationError.self) { try NamedFile.checkFree(path) }
                #expect(throws: ConfigurationError.self) { try NamedFile.checkWritable(path) }
            }
        }
    }
}
