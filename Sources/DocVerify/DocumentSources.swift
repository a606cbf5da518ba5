package import Vision

/// The sources that a document is read from, in the order in which their values are listed.
package enum DocumentSources {
    /// Loads the networks of all of them.
    ///
    /// - Parameters:
    ///   - models: where the set-up put the models.
    ///   - workers: how many threads will read at one time.
    package static func load(
        models: ModelFolder, workers: Int
    ) throws(DocumentReaderError) -> [any DocumentSource] {
        [try MRZReader(models: models, workers: workers), try PrintedReader(models: models, workers: workers)]
    }
}
