package import OnboardingStorage
package import ServiceLifecycle

/// A job that begins no round while the data folder is not where it was opened: it would take a file that is not there for one that
/// was deleted, and write into a folder that is somebody else's.
package struct PausingJob: Service {
    let job: any PeriodicJob
    let place: FolderPlace

    package init(_ job: any PeriodicJob, place: FolderPlace) {
        self.job = job
        self.place = place
    }

    package func run() async throws { try await job.run { [place] in !place.isKept } }
}
