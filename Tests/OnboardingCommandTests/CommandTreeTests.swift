import ArgumentParser
import Testing

@testable import OnboardingCommand

/// What every command of the program has in common.
@Suite struct CommandTreeTests {
    private enum Kind {
        /// It prints what there is, and changes nothing of it.
        case reading
        /// It prints what it found or measured beside what it does.
        case reporting
        case acting
        /// What it prints has a form of its own.
        case ownForm
    }

    /// Every command, by its words: a new one is classified here.
    private static let kinds: [String: Kind] = [
        "serve": .ownForm, "doctor": .reading, "schema": .ownForm, "demo": .ownForm, "dev seed": .acting,
        "tenant create": .reporting, "tenant list": .reading, "tenant show": .reading, "tenant configure": .acting,
        "tenant secret": .acting, "tenant api-key": .acting, "tenant disable": .acting, "tenant enable": .acting,
        "tenant remove": .acting, "tenant oidc-secret": .acting, "tenant logo": .acting,
        "tenant credential add": .acting, "tenant credential list": .reading, "tenant credential key": .acting,
        "tenant credential end": .acting,
        "operator create": .acting, "operator list": .reading, "operator change": .acting, "operator link": .acting,
        "operator sign-out": .acting, "operator reset-second-factor": .acting, "operator disable": .acting,
        "operator enable": .acting,
        "keys rotate": .acting, "limits lift": .acting, "network allow": .acting, "network show": .reading,
        "models fetch": .acting, "models install": .acting, "models verify": .reading, "templates renew": .acting,
        "webhook add": .acting, "webhook list": .reading, "webhook keys": .reading, "webhook enable": .acting,
        "webhook disable": .acting, "webhook remove": .acting, "webhook resend": .acting, "webhook ping": .reporting,
        "audit verify": .reading, "audit show": .reading, "audit explain": .reading, "audit trail": .reading,
        "audit resend": .acting,
        "find": .reading, "export write": .acting, "export verify": .reading, "erase person": .acting,
        "erase verify": .reading, "review": .acting, "backup": .reporting, "restore": .reporting, "sweep": .acting,
        "retention": .reporting, "report": .reading,
        "hold add": .acting, "hold remove": .acting, "hold list": .reading, "hold locked": .reading,
        "hold open": .acting,
        "document read": .reading,
        "sandbox write": .acting, "sandbox personas": .reading, "sandbox camera": .acting,
        "eval faces": .reading, "eval liveness": .reading, "eval injection": .reading, "eval documents": .reading,
        "eval reuse": .reading, "eval replay": .reading, "eval challenge": .reading, "eval dedupe": .reading,
        "eval attributes": .reading, "eval fusion": .acting,
    ]

    /// Those that are not about one tenant, or about the tenant that they make.
    private static let withoutTenant: Set = [
        "serve", "doctor", "schema", "demo", "document read", "tenant create", "tenant list", "network allow",
        "network show",
        "models fetch", "models install", "models verify", "templates renew", "audit verify", "audit resend",
        "export verify", "erase verify", "backup", "restore", "sweep", "retention", "sandbox write",
        "sandbox personas", "sandbox camera",
    ]

    private typealias Leaf = (name: String, command: any ParsableCommand.Type)

    private static func leaves(
        below node: any ParsableCommand.Type = OnboardingProgram.self, path: [String] = []
    ) -> [Leaf] {
        let below = node.configuration.subcommands
        if below.isEmpty { return [(path.joined(separator: " "), node)] }
        return below.flatMap { leaves(below: $0, path: path + [$0._commandName]) }
    }

    private static func options(of leaf: Leaf) -> Set<String> {
        let help = OnboardingProgram.helpMessage(for: leaf.command, columns: 100)
        return Set(help.matches(of: /--[a-z-]+/).map { String($0.output) })
    }

    @Test func everyCommandIsClassified() {
        #expect(Set(Self.leaves().map(\.name)) == Set(Self.kinds.keys))
    }

    @Test func whatReadsPrintsJSON() {
        for leaf in Self.leaves() {
            let has = Self.options(of: leaf).contains("--json")
            switch Self.kinds[leaf.name] {
            case .reading, .reporting: #expect(has, "\(leaf.name) has no --json")
            case .acting, .ownForm: #expect(!has, "\(leaf.name) is not classified as one that reads")
            case nil: break
            }
        }
    }

    @Test func aTenantIsNamedByOneOption() {
        for leaf in Self.leaves() where !leaf.name.hasPrefix("eval ") && !Self.withoutTenant.contains(leaf.name) {
            #expect(Self.options(of: leaf).contains("--tenant"), "\(leaf.name)")
        }
    }

    @Test(arguments: [
        (["tenant", "show", "acme"], "acme"), (["tenant", "show", "--tenant", "acme"], "acme"),
        (["tenant", "secret", "--tenant", "acme"], "acme"),
    ])
    func aCommandOfTenantsTakesTheNameEitherWay(words: [String], name: String) throws {
        let command = try OnboardingProgram.parseAsRoot(words)
        let tenant = (command as? TenantCommand.Show)?.tenant ?? (command as? TenantCommand.Secret)?.tenant
        #expect(tenant?.resolved == name)
    }

    @Test(arguments: [
        ["tenant", "show"], ["tenant", "show", "acme", "--tenant", "acme"], ["tenant", "configure", "acme"],
        ["tenant", "configure", "acme", "{}", "--tenant", "acme"], ["webhook", "list", "acme"], ["find"],
    ])
    func aTenantThatIsNotNamedOnceIsRefused(words: [String]) {
        #expect(throws: (any Error).self) { try OnboardingProgram.parseAsRoot(words) }
    }

    @Test func scriptsForCompletionKnowEveryCommand() {
        for shell in [CompletionShell.bash, .zsh, .fish] {
            let script = OnboardingProgram.completionScript(for: shell)
            for leaf in Self.leaves() {
                let name = leaf.name.split(separator: " ").last.map(String.init) ?? ""
                #expect(script.contains(name), "\(shell.rawValue): \(leaf.name)")
            }
        }
    }
}
