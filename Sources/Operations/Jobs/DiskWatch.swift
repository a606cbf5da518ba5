package import Logging
internal import OnboardingStorage
package import Tenancy

/// Says that the disk is running low, again and again as long as it is.
package struct DiskWatch: PeriodicJob {
    package static let interval = Duration.seconds(300)

    let folder: DataFolder
    package let logger: Logger

    package init(data: DataDirectory, logger: Logger) {
        folder = data.folder
        self.logger = logger
    }

    package func round() async throws {
        guard folder.isLow else { return }
        logger.error(
            "disk low: soon nothing can be stored",
            metadata: ["freeMiB": .stringConvertible((DataFolder.freeBytes(at: folder.path) ?? 0) >> 20)])
    }
}
