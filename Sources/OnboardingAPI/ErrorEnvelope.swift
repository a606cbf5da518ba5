/// The one form in which every error is answered (reference: the vendor's REST pages; `reason` is ours).
public struct ErrorEnvelope: Codable, Equatable, Sendable {
    /// The vendor's word; kept as text so that a client survives a word it does not know.
    public let errorCode: String
    /// Words for a developer. Never to be compared.
    public let errorMsg: String
    /// Equal to the HTTP status.
    public let status: Int
    /// ISO 8601 with milliseconds, UTC: `2026-03-02T07:36:25.000Z`.
    public let timestamp: String
    /// The stable cause, one of the codes in `docs/openapi.yaml`.
    public let reason: String?

    public init(errorCode: String, errorMsg: String, status: Int, timestamp: String, reason: String?) {
        self.errorCode = errorCode
        self.errorMsg = errorMsg
        self.status = status
        self.timestamp = timestamp
        self.reason = reason
    }
}
