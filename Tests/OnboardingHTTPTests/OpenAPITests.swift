import Foundation
import OnboardingAPI
import OnboardingStorage
import TestSupport
import Testing

@testable import Onboarding
@testable import OnboardingHTTP
@testable import Tenancy

/// `docs/openapi.yaml`, read line by line: paths stand two spaces in, methods four.
@Suite struct OpenAPITests {
    private struct Operation: Hashable {
        let method: String
        let path: String
    }

    private let lines: [Substring]
    /// In the document's order.
    private let paths: [String]
    private let operations: Set<Operation>

    init() throws {
        let file = Material.packageRoot + "/docs/openapi.yaml"
        lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        var paths: [String] = []
        var operations: Set<Operation> = []
        for line in lines {
            if let match = line.wholeMatch(of: #/  (/.*):/#) {
                paths.append(String(match.1))
            } else if let path = paths.last, let match = line.wholeMatch(of: #/    (get|post|delete):/#) {
                operations.insert(Operation(method: match.1.uppercased(), path: path))
            }
        }
        self.paths = paths
        self.operations = operations
    }

    @Test func everyPathIsThereOnceAndHasAMethod() {
        #expect(!paths.isEmpty)
        #expect(Set(paths).count == paths.count)
        for path in paths {
            #expect(operations.contains { $0.path == path }, "\(path) has no method")
        }
    }

    /// The interface has one number: that of the program, here and in the packages of the clients.
    @Test func theInterfaceHasTheVersionOfTheProgram() throws {
        let version = Installation.version
        #expect(lines.first { $0.hasPrefix("  version: ") } == "  version: \(version)")
        for (file, line) in [
            ("clients/python/pyproject.toml", #"version = "\#(version)""#),
            ("clients/typescript/package.json", #""version": "\#(version)""#), ("CHANGELOG.md", "## [\(version)]"),
        ] {
            let text = try String(contentsOfFile: "\(Material.packageRoot)/\(file)", encoding: .utf8)
            #expect(text.contains(line), "\(file)")
        }
    }

    @Test func theListedFieldErrorCodesAreThoseThatTheServerHas() {
        let words = lines.drop { $0 != "            fieldErrorCodes:" }.drop { $0 != "                enum:" }
            .dropFirst()
            .prefix { $0.hasPrefix("                  - ") }
        #expect(words.map { $0.dropFirst(20) } == ReadDocument.Finding.allCases.map { $0.code[...] })
    }

    @Test func theListedStepReasonsAreThoseThatTheServerHas() {
        let words = lines.drop { $0 != "    StepReason:" }.drop { $0 != "      enum:" }.dropFirst()
            .prefix { $0.hasPrefix("        - ") }
        #expect(words.map { $0.dropFirst(10) } == StepReason.allCases.map { $0.rawValue[...] })
    }

    /// Pages are no interface, but for the address that a QR code holds: `Tests/Acceptance/test_contract.py` asks for it.
    private static let pages: Set = [Operation(method: "GET", path: "/onboarding")]

    @Test func theDocumentHasEveryRouteThatIsServedAndNoOther() async throws {
        let routes = try await TestServer().routes.map { Operation(method: $0.method.rawValue, path: $0.template) }
        let served = Self.pages.union(routes)
        #expect(served.subtracting(operations).isEmpty, "not in the document")
        #expect(operations.subtracting(served).isEmpty, "not served")
    }
}
