/// What a pool's threads are busy with; a label of the metrics.
package enum Work: String, CaseIterable, Sendable {
    /// Reading a request's JSON.
    case body
    case face, document
    /// Looking at a page's images before its capture.
    case preview
    /// Making a template again from evidence.
    case template
    /// Looking for a face among all registrations.
    case search
    /// Cutting out a face, or turning an image, for an auditor to look at.
    case image
    /// Signing tokens and QR data.
    case signature
    /// Making what is kept of a password, and holding one against it.
    case password

    /// A first guess at how long a job takes, in seconds; what is measured replaces it.
    var expectedSeconds: Double {
        switch self {
        case .body, .signature: 0.005
        case .preview, .search: 0.02
        case .face, .template, .image: 0.05
        case .password: 0.4
        case .document: 1
        }
    }
}
