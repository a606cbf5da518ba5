import Foundation
import OnboardingAPI
import OnboardingJSON
@testable import OnboardingCrypto

extension FuzzTarget {
    /// Sealed packages as anybody may send them: JSON, base64, and keys that are none. One opens: the known answer of
    /// `docs/package-format.md`.
    static let sealedPackage = FuzzTarget(
        name: "sealed-package",
        dictionary: words(
            "{\"v\":2,", "\"kid\":\"ytpUL7SOafbl54v0rHxPJQ\"", "\"enc\":\"", "\"ct\":\"", "\"key\":\"", "\"iv\":[",
            "\"p\":\"", "AAAA", "BA==", "=", "\"", ",", "0,", "}"),
        check: { input throws(Finding) in
            guard JSONShape.validationError(in: input) == nil, let package = decoded(FacePackage.self, from: input)
            else {
                return false
            }
            switch package {
            case .sealed(let kid, let encapsulatedKey, let ciphertext):
                let isKnown =
                    encapsulatedKey == TestKeys.encapsulatedKey && ciphertext == TestKeys.ciphertext
                    && kid == TestKeys.ec.keyID
                let opened = try? PackageOpener.openV2(
                    kid: kid, enc: encapsulatedKey, ct: ciphertext, token: TestKeys.enrollmentToken,
                    keys: TestKeys.packageKeys)
                try promise(
                    (opened != nil) == isKnown, isKnown ? "the known answer stays shut" : "a changed package opened")
                return isKnown
            case .wrapped(let key, let iv, let content):
                let opened = try? PackageOpener.openCBC(
                    key: key, iv: iv, p: content, keys: TestKeys.packageKeys, forms: Set(PackageForm.allCases))
                try promise(opened == nil, "a package opened that nobody sealed")
                return false
            case .plain, .unknown:
                return false
            }
        },
        planted: { input throws(Finding) in
            // A tag of which only the first half is compared.
            guard JSONShape.validationError(in: input) == nil,
                case .sealed(_, TestKeys.encapsulatedKey, let ciphertext)? = decoded(FacePackage.self, from: input),
                ciphertext.count == TestKeys.ciphertext.count, ciphertext != TestKeys.ciphertext
            else { return }
            try promise(ciphertext.dropLast(8) != TestKeys.ciphertext.dropLast(8), "a tag with a wrong end opens")
        })

    /// What is inside a package, sealed by somebody who knows the public key, and packages that were changed on the way.
    ///
    /// An input is one byte for the form, two for the bit that is changed, and the plain text.
    static let packageContent = FuzzTarget(
        name: "package-content", inputCount: 8_000,
        dictionary: words(
            "2", "{", "}", " ", "\n", "\"video\":", "\"workflow_data\":", "\"workflow\":", "\"frames\":",
            "\"rotation\":",
            "\"timestamp\":", "\"data\":", "32768", "-1", "1e9", "null"),
        check: { input throws(Finding) in
            guard let opened = try sealAndOpen(input), try isAdmitted(opened) else { return false }
            return try checkRoundTrip(FacePackageContent.self, of: opened)
        },
        planted: { input throws(Finding) in
            // A rotation converted to a number without sign, which traps for others.
            guard let opened = try sealAndOpen(input), JSONShape.validationError(in: opened) == nil,
                let rotation = decoded(FacePackageContent.self, from: opened)?.video.workflowData.rotation
            else { return }
            try promise(UInt16(exactly: rotation) != nil, "a rotation of \(rotation) would trap")
        })
}

/// What came out of a package that was sealed and opened as the input says; nil for what no form takes.
private func sealAndOpen(_ input: [UInt8]) throws(Finding) -> [UInt8]? {
    guard input.count >= 3 else { return nil }
    let form = input[0]
    let changedBit = Int(input[1]) << 8 | Int(input[2])
    let plain = Array(input.dropFirst(3))
    return form % 4 == 0 ? try sealAndOpenV2(plain, changedBit) : try sealAndOpenCBC(plain, changedBit, form)
}

