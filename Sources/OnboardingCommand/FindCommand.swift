import ArgumentParser
import Casework
internal import OnboardingCore

struct FindCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find", abstract: "Finds enrollments of a tenant, whatever became of them, the newest first.",
        discussion: """
            Prints, separated by tabs: begun, state, reason, registration code, enrollment, person. Names and addresses are \
            not printed; equal persons have equal identifiers. With --json one object a line. Works beside a running server.

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

    @Flag(help: "Prints JSON, one object a line.")
    var json = false

    @OptionGroup var data: DataOptions

    func run() async throws { try await person.forPurpose(find) }

    private func find() async throws {
        let auditor = try await data.auditor()
        var search = person.search
        (search.from, search.to, search.states, search.reasons) = (from, to, state, reason)
        search.reviews = review
        search.pageSize = min(max(1, limit), EnrollmentSearch.usualPageSize)
        var printed = 0
        if !search.namesDigest { try await list(&search, &printed, auditor) }
        guard printed == 0 else { return }
        guard let erased = try await auditor.erased(search, tenant: person.tenant), let line = erased.erasedLine else {
            throw ExitCode.failure
        }
        if json, let object = try erased.erasedJSON { printJSON(object) } else { print(line) }
    }

    private func list(_ search: inout EnrollmentSearch, _ printed: inout Int, _ auditor: Auditor) async throws {
        repeat {
            let page = try await auditor.find(search, tenant: person.tenant)
            for entry in page.entries where printed < limit {
                if json { printJSON(try entry.json) } else { print(entry.line) }
                printed += 1
            }
            search.cursor = page.cursor
        } while search.cursor != nil && printed < limit
    }
}

extension Enrollments.Entry {
    fileprivate var line: String {
        [
            standing.begunAt.iso8601WithMilliseconds, standing.state.rawValue, standing.reason?.rawValue ?? "-",
            registrationCode ?? "-", id.text, subjectID.text,
        ].joined(separator: "\t")
    }
}
