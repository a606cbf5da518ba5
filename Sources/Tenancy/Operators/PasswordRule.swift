internal import Foundation
internal import OnboardingCore

/// What a password has to be: long, and none that is tried first (NIST SP 800-63B §5.1.1.2; ASVS 5.0, 6.2.4 and 6.2.11).
enum PasswordRule {
    /// What it is not to have in it, as far as that is at least so long: of a shorter name it would be by chance.
    private static let leastWord = 4
    private static let product = "onboarding"

    /// - Parameters:
    ///   - name: the operator's.
    ///   - tenant: the tenant's name.
    /// - Throws: `passwordLength`; `passwordGuessable` for one of the commonest, and for what has the name of the operator, a part
    ///   of that, the name of the tenant or this product's in it.
    static func check(_ password: String, of name: String, tenant: String) throws(Refusal) {
        let limit: Limit? =
            if isTooLong(password) {
                .password
            } else if password.unicodeScalars.count < Limit.leastPassword.value {
                .leastPassword
            } else {
                nil
            }
        if let limit { throw Refusal(.passwordLength, details: RefusalDetails(limit: limit)) }
        let folded = folded(password)
        let words = [product, tenant, name] + name.split { "-._@+".contains($0) }.map(String.init)
        let isNamed = words.lazy.map(Self.folded).contains { $0.count >= leastWord && folded.contains($0) }
        if isNamed || CommonPasswords.contains(folded) { throw Refusal(.passwordGuessable) }
    }

    static func isTooLong(_ password: String) -> Bool {
        // UTF-8 bytes bound the code points from above, and counting them is free.
        password.utf8.count > Limit.password.value && password.unicodeScalars.count > Limit.password.value
    }

    /// For comparing alone: letters of other widths and in capitals count as the plain ones.
    private static func folded(_ text: String) -> String {
        text.precomposedStringWithCompatibilityMapping.lowercased()
    }
}
