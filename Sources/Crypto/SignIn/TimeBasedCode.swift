/// The codes of an authenticator app: TOTP (RFC 6238) with HMAC-SHA-1, a step of 30 s from 1970 on and six digits, which is what
/// every such app knows.
public struct TimeBasedCode: Sendable {
    /// As long as the digest of the HMAC (RFC 4226 §4, R6).
    public static let secretByteCount = 20
    private static let stepInSeconds: Int64 = 30

    /// For sealing and for the app, nothing else.
    public let secret: [UInt8]

    /// - Throws: `invalidLength` unless there are 20 bytes.
    public init(secret: [UInt8]) throws(CryptoError) {
        guard secret.count == Self.secretByteCount else { throw .invalidLength }
        self.secret = secret
    }

    /// With a new random secret.
    public static func generate() throws(CryptoError) -> TimeBasedCode {
        try TimeBasedCode(secret: Random.bytes(secretByteCount))
    }

    /// The secret as a person types it into an app: 32 characters.
    public var secretText: String { Base32.encode(secret, isPadded: false) }

    /// The number of the step that an instant lies in.
    public static func step(at secondsSince1970: Int64) -> Int64 { secondsSince1970 / stepInSeconds }

    /// The six digits of a step.
    public func code(ofStep step: Int64) -> String {
        // RFC 4226 §5.3. The digest has 20 bytes, and an offset is at most 15.
        let digest = withUnsafeBytes(of: step.bigEndian) {
            MessageAuthenticationCode.hmacSHA1(key: secret, message: [UInt8]($0))
        }
        let offset = Int(digest[digest.count - 1] & 0xF)
        let number = digest[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(number % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// The step that `code` is of: that of the instant, the one before, for who types slowly, or the one behind, for a clock
    /// that is fast (RFC 6238 §5.2). Nil where it is of none. A step is to be used once: remember the newest, and take later ones
    /// alone.
    public func step(of code: String, at secondsSince1970: Int64) -> Int64? {
        let (given, now) = ([UInt8](code.utf8), Self.step(at: secondsSince1970))
        return (now - 1...now + 1).reduce(nil) { found, step in
            isEqualInConstantTime(given, [UInt8](self.code(ofStep: step).utf8)) ? step : found
        }
    }

    /// What an app reads from a QR image: `otpauth://totp/ISSUER:ACCOUNT?secret=…`.
    public func uri(issuer: String, account: String) -> String {
        let (issuer, account) = (Self.escaped(issuer), Self.escaped(account))
        return "otpauth://totp/\(issuer):\(account)?secret=\(secretText)&issuer=\(issuer)"
            + "&algorithm=SHA1&digits=6&period=\(Self.stepInSeconds)"
    }

    /// Percent-encoded but for the unreserved characters of RFC 3986 §2.3.
    private static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { escaped, byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default: escaped += "%" + Hexadecimal.encode([byte]).uppercased()
            }
        }
    }
}

extension TimeBasedCode: SecretValue {}
