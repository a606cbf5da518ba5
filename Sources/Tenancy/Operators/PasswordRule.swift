internal import OnboardingCore

/// What a password has to be: long, and nothing else (NIST SP 800-63B §5.1.1.2).
enum PasswordRule {
    /// - Throws: `passwordLength`.
    static func check(_ password: String) throws(Refusal) {
        let limit: Limit? =
            if isTooLong(password) {
                .password
            } else if password.unicodeScalars.count < Limit.leastPassword.value {
                .leastPassword
            } else {
                nil
            }
        if let limit { throw Refusal(.passwordLength, details: RefusalDetails(limit: limit)) }
    }

    static func isTooLong(_ password: String) -> Bool {
        // UTF-8 bytes bound the code points from above, and counting them is free.
        password.utf8.count > Limit.password.value && password.unicodeScalars.count > Limit.password.value
    }
}
