import ArgumentParser
import Casework
import Foundation
import Tenancy

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Counts a tenant's month: begun, registered, refused and why, recaptures, the time needed.",
        discussion: """
            With the tenant's setting reportDemographics also persons by sex and age as their documents say; small counts are \
            withheld, and the audit trail keeps that documents were opened. Works beside a running server.
            """)

    @Option(help: "The tenant's name.")
    var tenant: String

    @Option(help: "The month, in UTC, as 2026-10 (default: the last that is over).")
    var month: String?

    @Option(help: "\(MonthlyReport.Form.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format = MonthlyReport.Form.csv.rawValue

    @Option(help: "The file to write (default: standard output).")
    var output: String?

    @Flag(help: "The same as --format json; errors are JSON too, on standard error.")
    var json = false

    @OptionGroup var data: DataOptions

    func validate() throws {
        guard MonthlyReport.Form(rawValue: format) != nil else {
            throw ValidationError(
                "--format is one of \(MonthlyReport.Form.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        // Before documents are opened for it.
        if let output { try NamedFile.checkWritable(output) }
    }

    func run() async throws {
        let report = try await data.reportAdministration().report(tenant: tenant, month: month)
        let bytes = try report.bytes(as: json ? .json : MonthlyReport.Form(rawValue: format) ?? .csv)
        if let output {
            try NamedFile.write(bytes, to: output)
        } else {
            try FileHandle.standardOutput.write(contentsOf: Data(bytes))
        }
    }
}
