package import OnboardingCore
internal import OnboardingStorage
package import Tenancy

/// Hands out the id of one capture.
package struct BeginCapture: Sendable {
    let cases: Cases

    package func perform(by principal: Principal, at now: Instant) throws -> CaptureSessionID {
        try CaptureSessionID(of: principal.tenant.id, keys: cases.keys, at: now)
    }
}
