internal import OnboardingCore
internal import OnboardingJSON

/// An entry of the audit trail as it is shown.
package struct TrailEntry: Encodable, Sendable {
    let sequence: Int
    let at: String
    /// Nil for what concerns the server.
    let tenant: String?
    let kind: String
    let detail: [String: String]

    package var line: String {
        let detail = detail.sorted { $0.key < $1.key }.map { "  \($0.key)=\($0.value)" }.joined()
        return "\(at)  \(tenant ?? "server")  \(kind)\(detail)"
    }

    /// `{"at","detail":{…},"kind","sequence","tenant"?}`.
    package var json: [UInt8] {
        get throws { try sortedKeyJSON(self) }
    }
}
