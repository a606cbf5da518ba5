internal import Foundation

/// Where the files lie that belong to the program and not to an installation's data.
public enum Installation {
    /// Of the program, as `CHANGELOG.md` has it.
    public static let version = "0.1.0"

    /// The folder with `models.lock`, `packs`, `scripts` and, by default, `models`: the current one, or that of the
    /// checkout or installation which the running program lies in.
    public static var root: String {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let candidates = [
            URL(fileURLWithPath: FileManager.default.currentDirectoryPath),
            // .build/<platform>/<configuration>/ in a checkout.
            program.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent(),
            program.deletingLastPathComponent().appendingPathComponent("share/onboarding"),
        ]
        let found = candidates.first {
            FileManager.default.fileExists(atPath: $0.appendingPathComponent("models.lock").path)
        }
        return (found ?? candidates[0]).path
    }
}
