internal import Foundation
internal import OnboardingCore

/// What an operator is called within a tenant, and in the audit trail: also an e-mail address, in small letters.
package enum OperatorName {
    static func isWellFormed(_ name: String) -> Bool {
        (1...Limit.operatorName.value).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "-._@+".utf8.contains(byte)
            }
    }

    /// A name that an outside provider has for somebody, as one of ours: accents and whatever else is not allowed left out.
    /// - Returns: nil where nothing is left.
    static func cleaned(_ text: String) -> String? {
        let letters = String(text.unicodeScalars.prefix(Limit.username.value)).lowercased()
            .decomposedStringWithCanonicalMapping
        let kept = letters.unicodeScalars.filter { isWellFormed(String($0)) }.prefix(Limit.operatorName.value)
        return kept.isEmpty ? nil : String(String.UnicodeScalarView(kept))
    }

    /// The name, or where it is taken the first of NAME-2, NAME-3 … that is not.
    static func free(_ name: String, among taken: Set<String>) -> String {
        guard taken.contains(name) else { return name }
        var number = 2
        while true {
            let ending = "-\(number)"
            let numbered = String(name.prefix(Limit.operatorName.value - ending.count)) + ending
            if !taken.contains(numbered) { return numbered }
            number += 1
        }
    }

    /// As somebody has typed it: blanks around it and capital letters count for nothing.
    package static func typed(_ text: String) -> String {
        String(text.unicodeScalars.prefix(Limit.username.value)).lowercased().trimmed
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
