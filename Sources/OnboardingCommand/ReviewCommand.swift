import ArgumentParser
internal import OnboardingCore

struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Records what a human decided of an enrollment that the machine has refused.",
        discussion: """
            The machine's decision stays, and the human's stands beside it, once and for all, with reason and name. Who waits for \
            one: `onboarding find --review requested`. Works beside a running server.
            """)

    @OptionGroup var person: PersonOptions

    @Option(help: "\(Review.Decision.allCases.map(\.rawValue).joined(separator: " or ")).")
    var decision: Review.Decision

    @Option(help: "Why, for whoever has to understand it later.")
    var reason: String

    @Option(help: "The name of whoever decided.")
    var reviewer: String

    @OptionGroup var data: DataOptions

    func validate() throws { try person.checkSomebodyIsNamed() }

    func run() async throws {
        try await person.forPurpose {
            let id = try await data.auditor().review(
                person.search, tenant: person.tenant, decision: decision, reason: reason, reviewer: reviewer)
            print("\(decision.rawValue): enrollment \(id.text)")
        }
    }
}

extension Review.Decision: ExpressibleByArgument {}
