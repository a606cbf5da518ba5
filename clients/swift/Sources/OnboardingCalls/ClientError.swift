/// Why a call has no answer.
public enum ClientError: Error, Equatable, Sendable {
    /// The base URL is no `https` URL, nor an `http` one of this machine.
    case invalidURL
    /// No connection, or it broke or timed out before the answer was complete. Whether the server did what was asked is
    /// not known; the calls of an enrollment may be repeated with the same arguments.
    case connectionFailed
    /// An answer that is not of the documented form, for example of a proxy in between.
    case unexpectedAnswer(status: Int)
    /// A step before its flow was begun, one of another flow, or the session's own begin by a client that was not made from a QR
    /// image.
    case notEnrolled
    /// A key cannot be used: of the server's package keys, of a QR image, or of the device. Nothing was sealed, signed or sent.
    case unusableKey
    /// The request could not be written as JSON, for example for a time that is not a number.
    case unencodableRequest
}
