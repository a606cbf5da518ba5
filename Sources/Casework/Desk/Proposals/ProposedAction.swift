internal import OnboardingCore
package import OnboardingJSON
package import Tenancy

/// What an operator wants to do and a colleague has to agree to, with all that is needed to do it.
package enum ProposedAction: Codable, Equatable, Sendable {
    case erase(enrollment: String)
    /// - decision: a word of `Review.Decision`.
    case settle(enrollment: String, decision: String, reason: String)
    case addOperator(name: String, role: String, rights: [String])
    case changeOperator(name: String, role: String, rights: [String])
    case enableOperator(name: String)
    case makeLink(name: String)
    case resetSecondFactor(name: String)
    /// What is laid over the configuration.
    case changeSettings(JSONValue)
    /// - days: until it ends; nil for no end.
    /// - publicKey: PEM; nil for a secret, as in the next.
    case addClient(name: String, scopes: [String], days: Int?, publicKey: String?)
    case replaceKey(client: String, publicKey: String?, overlapInHours: Int)

    package var action: FourEyesAction {
        switch self {
        case .erase: .erasure
        case .settle: .secondLook
        case .addOperator, .changeOperator, .enableOperator, .makeLink, .resetSecondFactor: .people
        case .changeSettings: .settings
        case .addClient, .replaceKey: .credentials
        }
    }

    /// A word for it, which pages have a text for.
    package var word: String {
        switch self {
        case .erase: "erase"
        case .settle: "settle"
        case .addOperator: "addOperator"
        case .changeOperator: "changeOperator"
        case .enableOperator: "enableOperator"
        case .makeLink: "makeLink"
        case .resetSecondFactor: "resetSecondFactor"
        case .changeSettings: "changeSettings"
        case .addClient: "addClient"
        case .replaceKey: "replaceKey"
        }
    }

    /// What it is about, as the tenant's people call it; nil of the configuration.
    package var subject: String? {
        switch self {
        case .erase(let enrollment), .settle(let enrollment, _, _): String(enrollment.prefix(8))
        case .addOperator(let name, _, _), .changeOperator(let name, _, _), .enableOperator(let name),
            .makeLink(let name), .resetSecondFactor(let name), .addClient(let name, _, _, _):
            name
        case .replaceKey(let client, _, _): client
        case .changeSettings: nil
        }
    }

    var enrollment: EnrollmentID? {
        switch self {
        case .erase(let enrollment), .settle(let enrollment, _, _): EnrollmentID(text: enrollment)
        case .addOperator, .changeOperator, .enableOperator, .makeLink, .resetSecondFactor, .changeSettings,
            .addClient, .replaceKey:
            nil
        }
    }
}
