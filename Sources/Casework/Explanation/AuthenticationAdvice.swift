internal import OnboardingCore

/// What a registered person who comes back can be told, beside the sentences for reasons.
extension Explanation.Words {
    static let erased = Self(en: "Your data has been erased.", de: "Ihre Daten wurden gelöscht.")

    static let recognised = Self(
        en: "We have recognised you.",
        de: "Wir haben Sie erkannt.")

    static let deviceRefused = Self(
        en: "We could not confirm this device. Please use one that you registered.",
        de: "Wir konnten dieses Gerät nicht bestätigen. Bitte benutzen Sie eines, das Sie registriert haben.")

    static let otherFace = Self(
        en: "Your face does not match the registered one. Please try again yourself, in good light.",
        de: "Ihr Gesicht passt nicht zum registrierten. Bitte versuchen Sie es selbst noch einmal, bei gutem Licht.")

    init(_ failure: AuthenticationFailure) {
        self =
            switch failure {
            case .attemptsExhausted:
                Self(
                    en: "We could not confirm that it is you. Please try again later, or contact us.",
                    de:
                        "Wir konnten nicht bestätigen, dass Sie es sind. Bitte versuchen Sie es später noch einmal, oder wenden Sie sich an uns."
                )
            case .capturesExhausted:
                Self(
                    en: "We could not record you well enough. Please start again, in better light if you can.",
                    de:
                        "Wir konnten Sie nicht gut genug aufnehmen. Bitte beginnen Sie von vorn, möglichst bei besserem Licht."
                )
            }
    }
}
