import ArgumentParser
internal import OnboardingStorage
import Tenancy

/// What the program ends with: `docs/command-line.md` promises the numbers.
enum CommandStatus: Int32, CaseIterable {
    case done = 0
    /// Anything that has no number of its own.
    case failed = 1
    /// What was named or searched for is not there.
    case nothingFound = 2
    /// A rule of this program's says no: it was not confirmed, is not allowed, or is held.
    case refused = 3
    /// What is kept is not what was written: a chain, a seal, a database, a backup.
    case damaged = 4
    /// The command line is wrong (`EX_USAGE`).
    case misused = 64

    /// As the member `code` of an error in JSON has it.
    var code: String {
        switch self {
        case .done: "DONE"
        case .failed: "FAILED"
        case .nothingFound: "NOTHING_FOUND"
        case .refused: "REFUSED"
        case .damaged: "DAMAGED"
        case .misused: "USAGE"
        }
    }

    /// - Parameter error: that a command threw.
    init(of error: any Error) {
        self =
            switch error {
            case let end as CommandEnd: end.status
            case let error as ConfigurationError: CommandStatus(of: error.kind)
            case let error as StorageError: CommandStatus(of: error)
            case let error as OperatorAdministrationError: CommandStatus(of: error)
            case is Refusal: .refused
            case let error where StorageError.meansDamage(error): .damaged
            default: CommandStatus(rawValue: OutputOptions.exitCode(for: error).rawValue) ?? .failed
            }
    }

    private init(of kind: ConfigurationError.Kind) {
        self =
            switch kind {
            case .other: .failed
            case .notFound: .nothingFound
            case .refused: .refused
            case .damaged: .damaged
            case .misused: .misused
            }
    }

    private init(of error: StorageError) {
        self =
            switch error {
            case .unknownSubject, .unknownGroup: .nothingFound
            case .held, .nameTaken, .usernameComplete, .registrationCodeTaken, .idempotencyKeyTaken, .groupFull,
                .limitReached, .mailLimitReached, .proposalEnded:
                .refused
            case .databaseMissing, .schemaForeign, .journalDamaged, .journalLost, .keyMissing, .storedValueInvalid,
                .databaseDamaged, .tenantDamaged, .evidenceUnreadable:
                .damaged
            case .alreadyServed, .folderMissing, .folderMoved, .folderInUseByOthers, .folderUnusable, .databaseUnusable,
                .databaseIsNewer, .databaseIsOlder, .masterKeyForeign, .transactionLost:
                .failed
            }
    }

    private init(of error: OperatorAdministrationError) {
        self =
            switch error {
            case .unknownTenant, .unknownOperator: .nothingFound
            case .nameTaken, .passwordLength, .passwordGuessable, .ownRight, .operatorDisabled: .refused
            case .nameMalformed, .unknownRole, .unknownRight: .misused
            }
    }
}

/// A command ends so, with a sentence on standard error.
struct CommandEnd: Error, CustomStringConvertible {
    let status: CommandStatus
    let description: String

    init(_ status: CommandStatus, _ description: String) {
        (self.status, self.description) = (status, description)
    }
}

extension ExitCode {
    /// Something is not what was written, and standard output has said what.
    static let damaged = ExitCode(CommandStatus.damaged.rawValue)
}
