internal import Foundation
internal import HTTPTypes

/// Finds the route of a path. The library's router has no 405, decodes no segment, takes `//` for `/`, and ignores the case
/// of all segments or of none.
///
/// A segment that is spelled out goes before a parameter, and a parameter before a rest, whatever the order of the routes.
/// The case of the last segment is ignored, because clients in the field write `adddevice` and `addDevice`. A trailing
/// slash is tolerated.
struct RouteTable: Sendable {
    enum Match: Sendable {
        case found(Route, parameters: [String: String])
        /// The path exists, the method does not; `of` is one of its routes.
        case otherMethods([HTTPTypes.HTTPRequest.Method], of: Route)
        case none
    }

    private enum Segment: Sendable {
        case literal(Substring)
        case parameter(String)
        case rest(String)

        init(_ text: Substring) {
            self =
                if text.hasSuffix("...}") {
                    .rest(String(text.dropFirst().dropLast(4)))
                } else if text.hasPrefix("{") {
                    .parameter(String(text.dropFirst().dropLast()))
                } else {
                    .literal(text)
                }
        }

        /// The lowest is looked at first. Names do not count: `/{b}/x` goes before `/{a}/{y}`.
        var rank: Int {
            switch self {
            case .literal: 0
            case .parameter: 1
            case .rest: 2
            }
        }
    }

    /// More than any route spells out, and the most that a rest may have.
    private static let mostSegments = 16

    private let routes: [(pattern: [Segment], route: Route)]

    init(_ routes: [Route]) {
        self.routes = routes.map { ($0.template.split(separator: "/").map(Segment.init), $0) }
            .sorted { $0.0.map(\.rank).lexicographicallyPrecedes($1.0.map(\.rank)) }
    }

    /// The path of a request's target, without query and fragment.
    static func path(of target: String?) -> Substring {
        // Bytes, not characters: a target may be as long as a head, and costs nothing to send.
        Substring((target ?? "").utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    }

    /// What stands behind the question mark of a target; empty where there is none.
    static func query(of target: String?) -> Substring {
        let behind = (target ?? "").utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
        return Substring(behind.prefix { $0 != UInt8(ascii: "#") })
    }

    /// A route that can be read answers HEAD as well (RFC 9110 §9.3.2); `Responder` leaves the body out.
    func match(_ method: HTTPTypes.HTTPRequest.Method, path: Substring) -> Match {
        guard let segments = Self.segments(of: path) else { return .none }
        let found = routes.compactMap { pattern, route in
            Self.parameters(of: segments, in: pattern).map { (route, $0) }
        }
        let wanted = method == .head ? .get : method
        if let (route, parameters) = found.first(where: { $0.0.method == wanted }) {
            return .found(route, parameters: parameters)
        }
        guard let first = found.first?.0 else { return .none }
        return .otherMethods(found.flatMap { $0.0.method == .get ? [.get, .head] : [$0.0.method] }, of: first)
    }

    /// Nil for a path with an empty segment: a rule of a proxy for the path without it would not hold.
    private static func segments(of path: Substring) -> [Substring]? {
        guard path.hasPrefix("/") else { return nil }
        var segments = path.utf8.dropFirst()
            .split(separator: UInt8(ascii: "/"), maxSplits: mostSegments, omittingEmptySubsequences: false)
            .map(Substring.init)
        if segments.last?.isEmpty == true { segments.removeLast() }
        return segments.count > mostSegments || segments.contains(where: \.isEmpty) ? nil : segments
    }

    /// The parameters of a path; nil where it does not fit.
    private static func parameters(of segments: [Substring], in pattern: [Segment]) -> [String: String]? {
        let takesRest = if case .rest = pattern.last { true } else { false }
        guard takesRest ? pattern.count <= segments.count : pattern.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (index, wanted) in pattern.enumerated() {
            let given = segments[index]
            switch wanted {
            case .literal(let text) where text == given: break
            case .literal(let text):
                guard index == segments.count - 1, text.utf8.count == given.utf8.count,
                    text.lowercased() == given.lowercased()
                else { return nil }
            case .parameter(let name): parameters[name] = decoded(given)
            case .rest(let name):
                let names = segments[index...].map(decoded)
                guard names.allSatisfy(isName) else { return nil }
                parameters[name] = names.joined(separator: "/")
            }
        }
        return parameters
    }

    /// What does not decode is a value like any other that nobody knows.
    private static func decoded(_ segment: Substring) -> String {
        String(segment).removingPercentEncoding ?? String(segment)
    }

    /// Whether a segment of a rest names something in its folder, and the same to whoever reads it as a file's name. Bytes,
    /// because a slash may be the first part of a character.
    private static func isName(_ segment: String) -> Bool {
        segment != "." && segment != ".." && !segment.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
