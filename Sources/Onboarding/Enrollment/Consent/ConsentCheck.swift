internal import DocVerify
internal import OnboardingCore
internal import OnboardingCrypto
internal import Tenancy

extension Consent {
    /// A consent whose members are what they claim to be. They lie unsealed in the chain of events and stay when the person is
    /// erased, as the proof that consent was given, so none is a free text (decision 0014).
    func checked() throws(Refusal) -> Consent {
        func check(_ text: String, _ limit: Limit, _ name: String, _ isRight: (String) -> Bool) throws(Refusal) {
            let member = "consent.\(name)"
            guard isRight(try text.checked(limit, as: member)) else { throw Refusal(.wrongType, member: member) }
        }
        try check(textHash, .consentHash, "textHash") { Hexadecimal.decode($0)?.count == Digest.byteCount }
        try check(textVersion, .consentVersion, "textVersion", Self.isVersion)
        try check(language, .consentLanguage, "language", Self.isLanguageTag)
        try check(acceptedAt, .consentTime, "acceptedAt", Self.isInstant)
        return self
    }

    /// RFC 5646 §2.1, `langtag`: language, script, region, variants and extensions; nothing of private use.
    private static func isLanguageTag(_ text: String) -> Bool {
        let tag =
            #/
            (?: [A-Za-z]{2,3} (?: -[A-Za-z]{3} ){0,3} | [A-Za-z]{4,8} )
            (?: -[A-Za-z]{4} )?
            (?: - (?: [A-Za-z]{2} | [0-9]{3} ) )?
            (?: - (?: [A-Za-z0-9]{5,8} | [0-9][A-Za-z0-9]{3} ) )*
            (?: -[0-9A-WY-Za-wy-z] (?: -[A-Za-z0-9]{2,8} )+ )*
            /#
        return text.wholeMatch(of: tag) != nil
    }

    /// ISO 8601, extended, with date, time and offset: without an offset it would be no point in time.
    package static func isInstant(_ text: String) -> Bool {
        let form =
            #/
            (?<year>[0-9]{4}) - (?<month>[0-9]{2}) - (?<day>[0-9]{2})
            T (?<hour>[0-9]{2}) : (?<minute>[0-9]{2}) (?: : (?<second>[0-9]{2}) (?: [.,][0-9]+ )? )?
            (?: Z | [+\-] (?<offsetHour>[0-9]{2}) (?: :? (?<offsetMinute>[0-9]{2}) )? )
            /#
        guard let parts = text.wholeMatch(of: form)?.output else { return false }
        func lies(_ digits: Substring?, below bound: Int) -> Bool { digits.map { (Int($0) ?? bound) < bound } ?? true }
        guard let year = Int(parts.year), let month = Int(parts.month), let day = Int(parts.day) else { return false }
        return CalendarDate(year: year, month: month, day: day) != nil
            // A minute with a leap second has sixty-one.
            && lies(parts.hour, below: 24) && lies(parts.minute, below: 60) && lies(parts.second, below: 61)
            && lies(parts.offsetHour, below: 24) && lies(parts.offsetMinute, below: 60)
    }
}
