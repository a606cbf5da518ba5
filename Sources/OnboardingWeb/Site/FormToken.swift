internal import OnboardingCrypto

/// What every form of who is signed in holds, and no page of others can know: a digest of the session.
struct FormToken: Equatable {
    let text: String

    init(session: String) {
        text = Base64URL.encode(Digest.sha256([UInt8]("form:\(session)".utf8)))
    }

    func matches(_ given: String?) -> Bool {
        isEqualInConstantTime([UInt8](text.utf8), [UInt8]((given ?? "").utf8))
    }
}
