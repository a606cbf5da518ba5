import ArgumentParser
import Casework
import Foundation
internal import OnboardingCore
import OnboardingJSON
import Tenancy

struct EraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erases a person, and checks the certificates of that.",
        subcommands: [Erase.self, Verify.self], defaultSubcommand: Erase.self)

    struct Erase: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "person",
            abstract: "Erases a person: all of their enrollments, whatever became of them, and the registration.",
            discussion: """
                Keys first, so that nothing opens from that moment on. What happened stays in the audit trail, without a person \
                to it. Where several persons fit, none is erased, and their enrollments are named. Of each enrollment a signed \
                certificate is printed, or written to a file. Works beside a running server.
                """)

        @OptionGroup var person: PersonOptions

        @Option(help: "The file to make for the certificates, one a line, in place of printing them.")
        var certificate: String?

        @OptionGroup var data: DataOptions

        func validate() throws {
            try person.checkSomebodyIsNamed()
            // Before anybody is erased: what was erased gives its certificates here alone.
            if let certificate { try NamedFile.checkFree(certificate) }
        }

        func run() async throws {
            try await person.forPurpose {
                let erased = try await data.auditor().erase(person.search, tenant: person.tenant)
                print("erased: \(counted(erased.enrollments.count, "enrollment"))")
                for id in erased.enrollments { print(id.text) }
                let text = erased.certificates.map { $0 + "\n" }.joined()
                guard let certificate, Self.write(text, to: certificate) else {
                    print(certificate == nil ? "certificates:" : "certificates, because the file could not be made:")
                    print(text, terminator: "")
                    return
                }
                print("certificates: \(certificate)")
            }
        }

        /// - Returns: whether it was written, with mode 0600.
        private static func write(_ text: String, to path: String) -> Bool {
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks that certificates of erasures are what a server wrote. Exit code 4 where they are not.",
            discussion: """
                Needs no data: the certificates, and the key set that the server gives out under \
                /auth/realms/REALM/protocol/openid-connect/certs.
                """)

        @Argument(help: "A file with certificates, one a line.")
        var file: String

        @Option(help: "A file with the server's key set (JWKS).")
        var jwks: String

        @Option(help: "The enrollment that one of them has to be of: 32 hexadecimal digits.")
        var enrollment: String?

        @OptionGroup var output: OutputOptions

        private var id: EnrollmentID? { enrollment.flatMap { EnrollmentID(text: $0.lowercased()) } }

        func validate() throws {
            if enrollment != nil, id == nil { throw ValidationError("--enrollment is 32 hexadecimal digits.") }
        }

        func run() throws {
            let verification = try ErasureVerification(
                certificates: String(decoding: try NamedFile.contents(of: file), as: UTF8.self),
                keySet: try NamedFile.contents(of: jwks), enrollment: id)
            let isIntact = verification.findings.isEmpty
            try output.show(
                [
                    "intact": .bool(isIntact), "findings": .texts(verification.findings),
                    "certificates": .array(verification.certificates.map(\.object)),
                ],
                else: isIntact
                    ? verification.certificates.map { certificate in
                        "intact: erased \(certificate.erasedAt.iso8601WithMilliseconds) by \(certificate.by), tenant "
                            + "\(certificate.tenant), entry \(certificate.journalEntry) of the journal of erasures"
                    } : verification.findings)
            if !isIntact { throw ExitCode.damaged }
        }
    }
}

extension ErasureVerification.Certificate {
    fileprivate var object: JSONValue {
        .members([
            "tenant": .text(tenant), "subject": .text(subject), "erasedAt": .instant(erasedAt), "by": .text(by),
            "journalEntry": .count(journalEntry),
        ])
    }
}
