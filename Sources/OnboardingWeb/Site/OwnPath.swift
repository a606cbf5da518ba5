/// A page of ours that another page sends on to, with its query: never another site, which a link could name.
struct OwnPath: Equatable, Sendable {
    /// Below the base.
    let text: String

    private static let longestInBytes = 1024

    /// - Parameter text: as somebody's browser sent it.
    init?(_ text: String?) {
        guard let text else { return nil }
        let path = text.prefix { $0 != "?" }
        // No empty segment, and so no `//`, behind which another host could stand.
        guard path.utf8.count <= Self.longestInBytes,
            path.wholeMatch(of: /\/[A-Za-z0-9._~\-]+(?:\/[A-Za-z0-9._~\-]+)*/) != nil
        else { return nil }
        self.text = path + PageQuery(text.dropFirst(path.count + 1)).suffix
    }

    /// As a value in the query of another page.
    var escaped: String { PageQuery.escaped(text) }
}
