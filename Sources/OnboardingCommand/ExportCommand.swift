import ArgumentParser
import Casework
import Foundation
import OnboardingJSON
import Tenancy

extension PageLanguage: ExpressibleByArgument {}

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes out what is kept of a person, for that person, and checks what was written.",
        subcommands: [Write.self, Verify.self], defaultSubcommand: Write.self)

    struct Write: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes out what is kept of a person: a page to read with its images, and the same for programs.",
            discussion: """
                Of all of their enrollments, whatever became of them: index.html, person.json, images, measurements, templates. \
                The files are in the clear and readable by their owner alone; the audit trail keeps that they were written. \
                An archive is one ZIP file with a manifest that the server's key signs. Works beside a running server.
                """)

        @OptionGroup var person: PersonOptions

        @Option(help: "The folder to make (default: ./export- and the first 8 digits of the enrollment's identifier).")
        var to: String?

        @Option(help: "The archive to make, in place of a folder: a ZIP file.")
        var archive: String?

        @Option(help: "The language of the page.")
        var language = PageLanguage.english

        @OptionGroup var data: DataOptions

        func validate() throws {
            try person.checkSomebodyIsNamed()
            if to != nil, archive != nil { throw ValidationError("An export is a folder or an archive: name one.") }
        }

        func run() async throws {
            let place = archive.map(ExportPlace.archive) ?? .folder(to)
            try await person.forPurpose {
                let (count, path) = try await data.auditor().export(
                    person.search, tenant: person.tenant, to: place, language: language)
                print("\(counted(count, "file")) in \(path)")
            }
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks that an archive is what a server wrote. Exit code 4 where it is not.",
            discussion: """
                Needs no data: the archive, and the key set that the server gives out under \
                /auth/realms/REALM/protocol/openid-connect/certs.
                """)

        @Argument(help: "The archive.")
        var file: String

        @Option(help: "A file with the server's key set (JWKS).")
        var jwks: String

        @OptionGroup var output: OutputOptions

        func run() throws {
            let verification = try ArchiveVerification(archive: file, keySet: try NamedFile.contents(of: jwks))
            let isIntact = verification.findings.isEmpty
            try output.show(
                [
                    "intact": .bool(isIntact), "findings": .texts(verification.findings),
                    "files": .count(verification.fileCount), "tenant": .text(verification.tenant),
                    "writtenAt": .text(verification.writtenAt), "keyId": .text(verification.keyID),
                    "enrollments": .texts(verification.enrollments),
                ],
                else: isIntact
                    ? [
                        "intact: \(counted(verification.fileCount, "file")) of tenant \(verification.tenant), written "
                            + "\(verification.writtenAt), signed by key \(verification.keyID)"
                    ] + verification.enrollments : verification.findings)
            if !isIntact { throw ExitCode.damaged }
        }
    }
}
