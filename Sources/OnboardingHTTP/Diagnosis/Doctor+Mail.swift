internal import Onboarding
internal import OnboardingCore
internal import Tenancy

extension Doctor {
    /// Whether messages to persons can be sent.
    /// - Parameter waiting: how many wait; 0 where nobody could look.
    func mail(waiting: Int, _ thoroughness: Thoroughness) async -> Finding? {
        do {
            guard let setup = try MailSetup(configuration) else {
                guard waiting > 0 else { return nil }
                return .warning("mail", "\(waiting) messages to persons wait, and no mail server is named (mailUrl)")
            }
            guard thoroughness == .whole else { return nil }
            let place = "\(configuration.mail?.url ?? "") for \(configuration.mail?.sender ?? "")"
            let cause = await awayFromTheLoops { setup.whyUnusable(within: Int32(Limit.mailTime.value)) }
            return cause.map { .problem("mail", "\(place): \($0)") } ?? .good("mail", "\(place) can be used")
        } catch {
            return .problem("mail", error.description)
        }
    }
}
