package import HTTPTypes
package import OnboardingCore
package import Tenancy

/// One endpoint: where it is, who may ask, how much it takes, how it refuses, what it does.
package struct Route: Sendable {
    /// What a request costs without waiting for anything, and so which threads it may be handled on: an event loop is
    /// shared by many connections.
    package enum Effort: Sendable {
        /// Next to nothing beside reading its body: on the loop, if the body is short.
        case light
        /// Milliseconds, whatever is asked: never on a loop.
        case long
        /// All that costs is handed to a pool by the handler, the reading of the body as well: on the loop.
        case pooled
    }

    let method: HTTPTypes.HTTPRequest.Method
    /// `/onboarding/enrollment/addFace`; a segment in braces is a parameter, a last one `{name...}` takes all that follows.
    /// Logs and metrics carry this, never the path, because tokens appear in paths.
    let template: String
    let audience: Audience
    let bodyLimit: Limit
    let effort: Effort
    /// Whether it is also served below the prefixes of `PathPrefixes`. An operator's own is not, so that a proxy that keeps its
    /// path from others keeps it.
    let isBelowPrefixes: Bool
    /// Nil for the form of the server.
    let refusals: RefusalForm?
    /// Refuses by its sender alone, before the body is read.
    let admit: @Sendable (Principal?, Instant) async throws -> Void
    private let handle: @Sendable (Request) async throws -> Response

    /// To read more than this takes half a millisecond or more.
    private static let longBodyInBytes = 16 << 10

    package init(
        _ method: HTTPTypes.HTTPRequest.Method, _ template: String, for audience: Audience, bodyLimit: Limit = .body,
        effort: Effort = .light, isBelowPrefixes: Bool = true, refusals: RefusalForm? = nil,
        admit: @escaping @Sendable (Principal?, Instant) async throws -> Void = { _, _ in },
        handle: @escaping @Sendable (Request) async throws -> Response
    ) {
        self.method = method
        self.template = template
        self.audience = audience
        self.bodyLimit = bodyLimit
        self.effort = effort
        self.isBelowPrefixes = isBelowPrefixes
        self.refusals = refusals
        self.admit = admit
        self.handle = handle
    }

    /// The same endpoint with work around its handler: before it, after it, or both.
    package func around(
        _ work: @escaping @Sendable (Request, _ handle: (Request) async throws -> Response) async throws -> Response
    ) -> Route {
        Route(
            method, template, for: audience, bodyLimit: bodyLimit, effort: effort, isBelowPrefixes: isBelowPrefixes,
            refusals: refusals, admit: admit
        ) { [handle] request in
            try await work(request, handle)
        }
    }

    func response(to request: Request) async throws -> Response {
        let isForLoops =
            switch effort {
            case .light: request.body.readableBytes <= Self.longBodyInBytes
            case .long: false
            case .pooled: true
            }
        return try await isForLoops ? handle(request) : awayFromTheLoops { try await handle(request) }
    }
}
