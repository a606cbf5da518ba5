import ArgumentParser
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

    @OptionGroup var data: DataOptions

    func validate() throws {
        if dryRun, clockIsRight {
            throw ValidationError("--dry-run erases nothing, so that it needs no --clock-is-right.")
        }
    }

    func run() async throws {
        let administration = try await data.retentionAdministration()
        if dryRun {
            let due = try await administration.due()
            for (tenant, counts) in due { print("\(tenant): \(counts.words)") }
            if due.isEmpty { print("There is no tenant.") }
        } else {
            print("erased: \(try await administration.perform(clockIsRight: clockIsRight).words)")
        }
    }
}

extension RetentionCounts {
    fileprivate var words: String {
        [
            counted(registrations, "registration"), "\(failed) failed",
            "images of \(counted(faceEvidence, "face capture"))", counted(documentEvidence, "document"),
            "\(trail) of the trail",
        ].joined(separator: ", ") + (held > 0 ? "; held: \(counted(held, "enrollment"))" : "")
    }
}
