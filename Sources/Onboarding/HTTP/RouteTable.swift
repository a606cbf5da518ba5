internal import Foundation
internal import HTTPTypes

/// One endpoint: where it is, who may call it, how much it takes, what it does.
struct Route: Sendable {
    /// What a request costs without waiting for anything, and so which threads it may be handled on: an event loop is
    /// shared by many connections.
    enum Effort: Sendable {
        /// Next to nothing beside reading its body: on the loop, if the body is short.
        case light
        /// Milliseconds, whatever is asked: never on a loop.
        case long
        /// All that costs is handed to a pool by the handler, the reading of the body as well: on the loop.
        case pooled
    }

    let method: HTTPRequest.Method
    /// `/onboarding/enrollment/addFace`; a segment in braces is a parameter. Logs and metrics carry this, never the
    /// path, because tokens appear in paths.
    let template: String
    let audience: Audience
    /// In bytes.
    let bodyLimit: Int
    let effort: Effort
    /// Images of a document have their own error word.
    let isDocumentCall: Bool
    private let handle: @Sendable (Call) async throws -> Answer

    /// To read more than this takes half a millisecond or more.
    private static let longBodyInBytes = 16 << 10

    init(
        _ method: HTTPRequest.Method, _ template: String, for audience: Audience, bodyLimit: Int = 64 << 10,
        effort: Effort = .light, isDocumentCall: Bool = false, handle: @escaping @Sendable (Call) async throws -> Answer
    ) {
        self.method = method
        self.template = template
        self.audience = audience
        self.bodyLimit = bodyLimit
        self.effort = effort
        self.isDocumentCall = isDocumentCall
        self.handle = handle
    }

    func answer(_ call: Call) async throws -> Answer {
        let isForLoops =
            switch effort {
            case .light: call.body.readableBytes <= Self.longBodyInBytes
            case .long: false
            case .pooled: true
            }
        return try await isForLoops ? handle(call) : awayFromTheLoops { try await handle(call) }
    }
}

/// Finds the route of a path: exact first, then with the case of the last segment ignored, because clients in the
/// field write `adddevice` and `addDevice`. A trailing slash is tolerated.
struct RouteTable: Sendable {
    enum Match: Sendable {
        case found(Route, parameters: [String: String])
        /// The path exists, the method does not.
        case otherMethods([HTTPRequest.Method], template: String)
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
    func match(_ method: HTTPRequest.Method, path: Substring) -> Match {
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
            guard pattern.count == segments.count else { return nil }
            var parameters: [String: String] = [:]
            for (index, (wanted, given)) in zip(pattern, segments).enumerated() {
                if wanted.hasPrefix("{") {
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
