package import Logging
internal import OnboardingStorage
internal import Synchronization
package import Tenancy

/// Says once that the data folder was moved away or replaced under the server, and once that it is back.
package final class PlaceWatch: PeriodicJob {
    package static let interval = Duration.seconds(1)

    package let logger: Logger
    private let place: FolderPlace
    private let path: String
    private let wasKept = Mutex(true)

    package init(data: DataDirectory, logger: Logger) {
        (place, path) = (data.place, data.folder.path)
        self.logger = logger
    }

    package func round() async throws {
        let isKept = place.isKept
        let isNew = wasKept.withLock { wasKept in
            defer { wasKept = isKept }
            return wasKept != isKept
        }
        guard isNew else { return }
        if isKept {
            logger.notice("the data directory is back: the server writes again", metadata: ["path": "\(path)"])
        } else {
            logger.error(
                "the data directory was moved away or replaced: nothing is written until it is back",
                metadata: ["path": "\(path)"])
        }
    }
}
