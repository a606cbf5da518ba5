internal import Foundation

enum OwnProgram {
    /// The program that runs, which also is every decoder.
    static var url: URL { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath() }
}
