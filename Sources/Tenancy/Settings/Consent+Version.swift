package import OnboardingCore

extension Consent {
    /// Whether a text may name a version of the consent's words: no free text, because it stays when the person is erased.
    package static func isVersion(_ text: String) -> Bool {
        text.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9._+\-]*/#) != nil
    }
}
