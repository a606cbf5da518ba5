internal import OnboardingAPI

/// Whether the process lives (`healthz`) and whether it can serve (`readyz`: engines loaded, database answering).
enum HealthRoutes {
    static func all(_ deployment: Deployment) -> [Route] {
        [
            Route(.get, "/healthz", for: .anyone) { _ in .text("ok\n") },
            Route(.get, "/readyz", for: .anyone) { _ in
                // Routes exist only once the engines are loaded and have passed their self-test.
                guard await deployment.store.isReadable() else { throw Refusal(.overloaded, retryAfterInSeconds: 1) }
                return .text("ready\n")
            },
        ]
    }
}