private func sealAndOpenV2(_ plain: [UInt8], _ changedBit: Int) throws(Finding) -> [UInt8]? {
    let recipient = TestKeys.ec
    guard
        let sealed = try? HPKE.seal(
            plain, info: PackageOpener.info, associated: Array(TestKeys.enrollmentToken.utf8),
            recipient: recipient.publicKey)
    else { throw Finding("a text cannot be sealed") }
    func open(_ encapsulatedKey: [UInt8], _ ciphertext: [UInt8]) -> Result<[UInt8], PackageError> {
        Result { () throws(PackageError) in
            try PackageOpener.openV2(
                kid: recipient.keyID, enc: encapsulatedKey, ct: ciphertext, token: TestKeys.enrollmentToken,
                keys: TestKeys.packageKeys)
        }
    }
    let opened = open(sealed.encapsulatedKey, sealed.ciphertext)
    try promise(opened == .success(plain), "a sealed text does not open as it was")

    let changed = changing(changedBit, in: sealed.encapsulatedKey + sealed.ciphertext)
    let refused = open(Array(changed.prefix(65)), Array(changed.dropFirst(65)))
    try promise(refused == .failure(.authenticationFailed), "a changed package is not refused as such")
    return plain
}

private func sealAndOpenCBC(_ plain: [UInt8], _ changedBit: Int, _ form: UInt8) throws(Finding) -> [UInt8]? {
    let wrapped = WrappedContentKey.all[Int(form) % WrappedContentKey.all.count]
    guard
        let content = try? BlockCipher.encrypt(
            plain, key: WrappedContentKey.contentKey, initializationVector: WrappedContentKey.initializationVector)
    else { throw Finding("a text cannot be encrypted") }
    func open(_ key: [UInt8], _ iv: [UInt8], _ content: [UInt8]) -> Result<[UInt8], PackageError> {
        Result { () throws(PackageError) in
            try PackageOpener.openCBC(
                key: key, iv: iv, p: content, keys: TestKeys.packageKeys, forms: [wrapped.form]
            ).text
        }
    }
    let opened = open(wrapped.key, WrappedContentKey.initializationVector, content)
    let isObject = isBraced(plain)
    try promise(
        opened == (isObject ? .success(plain) : .failure(.authenticationFailed)), "another text than was sealed")

    // Nothing in this form is authentic: a changed bit may open to another text, or look like every other failure.
    let keyByteCount = wrapped.key.count
    let changed = changing(changedBit, in: wrapped.key + WrappedContentKey.initializationVector + content)
    switch open(
        Array(changed.prefix(keyByteCount)), Array(changed.dropFirst(keyByteCount).prefix(16)),
        Array(changed.dropFirst(keyByteCount + 16)))
    {
    case .success(let text): try promise(isBraced(text), "an opened text is no object")
    case .failure(let error): try promise(error == .authenticationFailed, "a failure shows as \(error)")
    }
    return isObject ? plain : nil
}

/// A content key under each padding, wrapped once because that is what costs.
private struct WrappedContentKey {
    let form: PackageForm
    let key: [UInt8]

    static let contentKey = [UInt8](repeating: 0x5A, count: 32)
    static let initializationVector = [UInt8](0..<16)
    static let all: [WrappedContentKey] = [
        wrapped(.oaepSHA256CBC, .oaepSHA256), wrapped(.oaepSHA1CBC, .oaepSHA1), wrapped(.pkcs1CBC, .pkcs1),
    ]

    private static func wrapped(_ form: PackageForm, _ padding: RSAKeyPair.Padding) -> WrappedContentKey {
        guard let key = try? TestKeys.rsa.publicKey.wrap(contentKey, padding: padding) else {
            preconditionFailure("no content key was wrapped")
        }
        return WrappedContentKey(form: form, key: key)
    }
}

private func isBraced(_ text: [UInt8]) -> Bool {
    let trimmed = String(decoding: text, as: Unicode.ASCII.self).trimmingCharacters(
        in: CharacterSet(charactersIn: " \n\r\t"))
    return trimmed.hasPrefix("{") && trimmed.hasSuffix("}")
}

private func changing(_ bit: Int, in bytes: [UInt8]) -> [UInt8] {
    var changed = bytes
    changed[bit / 8 % bytes.count] ^= 1 << (bit % 8)
    return changed
}
