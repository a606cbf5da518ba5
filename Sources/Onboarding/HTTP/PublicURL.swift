internal import OnboardingAPI
internal import Synchronization

/// The URL under which clients know this server: configured, or the address it turned out to listen on.
final class PublicURL: Sendable {
    private let known: Mutex<String?>

    init(configured: String?) {
        known = Mutex(configured)
    }

    /// Refuses until the server has an address.
    var value: String {
        get throws(Refusal) {
            guard let url = known.withLock({ $0 }) else { throw Refusal(.overloaded, retryAfterInSeconds: 1) }
            return url
        }
    }

    /// Tells the address listened on; a configured URL stays.
    func listening(on url: String) {
        known.withLock { if $0 == nil { $0 = url } }
    }

    /// What goes into QR data: the host alone for plain https, else the whole base URL.
    static func hostPart(of url: String) -> String {
        let host = url.dropFirst("https://".count)
        return url.hasPrefix("https://") && !host.contains("/") ? String(host) : url
    }
}
