internal import Foundation

/// What a browser says of a credential that it made or used (WebAuthn Level 2, 5.8.1).
struct ClientData: Decodable, Equatable, Sendable {
    let type: String
    /// base64url.
    let challenge: String
    let origin: String
    /// Whether another site's page holds the one that asked.
    let crossOrigin: Bool?

    /// Nil for what is no such JSON.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= 4096, let data = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
            return nil
        }
        self = data
    }
}
