import ArgumentParser
import Casework
import Foundation
internal import OnboardingCore
import OnboardingJSON
internal import OnboardingStorage
import Operations

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Checks and shows what happened. Works beside a running server.",
        subcommands: [Verify.self, Show.self, Explain.self, Trail.self, Resend.self])

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Checks every chain of events, every row and every evidence object. Exit code 4 where something was changed.",
            discussion: """
                Finds a flipped byte, a row that was removed, added, changed or put back to what it once was, a cut tail \
                and a missing enrollment, and goes on behind what is damaged. A data directory \
                that was put back to an earlier copy is not detectable from the data alone: keep the head that is \
                printed where the data are not, and give it to a later check with --since.
                """)

        @Option(help: "A head that an earlier check has printed: what was there then must be there still.")
        var since: AuditHead?

        @OptionGroup var output: OutputOptions

        @OptionGroup var progress: ProgressOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            let line = progress.line("enrollments", beside: output)
            let found = try await data.auditor().verify(since: since) { line.report($0, of: $1) }
            line.end()
            let isIntact = found.findings.isEmpty
            let counts = [
                counted(found.enrollments, "enrollment"),
                found.authentications > 0 ? counted(found.authentications, "authentication") : nil,
                counted(found.events, "event"), counted(found.evidenceObjects, "evidence object"),
            ].compactMap(\.self).joined(separator: ", ")
            let head = isIntact ? found.head?.text : nil
            try output.show(
                [
                    "intact": .bool(isIntact), "enrollments": .count(found.enrollments),
                    "authentications": .count(found.authentications), "events": .count(found.events),
                    "evidenceObjects": .count(found.evidenceObjects), "findings": .texts(found.findings),
                    "head": .text(head),
                ],
                else: found.findings
                    + ["\(counts): \(isIntact ? "intact" : counted(found.findings.count, "finding"))"]
                    + (head.map { ["head \($0)"] } ?? []))
            if !isIntact { throw ExitCode.damaged }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the timeline of enrollments or of an authentication, with what each decision rested on.",
            discussion: """
                Scores, thresholds, models and the version of the configuration; of the person no more than identifiers. \
                Also of enrollments that were refused or are under way, and by code or identifier of those that were erased. \
                A registration's lists how the person came back, the newest times, and the devices that it has and had.
                """)

        @OptionGroup var person: PersonOptions

        @Option(help: "An authentication's or re-enrollment's identifier, in the place of a person.")
        var authentication: String?

        @OptionGroup var shown: ShownEntries

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func validate() throws { try person.checkSomebodyIsNamed(or: authentication) }

        func run() async throws {
            let since = try Auditor.since(shown.since)
            try await person.forPurpose {
                let auditor = try await data.auditor()
                if let authentication {
                    let (tenant, found) = try await auditor.traced(
                        authentication: authentication.lowercased(), tenant: person.tenant, as: "show")
                    let timeline = try await auditor.timeline(of: found, tenant: tenant, since: since)
                    if output.json { printJSON(try timeline.json) } else { timeline.lines.forEach { print($0) } }
                    return
                }
                let (tenant, found) = try await auditor.traced(person.search, tenant: person.tenant)
                for (index, enrollment) in found.enumerated() {
                    if output.json {
                        printJSON(
                            try await auditor.timelineDocument(of: enrollment, tenant: tenant, since: since).json)
                        continue
                    }
                    if index > 0 { print() }
                    for line in try await auditor.timeline(of: enrollment, tenant: tenant, since: since) { print(line) }
                }
            }
        }
    }

    struct Explain: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Says why enrollments or an authentication stand or ended as they do, in plain words and in exact ones.",
            discussion: """
                For each decision the rule, what was measured, the threshold, the models, the version of the configuration, \
                and what would have helped; and words that the person can be told. Nobody is named. What was erased, or never \
                measured, is said to be so. A registration's lists how the person came back; each of these is explained by \
                itself with --authentication. With --json one object a line, as GET \
                /onboarding/admin/enrollment/{enrollmentId}/explanation answers, with the words for the person in every language.
                """)

        @OptionGroup var person: PersonOptions

        @Option(help: "An authentication's or re-enrollment's identifier, in the place of a person.")
        var authentication: String?

        @Option(
            help:
                "Of the words for the person: \(Explanation.Language.allCases.map(\.rawValue).joined(separator: ", "))."
        )
        var language: Explanation.Language = .en

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func validate() throws { try person.checkSomebodyIsNamed(or: authentication) }

        func run() async throws {
            try await person.forPurpose {
                let auditor = try await data.auditor()
                if let authentication {
                    let (tenant, found) = try await auditor.traced(
                        authentication: authentication.lowercased(), tenant: person.tenant, as: "explain")
                    let explanation = try await auditor.explanation(of: found, tenant: tenant)
                    if output.json {
                        printJSON(try explanation.json)
                    } else {
                        explanation.lines(in: language).forEach { print($0) }
                    }
                    return
                }
                let (tenant, found) = try await auditor.traced(person.search, tenant: person.tenant, as: "explain")
                for (index, enrollment) in found.enumerated() {
                    let explanation = try await auditor.explanation(of: enrollment, tenant: tenant)
                    if output.json {
                        printJSON(try explanation.json)
                        continue
                    }
                    if index > 0 { print() }
                    for line in explanation.lines(in: language) { print(line) }
                }
            }
        }
    }

    struct Trail: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints what was done to tenants and the server, oldest first.",
            discussion: """
                Who did it, from where and what for: tenants made; configurations, keys, credentials and webhooks changed; failed \
                sign-ins; reads of persons' data, with those for a report; limits lifted; registrations erased and exported; \
                templates renewed; backups; holds; a clock trusted again for retention; a journal of erasures made anew. Reviews \
                and steps are in `audit show`. Of persons it says no more than an enrollment's identifier.
                """)

        @Option(help: "A tenant's name: only what concerns this one.")
        var tenant: String?

        @OptionGroup var shown: ShownEntries

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            let since = try Auditor.since(shown.since)
            try await data.auditor().trail(tenant: tenant, since: since) { entry in
                if output.json { printJSON(try entry.json) } else { print(entry.line) }
            }
        }
    }
}

extension AuditCommand {
    struct Resend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Has the trail sent once more to whoever takes it by syslog, from an entry on.",
            discussion: """
                For entries that the receiver has lost: their numbers are missing there, and the hashes do not go on. The \
                running server begins within a second, or the next one that starts. With --progress it is waited for, until \
                all of them are sent.
                """)

        @Option(help: "The number of the first entry.")
        var from: Int

        @Option(help: "The receiver, as serve has it: HOST:PORT.")
        var syslog: String?

        @OptionGroup var progress: ProgressOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            let receiver = try await data.configuration(["syslog": syslog]).syslog
            let auditor = try await data.auditor()
            let (name, last) = try await auditor.sendTrailAgain(from: from, to: receiver)
            print("\(name) is sent the trail again from entry \(from) on.")
            // A terminal alone is no reason to wait for a server.
            guard progress.progress else { return }
            fflush(nil)
            let line = progress.line("entries")
            try await auditor.awaitTrail(from...last, to: name) { line.report($0, of: last - from + 1) }
            line.end()
        }
    }
}

/// What of a listing is printed.
struct ShownEntries: ParsableArguments {
    @Option(help: "Only what happened on this day (UTC, 2026-11-25) or later, or from an instant on (RFC 3339).")
    var since: String?
}

extension Explanation.Language: ExpressibleByArgument {}

extension AuditHead: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(text: argument)
    }
}
