import ArgumentParser
import Casework
internal import OnboardingCore

struct FindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Finds enrollments of a tenant, whatever became of them, the newest first.",
        discussion: """
            Names and addresses are not printed; equal persons have equal identifiers. Exit code 2 where nobody is found. Works \
            beside a running server.

            Of an enrollment that was erased it says when, where it is named by its id, its registration code or the digest that the \
            certificate of the erasure calls `sub` (--enrollment DIGEST); names are not kept to find it by.
            """)

    @OptionGroup var person: PersonOptions

    @Option(
        name: [.customLong("from"), .customLong("since")],
        help: "Begun on this day (UTC, 2026-11-25) or later, or at an instant (RFC 3339) or later.")
    var from: String?

    @Option(help: "Begun on this day at the latest, or before an instant.")
    var to: String?

    @Option(
        help: "\(EnrollmentStanding.State.allCases.map(\.rawValue).joined(separator: ", ")). May be repeated.")
    var state: [String] = []

    @Option(help: "A reason for which it ended or a check was refused, such as FACE_NOT_LIVE. May be repeated.")
    var reason: [String] = []

    @Option(
        help: "How far a second look has come: requested (nobody has looked), accepted or refused. May be repeated.")
    var review: [String] = []

    @Option(help: "How many to print at most.")
    var limit: Int = 100

    @OptionGroup var output: OutputOptions

    @OptionGroup var data: DataOptions

    func validate() throws {
        guard limit >= 1 else { throw ValidationError("--limit is 1 or more.") }
    }

    func run() async throws { try await person.forPurpose(find) }

    private func find() async throws {
        let auditor = try await data.auditor()
        var search = person.search
        (search.from, search.to, search.states, search.reasons) = (from, to, state, reason)
        search.reviews = review
        search.pageSize = min(max(1, limit), EnrollmentSearch.usualPageSize)
        let rows = try await listed(search, auditor)
        if !rows.isEmpty {
            if !output.json { Table(Self.head, rows: rows).lines.forEach { print($0) } }
            return
        }
        guard let erased = try await auditor.erased(search, tenant: person.tenant), let line = erased.erasedLine else {
            throw CommandEnd(.nothingFound, "nobody found")
        }
        if output.json, let object = try erased.erasedJSON { printJSON(object) } else { print(line) }
    }

    /// What is found, as rows; with --json each is printed as soon as it is read, and its row is empty.
    private func listed(_ search: EnrollmentSearch, _ auditor: Auditor) async throws -> [[String]] {
        var (search, rows) = (search, [[String]]())
        // A digest names nobody of whom more is kept.
        guard !search.namesDigest else { return rows }
        repeat {
            let page = try await auditor.find(search, tenant: person.tenant)
            for entry in page.entries.prefix(limit - rows.count) {
                if output.json { printJSON(try entry.json) }
                rows.append(output.json ? [] : entry.cells)
            }
            search.cursor = page.cursor
        } while search.cursor != nil && rows.count < limit
        return rows
    }

    private static let head = ["BEGUN", "STATE", "CODE", "ENROLLMENT", "PERSON", "REASON"]
}

extension Enrollments.Entry {
    fileprivate var cells: [String] {
        [
            standing.begunAt.iso8601WithMilliseconds, standing.state.rawValue, registrationCode ?? "", id.text,
            subjectID.text, standing.reason?.rawValue ?? "",
        ]
    }
}
