internal import HTTPTypes

/// How a browser that looks for a page is refused where no route says how: as a page, and not as JSON. What lies beside the
/// routes of the interface is the interface's, whose clients are answered in JSON whatever they accept.
struct BrowserRefusals: Sendable {
    private let refusals: RefusalForm
    /// What the interface's paths begin with, without the name of a tenant.
    private let interface: Set<String>

    init(_ refusals: RefusalForm, beside routes: [Route]) {
        self.refusals = refusals
        interface = Set(
            routes.compactMap { route in
                route.template.split(separator: "/").first { !$0.hasPrefix("{") }?.lowercased()
            })
    }

    /// Nil where the form of the interface is right.
    func form(for path: Substring, _ headers: HTTPFields, _ prefixes: PathPrefixes) async -> RefusalForm? {
        let accepted = AcceptedMedia(headers[.accept])
        guard accepted.quality(of: "text/html") > accepted.quality(of: "application/json"), !isOfInterface(path) else {
            return nil
        }
        for (shortened, _) in await prefixes.shortened(path) where isOfInterface(shortened) { return nil }
        return refusals
    }

    private func isOfInterface(_ path: Substring) -> Bool {
        path.split(separator: "/", maxSplits: 1).first.map { interface.contains($0.lowercased()) } ?? false
    }
}
