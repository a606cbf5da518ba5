internal import Foundation
internal import HTTPTypes

/// Finds the route of a path: exact first, then with the case of the last segment ignored, because clients in the
/// field write `adddevice` and `addDevice`. A trailing slash is tolerated.
struct RouteTable: Sendable {
    enum Match: Sendable {
        case found(Route, parameters: [String: String])
        /// The path exists, the method does not.
        case otherMethods([HTTPTypes.HTTPRequest.Method], template: String)
        case none
    }

    /// More than any route has; what stands behind them stays in one piece.
    private static let mostSegments = 16

    private let routes: [(segments: [Substring], route: Route)]

    init(_ routes: [Route]) {
        self.routes = routes.map { ($0.template.split(separator: "/"), $0) }
    }

    /// The path of a request's target, without query and fragment.
    static func path(of target: String?) -> Substring {
        // Bytes, not characters: a target may be as long as a head, and costs nothing to send.
        Substring((target ?? "").utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    }

    /// A route that can be read answers HEAD as well (RFC 9110 §9.3.2); `Responder` leaves the body out.
    func match(_ method: HTTPTypes.HTTPRequest.Method, path: Substring) -> Match {
        guard let segments = Self.segments(of: path) else { return .none }
        let exact = candidates(segments, ignoringCase: false)
        let found = exact.isEmpty ? candidates(segments, ignoringCase: true) : exact
        let wanted = method == .head ? .get : method
        if let (route, parameters) = found.first(where: { $0.0.method == wanted }) {
            return .found(route, parameters: parameters)
        }
        guard let template = found.first?.0.template else { return .none }
        return .otherMethods(found.flatMap { $0.0.method == .get ? [.get, .head] : [$0.0.method] }, template: template)
    }

    /// Nil for a path with an empty segment: a rule of a proxy for the path without it would not hold.
    private static func segments(of path: Substring) -> [Substring]? {
        guard path.hasPrefix("/") else { return nil }
        var segments = path.utf8.dropFirst()
            .split(separator: UInt8(ascii: "/"), maxSplits: mostSegments, omittingEmptySubsequences: false)
            .map(Substring.init)
        if segments.last?.isEmpty == true { segments.removeLast() }
        return segments.contains(where: \.isEmpty) ? nil : segments
    }

    private func candidates(_ segments: [Substring], ignoringCase: Bool) -> [(Route, [String: String])] {
        routes.compactMap { pattern, route in
            let takesRest = pattern.last?.hasSuffix("...}") ?? false
            guard takesRest ? pattern.count <= segments.count : pattern.count == segments.count else { return nil }
            var parameters: [String: String] = [:]
            for (index, (wanted, given)) in zip(pattern, segments).enumerated() {
                if takesRest, index == pattern.count - 1 {
                    parameters[String(wanted.dropFirst().dropLast(4))] = segments[index...].joined(separator: "/")
                } else if wanted.hasPrefix("{") {
                    // What does not decode is a value like any other that nobody knows.
                    let value = String(given)
                    parameters[String(wanted.dropFirst().dropLast())] = value.removingPercentEncoding ?? value
                } else if wanted != given {
                    let isLast = index == segments.count - 1
                    guard ignoringCase, isLast, wanted.utf8.count == given.utf8.count,
                        wanted.lowercased() == given.lowercased()
                    else { return nil }
                }
            }
            return (route, parameters)
        }
    }
}
