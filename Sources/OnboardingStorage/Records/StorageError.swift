internal import GRDB
package import OnboardingCore

/// Why the data folder, a database or an evidence object did not do what was asked. None of the cases carries a stored
/// value; paths are those of the operator's own folder.
package enum StorageError: Error, Equatable, Sendable {
    /// Another server holds the lock of the data folder.
    case alreadyServed
    /// There is no data folder at this path, and who asked makes none.
    case folderMissing(path: String)
    /// This database of the data folder is gone or without a byte, and the other one is there: a new one would fit nothing.
    case databaseMissing(path: String)
    /// The data folder was moved away or replaced while it was open: this file of it is no longer at its path.
    case folderMoved(path: String)
    /// The folder holds other files than a server's data.
    case folderInUseByOthers
    /// The system refused to make, read or write this file or folder of the data folder.
    case folderUnusable(path: String)
    /// The database of this path cannot be opened or written at the moment.
    case databaseUnusable(path: String)
    /// A newer program has written this database.
    case databaseIsNewer
    /// The schema of this database has an object that this program does not make, or lacks one that it makes.
    case schemaForeign(path: String)
    /// A line of the journal of erasures of this path is not what was written.
    case journalDamaged(path: String)
    /// The journal of erasures of this path is shorter than it was, or another's.
    case journalLost(path: String)
    /// Written by an older version, and not to be touched now.
    case databaseIsOlder
    /// A tenant's name, realm, client id or API key, or a key id, is taken.
    case nameTaken
    /// An enrollment of the username is complete: none is begun beside it.
    case usernameComplete
    /// The registration code is taken within the tenant: commit again with another one.
    case registrationCodeTaken
    /// The idempotency key was used: look up what for.
    case idempotencyKeyTaken
    /// The tenant has no such group.
    case unknownGroup
    /// The group has as many members as it may have.
    case groupFull
    /// There are as many of these as there may be.
    case limitReached
    /// The recipient was sent as many messages as one may be, until then.
    case mailLimitReached(until: Instant)
    /// There is no such tenant or enrollment.
    case unknownSubject
    /// The master key is not the one that this data folder was made with.
    case masterKeyForeign
    /// Somebody else was faster with the proposal, or it can be agreed to no more.
    case proposalEnded
    /// A legal hold keeps it from being erased.
    case held
    /// No key: it was erased, or never made.
    case keyMissing
    /// A stored value is not one that this program writes.
    case storedValueInvalid
    /// The database gave the whole transaction up (disk full, input or output error): nothing of it was kept.
    case transactionLost
    /// The database of this path is damaged.
    case databaseDamaged(path: String)
    /// The keys or the configuration of the tenant that was asked for are missing or damaged.
    case tenantDamaged
    /// An evidence object is missing, cannot be opened or is not in the form of `EvidenceObject`.
    case evidenceUnreadable
}

extension StorageError {
    /// Whether `error` says that nothing can be stored at the moment: no space, no right to write, a failing disk, a tenant
    /// that has to be restored. What was asked may succeed later as it is.
    package static func meansUnavailable(_ error: any Error) -> Bool {
        switch error {
        case StorageError.folderUnusable, StorageError.folderMoved, StorageError.databaseUnusable,
            StorageError.transactionLost, StorageError.tenantDamaged, StorageError.schemaForeign:
            true
        case let error as DatabaseError:
            // ABORT is what the others of a group meet after SQLite has rolled it back by itself.
            [
                .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_LOCKED,
                .SQLITE_ABORT, .SQLITE_NOMEM, .SQLITE_INTERRUPT, .SQLITE_PERM,
            ].contains(error.resultCode)
        default: false
        }
    }
}

extension StorageError {
    /// Whether `error` says that what is stored is not what this program writes: a junk value, or a page that SQLite cannot
    /// make sense of.
    package static func meansDamage(_ error: any Error) -> Bool {
        switch error {
        case StorageError.storedValueInvalid, is RowDecodingError: true
        case let error as DatabaseError: [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
        default: false
        }
    }
}

extension StorageError: CustomStringConvertible {
    /// A sentence for the person who runs the program.
    package var description: String {
        switch self {
        case .alreadyServed: "Another server is running on this data directory."
        case .folderMissing(let path):
            "There is no data directory at \(path); mistyped, or a volume that is not mounted? With --create, `onboarding tenant "
                + "create` and `onboarding serve` make one there."
        case .databaseMissing(let path):
            "The database \(path) is gone: restore it from a backup, together with the other one."
        case .folderMoved(let path):
            "The data directory was moved away or replaced while it was in use: \(path) is not the file that was opened. Put it "
                + "back, or restart the program on the one that is there now."
        case .folderInUseByOthers: "The data directory holds files that are not a server's data; name an empty folder."
        case .folderUnusable(let path):
            "The data in \(path) cannot be made, read or written; is the disk full, or may this user not write there?"
        case .databaseUnusable(let path):
            "The database \(path) cannot be opened or written; is the disk full, or may this user not write there?"
        case .journalDamaged(let path):
            "The journal of erasures \(path) is damaged: put its last good copy back, lest whoever was erased comes back."
        case .journalLost(let path):
            "The journal of erasures \(path) is missing, shorter than it was, or another's. Put it back: without it, whoever was "
                + "erased since these data were copied would come back. Where it is lost for good, `onboarding restore "
                + "--accept-lost-journal` makes a new one of what the data know."
        case .databaseIsOlder:
            "The data directory was written by an older version of this program, or its making was cut short; the next start "
                + "of the server, or the next tenant command, brings it up to date."
        case .schemaForeign(let path):
            "The database \(path) has a trigger, a view or another object that this program does not make, or lacks one that it "
                + "makes: somebody else has written it. Restore a backup; onboarding audit verify says what else was changed."
        case .databaseIsNewer: "The data directory was written by a newer version of this program."
        case .nameTaken: "This name is taken."
        case .usernameComplete: "An enrollment of this username is complete."
        case .registrationCodeTaken: "The registration code is taken."
        case .idempotencyKeyTaken: "The idempotency key was used."
        case .unknownGroup: "The tenant has no such group."
        case .groupFull: "The group is full."
        case .limitReached: "There are as many of these as there may be."
        case .mailLimitReached: "The recipient was sent as many messages as one may be."
        case .unknownSubject: "There is no such tenant or enrollment."
        case .proposalEnded: "The proposal has ended."
        case .masterKeyForeign:
            "The master key opens no tenant's key: it is not the one that this data directory was made with, or the keys were "
                + "changed. A backup from before a rotation of the master key needs the key from before it."
        case .held:
            "A legal hold is on it: `onboarding hold list` says why, and nothing of it is erased until it is lifted."
        case .keyMissing: "The key for this data does not exist (any more)."
        case .storedValueInvalid: "A stored value is damaged."
        case .transactionLost: "The database could not be written; is the disk full?"
        case .tenantDamaged: "The keys or the configuration of a tenant are damaged; restore a backup."
        case .databaseDamaged(let path): "The database \(path) is damaged; restore a backup."
        case .evidenceUnreadable: "An evidence object is missing or damaged."
        }
    }
}
