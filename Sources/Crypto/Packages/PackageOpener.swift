/// Why a sealed package stayed shut. For tests and counters only: outside, all cases but `formNotAccepted` are one code,
/// because an attacker who can tell them apart has a decryption oracle.
public enum PackageError: Error, CaseIterable, Equatable, Sendable {
    /// None of the forms that the caller accepts is of the kind that was sent. Known before anything is opened.
    case formNotAccepted
    /// A length is wrong that the sender sees as well as we do.
    case malformed
    /// No key of this name, or none that fits the wrapped key's length.
    case unknownKey
    /// Everything else: wrong key, changed bytes, other token, no JSON object inside.
    case authenticationFailed
}

/// Opens sealed face packages; the forms are described in `docs/package-format.md`.
///
/// Call from a worker thread only: an RSA operation takes some milliseconds.
public enum PackageOpener {
    /// `info` of HPKE: separates packages from everything else that might be sealed for the same key.
    public static let info = Array("onboarding-face-package-v2".utf8)

    /// Opens a package of the vendor's form `{"key","iv","p"}`.
    ///
    /// How much work is done depends on nothing but the lengths, the accepted forms and the number of keys: every
    /// accepted padding is tried with every key that fits, what does not open is replaced by a key that nobody knows,
    /// and each key found is used on all of `p`. The form has no authentication, so the caller must answer what is wrong
    /// inside (JSON, images) exactly as it answers an error from here, and count the attempt.
    /// - Parameters:
    ///   - key: the content key (16 or 32 bytes) encrypted by RSA, as long as the modulus.
    ///   - iv: 16 bytes.
    ///   - p: AES-CBC ciphertext of the JSON text.
    ///   - forms: what the tenant accepts; those that are no CBC forms are ignored.
    /// - Returns: the JSON text of an object; that it begins with `{` and ends with `}` is checked, no more. And the form
    ///   that it came in.
    public static func openCBC(
        key: [UInt8], iv: [UInt8], p: [UInt8], keys: PackageKeys, forms: Set<PackageForm>
    ) throws(PackageError) -> (text: [UInt8], form: PackageForm) {
        let acceptsOAEPSHA256 = forms.contains(.oaepSHA256CBC)
        let acceptsOAEPSHA1 = forms.contains(.oaepSHA1CBC)
        let acceptsPKCS1 = forms.contains(.pkcs1CBC)
        guard acceptsOAEPSHA256 || acceptsOAEPSHA1 || acceptsPKCS1 else { throw .formNotAccepted }
        let blockByteCount = BlockCipher.blockByteCount
        guard iv.count == blockByteCount, !p.isEmpty, p.count.isMultiple(of: blockByteCount) else { throw .malformed }
        let recipients = keys.pairs.map(\.rsa).filter { $0.publicKey.modulusByteCount == key.count }
        guard !recipients.isEmpty else { throw .unknownKey }

        var contentKeys: [(key: [UInt8], form: PackageForm)] = []
        for recipient in recipients {
            if acceptsOAEPSHA256 {
                contentKeys.append((unwrap(key, by: recipient, padding: .oaepSHA256), .oaepSHA256CBC))
            }
            if acceptsOAEPSHA1 { contentKeys.append((unwrap(key, by: recipient, padding: .oaepSHA1), .oaepSHA1CBC)) }
        }
        // Last, because this one always answers with a key, right or not.
        for recipient in recipients where acceptsPKCS1 {
            contentKeys.append((unwrap(key, by: recipient, padding: .pkcs1), .pkcs1CBC))
        }

        var opened: (text: [UInt8], form: PackageForm)?
        for (contentKey, form) in contentKeys {
            let text = try? BlockCipher.decrypt(p, key: contentKey, initializationVector: iv)
            if opened == nil, let text, isBracedText(text) { opened = (text, form) }
        }
        guard let opened else { throw .authenticationFailed }
        return opened
    }

    /// Opens a package of form 2.
    /// - Parameters:
    ///   - kid: names the recipient key.
    ///   - enc: the sender's one-time public key, 65 bytes.
    ///   - ct: ciphertext and tag.
    ///   - token: what the package is bound to: the enrollment's token exactly as issued, or `stateless`.
    /// - Returns: the plain text, which is authentic, but by whoever knows the public key: still foreign.
    public static func openV2(
        kid: String, enc: [UInt8], ct: [UInt8], token: String, keys: PackageKeys
    ) throws(PackageError) -> [UInt8] {
        guard enc.count == 65, ct.count >= GaloisCounterMode.tagByteCount else { throw .malformed }
        guard let recipient = keys.pairs.map(\.ec).first(where: { $0.keyID == kid }) else { throw .unknownKey }
        do {
            return try HPKE.open(
                encapsulatedKey: enc, ciphertext: ct, info: info, associated: Array(token.utf8), recipient: recipient)
        } catch {
            throw .authenticationFailed
        }
    }

    private static func unwrap(_ key: [UInt8], by recipient: RSAKeyPair, padding: RSAKeyPair.Padding) -> [UInt8] {
        let substitute = recipient.substitute(for: key)
        return (try? recipient.unwrap(key, padding: padding)) ?? substitute
    }

    /// Whether `text` has the outer form of a JSON object. Tells the right key from a wrong one whose padding happened to
    /// fit (1 in 256) without parsing megabytes for each.
    private static func isBracedText(_ text: [UInt8]) -> Bool {
        func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }
        let first = text.first { !isWhiteSpace($0) }
        let last = text.last { !isWhiteSpace($0) }
        return first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
    }
}
