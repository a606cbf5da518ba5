import ArgumentParser
import Foundation
import OnboardingJSON
import OnboardingStorage
import Tenancy
import Testing

@testable import OnboardingCommand

/// With which number the program ends, and what standard error then says.
@Suite struct CommandStatusTests {
    private func failure(_ words: String) throws -> CommandFailure {
        let words = words.split(separator: " ").map(String.init)
        do {
            _ = try OnboardingProgram.parseAsRoot(words)
        } catch {
            return CommandFailure(error, words: words)
        }
        throw NotRefused()
    }

    private struct NotRefused: Error {}

    @Test func theNumbersAreThoseOfTheDocument() throws {
        #expect(CommandStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 64])
    }

    @Test(
        arguments: [
            (ConfigurationError(description: "x"), CommandStatus.failed),
            (ConfigurationError(description: "x", kind: .notFound), .nothingFound),
            (ConfigurationError(description: "x", kind: .refused), .refused),
            (ConfigurationError(description: "x", kind: .damaged), .damaged),
            (ConfigurationError(description: "x", kind: .misused), .misused),
            (StorageError.held, .refused), (StorageError.unknownSubject, .nothingFound),
            (StorageError.evidenceUnreadable, .damaged), (StorageError.journalDamaged(path: "x"), .damaged),
            (StorageError.folderMissing(path: "x"), .failed), (StorageError.masterKeyForeign, .failed),
            (OperatorAdministrationError.unknownOperator, .nothingFound),
            (OperatorAdministrationError.ownRight, .refused), (OperatorAdministrationError.unknownRole, .misused),
            (OperatorAdministrationError.passwordLength, .refused),
            (Refusal(.erasureBlocked), .refused), (CommandEnd(.nothingFound, "x"), .nothingFound),
            (ExitCode.failure, .failed), (ExitCode.damaged, .damaged), (ValidationError("x"), .misused),
            (CocoaError(.fileNoSuchFile), .failed),
        ] as [(any Error, CommandStatus)])
    func anErrorHasItsNumber(error: any Error, status: CommandStatus) {
        #expect(CommandStatus(of: error) == status)
    }

    @Test func anErrorIsALineOfTextOrOfJSON() throws {
        let error = CommandEnd(.nothingFound, "nobody found")
        #expect(CommandFailure(error, words: ["find"]).text == "Error: nobody found")
        let text = CommandFailure(error, words: ["find", "--json"]).text
        #expect(text == #"{"error":{"code":"NOTHING_FOUND","exitCode":2,"message":"nobody found"}}"#)
        #expect(CommandFailure(ExitCode.damaged, words: ["audit", "verify", "--json"]).text.isEmpty)
    }

    @Test func whatFoundationSaysOfAFileIsSaidInOurWords() throws {
        let error = CocoaError(
            .fileWriteUnknown,
            userInfo: [NSFilePathErrorKey: "/etc/hostname/below", NSUnderlyingErrorKey: POSIXError(.ENOTDIR)])
        let failure = CommandFailure(error, words: ["backup", "/etc/hostname/below"])
        #expect(failure.status == .failed)
        #expect(failure.text == "Error: /etc/hostname/below cannot be written: /etc/hostname is no folder.")
        let json = CommandFailure(POSIXError(.ENOSPC), words: ["sandbox", "--json"]).text
        #expect(
            json
                == #"{"error":{"code":"FAILED","exitCode":1,"message":"A file cannot be used: no space is left."}}"#)
    }

    @Test func aWrongCommandLineIsJSONToo() throws {
        let failure = try failure("find --json")
        #expect(failure.status == .misused)
        let document = try JSONDecoder().decode(JSONValue.self, from: Data(failure.text.utf8))
        #expect(document.value(at: ["error", "code"]) == .string("USAGE"))
        #expect(document.value(at: ["error", "message"]) == .string("Missing expected argument '--tenant <tenant>'"))
    }

    @Test(arguments: [
        ("tennant list", "There is no command 'onboarding tennant'. Did you mean 'onboarding tenant'?"),
        ("tenant lst", "There is no command 'onboarding tenant lst'. Did you mean 'onboarding tenant list'?"),
        (
            "tenant credential ad x",
            "There is no command 'onboarding tenant credential ad'. "
                + "Did you mean 'onboarding tenant credential add'?"
        ),
        ("quux", "There is no command 'onboarding quux'."),
    ])
    func aMisspeltCommandIsNamedWithTheOneThatIsNear(words: String, sentence: String) throws {
        let failure = try failure(words)
        #expect(failure.status == .misused)
        #expect(failure.text.hasPrefix("Error: \(sentence)\n  See 'onboarding"), "\(failure.text)")
    }

    @Test(arguments: [
        ("find --tennant acme", "There is no option '--tennant'. Did you mean '--tenant'?"),
        ("audit verify --sinse x", "There is no option '--sinse'. Did you mean '--since'?"),
        ("erase 0123456789 --tenent=acme", "There is no option '--tenent'. Did you mean '--tenant'?"),
    ])
    func aMisspeltOptionIsNamedWithTheOneThatIsNear(words: String, sentence: String) throws {
        #expect(try failure(words).text.hasPrefix("Error: \(sentence)\n"))
    }

    /// Where a person's code may stand as well.
    @Test func aCodeIsNoMisspeltCommand() {
        #expect(MistypedWord.found(in: ["erase", "0123456789"]) == nil)
        #expect(MistypedWord.found(in: ["find", "0123456789"]) == nil)
        #expect(MistypedWord.found(in: ["tenant", "--help"]) == nil)
        #expect(MistypedWord.found(in: ["find", "--since", "2026-11-25", "--phone-number=1"]) == nil)
    }
}
