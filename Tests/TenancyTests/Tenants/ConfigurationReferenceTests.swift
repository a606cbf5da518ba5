import Foundation
import TestSupport
import Testing

@testable import Tenancy

/// The documents say of each key what `ConfigurationTable` says. `UPDATE_GOLDEN=1` writes them.
@Suite struct ConfigurationReferenceTests {
    private let page = Material.packageRoot + "/docs/configuration.md"
    private let contract = Material.packageRoot + "/docs/openapi.yaml"
    private let begin = "    # Generated from Sources/Tenancy/Settings/ConfigurationTable.swift from here …\n"
    private let end = "    # … to here.\n"

    private func check(_ expected: String, isIn file: String) throws {
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try expected.write(toFile: file, atomically: true, encoding: .utf8)
        }
        let isSame = (try? String(contentsOfFile: file, encoding: .utf8)) == expected
        #expect(isSame, "\(file) differs from the table of keys: run this test with UPDATE_GOLDEN=1")
    }

    @Test func thePageHasTheTable() throws {
        try check(try ConfigurationReference.page(), isIn: page)
    }

    @Test func theContractHasTheSchemaOfTheTable() throws {
        let text = try String(contentsOfFile: contract, encoding: .utf8)
        let start = try #require(text.range(of: begin)).upperBound
        let stop = try #require(text.range(of: end, range: start..<text.endIndex)).lowerBound
        let expected = text.replacingCharacters(in: start..<stop, with: ConfigurationReference.schema())
        try check(expected, isIn: contract)
    }
}
