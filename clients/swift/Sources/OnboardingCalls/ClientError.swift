/// Why a call has no answer.
public enum ClientError: Error, Equatable, Sendable {
    /// The base URL is no `http` or `https` URL.
    case invalidURL
    /// No connection, or it broke or timed out before the answer was complete. Whether the server did what was asked is
    /// not known; the calls of an enrollment may be repeated with the same arguments.
    case connectionFailed
    /// An answer that is not of the documented form, for example of a proxy in between.
    case unexpectedAnswer(status: Int)
    /// A call of an enrollment before `enroll` was accepted.
    case notEnrolled
    /// The server's public key cannot be used, so nothing was sealed or sent.
    case unusablePublicKey
    /// The request could not be written as JSON, for example for a time that is not a number.
    case unencodableRequest
}
