import ArgumentParser
import Foundation
import Onboarding
internal import OnboardingCore
import Tenancy
import Vision

/// The one program: server, tenants, models, demonstration, measurements.
@main
struct OnboardingProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "onboarding",
        abstract:
            "Onboards a person from a phone: a token, a QR code, the device, a living face, an identity document.",
        discussion: """
            Start with `onboarding tenant create NAME --create` and `onboarding serve`, or see a whole enrollment with \
            `onboarding demo`.
            """,
        version: "onboarding \(Installation.version)",
        subcommands: [
            ServeCommand.self, DoctorCommand.self, TenantCommand.self, OperatorCommand.self, KeysCommand.self,
            LimitsCommand.self, NetworkCommand.self, SchemaCommand.self,
            ModelsCommand.self, TemplatesCommand.self, WebhookCommand.self, AuditCommand.self, FindCommand.self,
            ExportCommand.self,
            EraseCommand.self, ReviewCommand.self, BackupCommand.self, RestoreCommand.self, SweepCommand.self,
            RetentionCommand.self, HoldCommand.self, ReportCommand.self, DemoCommand.self, SandboxCommand.self,
            DevCommand.self, DocumentCommand.self,
            EvalCommand.self,
        ])

    @MainActor static func main() async {
        // A file that meets its size limit is a full disk, which has an answer; the signal's answer would be the end.
        signal(SIGXFSZ, SIG_IGN)
        // And a log that nobody reads any more is no reason to serve nobody.
        signal(SIGPIPE, SIG_IGN)
        let words = arguments ?? Array(CommandLine.arguments.dropFirst())
        ConfinedCommand.run(words)
        // Measured sets are the operator's own, and large. `serve` has decoders of its own.
        if words.first != "eval" { ImageDecoder.choose(ImageDecoders(keeping: 1).decoder) }
        await AuditActor.$current.withValue(OperatingUser.actor) { await perform(words) }
    }

    private static func perform(_ words: [String]) async {
        do {
            // The parser takes the last of several.
            let named = words.prefix { $0 != "--" }.count { $0 == "--tenant" || $0.hasPrefix("--tenant=") }
            if named > 1 { throw CommandEnd(.misused, "Name the tenant once.") }
            var command = try parseAsRoot(words)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            // Help, the version, scripts for completion.
            if exitCode(for: error).isSuccess { exit(withError: error) }
            CommandFailure(error, words: words).exit()
        }
    }

    /// Swift finds no arguments where a library was loaded before it that keeps them, such as libfaketime.
    private static var arguments: [String]? {
        guard CommandLine.arguments.isEmpty, let line = FileManager.default.contents(atPath: "/proc/self/cmdline")
        else {
            return nil
        }
        return line.split(separator: 0, omittingEmptySubsequences: false).dropFirst().dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
