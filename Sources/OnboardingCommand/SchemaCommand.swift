import ArgumentParser
import Foundation
import OnboardingJSON
import Tenancy

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract:
            "Prints the JSON Schema (draft 2020-12) of a configuration, for editors and for checks before it is used.",
        discussion: "Needs no data. The package has both in /opt/onboarding/share/onboarding/schemas.")

    enum Document: String, CaseIterable, ExpressibleByArgument {
        case server, tenant

        var schema: JSONValue {
            switch self {
            case .server: ServerConfiguration.schema
            case .tenant: CustomerConfiguration.schema
            }
        }
    }

    @Argument(help: "server (the file of serve --config) or tenant (what tenant configure takes).")
    var document: Document

    func run() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(document.schema), as: UTF8.self))
    }
}
