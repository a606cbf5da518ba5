import ArgumentParser
import OnboardingJSON
internal import OnboardingStorage

struct RetentionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Erases what the tenants keep no longer, as the server does every ten minutes, or counts it.",
        discussion: """
            By kind: registrations, what failed, images of faces, documents, what the audit trail tells; each for as many days as \
            the tenant's configuration says. What is under a legal hold stays. Where the clock is further ahead than a server is \
            ever down, nothing is erased until somebody has looked at it. Works beside a running server.
            """)

    @Flag(help: "Count what is due, and erase nothing.")
    var dryRun = false

    @Flag(help: "The clock is right, however far it has moved.")
    var clockIsRight = false

    @OptionGroup var output: OutputOptions

    @OptionGroup var data: DataOptions

    func validate() throws {
        if dryRun, clockIsRight {
            throw ValidationError("--dry-run erases nothing, so that it needs no --clock-is-right.")
        }
    }

    func run() async throws {
        let administration = try await data.retentionAdministration()
        if dryRun {
            try output.show(
                try await administration.due(), nothing: "There is no tenant.",
                object: { due in due.counts.object.merging(["tenant": .text(due.tenant)]) { $1 } },
                columns: [
                    "TENANT": { $0.tenant }, "REGISTRATIONS": { "\($0.counts.registrations)" },
                    "FAILED": { "\($0.counts.failed)" }, "FACES": { "\($0.counts.faceEvidence)" },
                    "DOCUMENTS": { "\($0.counts.documentEvidence)" }, "TRAIL": { "\($0.counts.trail)" },
                    "HELD": { "\($0.counts.held)" },
                ])
        } else {
            let erased = try await administration.perform(clockIsRight: clockIsRight)
            try output.show(erased.object, else: ["erased: \(erased.words)"])
        }
    }
}

extension RetentionCounts {
    var object: [String: JSONValue?] {
        [
            "registrations": .count(registrations), "failed": .count(failed), "faceEvidence": .count(faceEvidence),
            "documentEvidence": .count(documentEvidence), "trail": .count(trail), "held": .count(held),
        ]
    }

    var words: String {
        [
            counted(registrations, "registration"), "\(failed) failed",
            "images of \(counted(faceEvidence, "face capture"))", counted(documentEvidence, "document"),
            "\(trail) of the trail",
        ].joined(separator: ", ") + (held > 0 ? "; held: \(counted(held, "enrollment"))" : "")
    }
}
