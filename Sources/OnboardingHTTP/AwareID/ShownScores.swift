internal import OnboardingAPI
internal import Tenancy

/// A response that says how well something matched, or how live it looked.
protocol ScoredResponse {
    var withoutScores: Self { get }
}

extension AddFaceResponse: ScoredResponse {}
extension AddDocumentResponse: ScoredResponse {}
extension VerifyFaceResponse: ScoredResponse {}
extension VerifyDocumentResponse: ScoredResponse {}

extension ScoredResponse {
    /// As it is shown: with the scores to a client of the tenant, and to a phone where the tenant says so. Whoever tries attacks on a
    /// phone would learn from them what to change.
    func shown(to principal: Principal) -> Self {
        switch principal.role {
        case .client, .operator: self
        case .phone, .apiKeyHolder: principal.tenant.settings.phoneSeesScores ? self : withoutScores
        }
    }
}
