import ArgumentParser
import Foundation
import OnboardingJSON
import Operations
import Tenancy

/// Whom the installed server may reach.
struct NetworkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network", abstract: "Says whom the installed server may open connections to.",
        subcommands: [Allow.self, Show.self])

    struct Allow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Lets the installed server reach addresses beyond its machine: webhooks, sign-in, mail, syslog.",
            discussion: """
                Writes a drop-in of the systemd unit, which replaces the one before; as root. Servers that names are looked up \
                by are let in as well.
                """)

        @Argument(help: "Addresses and blocks, as 192.0.2.7 and 2001:db8::/32; or any, for all.")
        var address: [String]

        @Option(help: "Where the drop-in is written.")
        var dropIn = NetworkDropIn.path

        func run() async throws {
            let made = try NetworkDropIn(
                allowing: address,
                resolverConfiguration: try? String(contentsOfFile: "/etc/resolv.conf", encoding: .utf8))
            let file = URL(fileURLWithPath: dropIn)
            do {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(made.text.utf8).write(to: file, options: .atomic)
            } catch {
                throw PathTrouble.error(error, on: dropIn, cannotBe: .written) ?? error
            }
            print("written: \(dropIn)")
            print("the server may reach this machine and \(made.allowed.joined(separator: ", "))")
            if !made.resolvers.isEmpty {
                print("and, for names, \(made.resolvers.joined(separator: ", ")) (/etc/resolv.conf)")
            }
            print("now: systemctl daemon-reload && systemctl restart onboarding")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the drop-in, and whom names are looked up by.")

        @Option(help: "Where the drop-in lies.")
        var dropIn = NetworkDropIn.path

        @OptionGroup var output: OutputOptions

        func run() async throws {
            let text = try? String(contentsOfFile: dropIn, encoding: .utf8)
            let servers = NetworkDropIn.resolvers(in: try? String(contentsOfFile: "/etc/resolv.conf", encoding: .utf8))
            let lines = text?.split(separator: "\n").map(String.init)
            try output.show(
                ["dropIn": .text(text), "resolvers": .texts(servers)],
                else: (lines ?? ["no drop-in: an installed server reaches this machine alone"])
                    + ["names are looked up by \(servers.joined(separator: ", ")) (/etc/resolv.conf)"])
        }
    }
}
