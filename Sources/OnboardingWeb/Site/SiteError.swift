/// A file of `web` that pages cannot be made with. A start stops on it.
enum SiteError: Error, CustomStringConvertible {
    case unreadable(file: String)
    /// - cause: what is wrong with it.
    case wrong(file: String, cause: String)

    var description: String {
        switch self {
        case .unreadable(let file): "\(file) cannot be read."
        case .wrong(let file, let cause): "\(file): \(cause)"
        }
    }
}
