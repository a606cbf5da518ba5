internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// A message that is written with the beginning of an enrollment and sent afterwards.
struct OutgoingMail: Sendable {
    /// A word: what it says.
    let kind: String
    /// JSON: whom it is for, and what it is made of when it is sent.
    let content: [UInt8]
    /// Behind the `@` of its Message-ID.
    let domain: String
    let expiresAt: Instant

    func write(of enrollment: EnrollmentID, under dataKey: SealingKey) throws -> MailWrite {
        let id = try MailID.random()
        return MailWrite(
            id: id, messageID: "\(id.text)@\(domain)", kind: kind,
            sealed: try dataKey.seal(content, associated: Self.label(id, of: enrollment)), expiresAt: expiresAt)
    }

    fileprivate static func label(_ id: MailID, of enrollment: EnrollmentID) -> [UInt8] {
        [UInt8]("mail:\(enrollment.text):\(id.text)".utf8)
    }
}

extension MailRow {
    /// Its content; nil once it was sent or given up.
    func content(under dataKey: SealingKey) throws -> [UInt8]? {
        try sealed.map { try dataKey.open($0, associated: OutgoingMail.label(id, of: enrollmentID)) }
    }
}
