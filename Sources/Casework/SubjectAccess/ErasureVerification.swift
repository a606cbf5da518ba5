internal import Foundation
internal import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import Tenancy

/// Whether certificates of erasures are what a server wrote, as anybody can check who has the server's key set. Needs no data
/// directory.
package struct ErasureVerification: Equatable, Sendable {
    package struct Certificate: Equatable, Sendable {
        package let tenant: String
        /// See `ErasureCertificate.subject`.
        package let subject: String
        package let erasedAt: Instant
        package let by: String
        /// Of the journal of erasures.
        package let journalEntry: Int
    }

    /// One sentence each; empty where all is as it was written.
    package private(set) var findings: [String] = []
    package private(set) var certificates: [Certificate] = []

    /// - Parameters:
    ///   - text: compact JWS, one a line.
    ///   - keySet: JSON Web Key Set (RFC 7517), as the server gives it out.
    ///   - enrollment: that one of them has to be of; nil for any.
    /// - Throws: a sentence where the key set is none.
    package init(certificates text: String, keySet: [UInt8], enrollment: EnrollmentID? = nil) throws {
        guard let keys = KeySet.verificationKeys(in: keySet) else {
            throw ConfigurationError(description: "The key set is no JSON Web Key Set.")
        }
        let lines = text.split(whereSeparator: \.isNewline)
        if lines.isEmpty { findings.append("there is no certificate in it") }
        for (number, line) in lines.enumerated() {
            if let certificate = Certificate(verifying: String(line), by: keys) {
                certificates.append(certificate)
            } else {
                findings.append("line \(number + 1) is no certificate of an erasure that a key of the key set signed")
            }
        }
        if let enrollment, !certificates.contains(where: { $0.subject == ErasureCertificate.subject(of: enrollment) }) {
            findings.append("no certificate is of enrollment \(enrollment.text)")
        }
    }
}

extension ErasureVerification.Certificate {
    private struct Header: Decodable {
        let typ: String?
    }

    private struct Claims: Decodable {
        struct Journal: Decodable {
            let entry: Int
        }

        let typ: String
        let version: Int
        let tenant: String
        let sub: String
        let by: String
        let erasedAt: Int64
        let journal: Journal

        private enum CodingKeys: String, CodingKey {
            case erasedAt = "erased_at"
            case journal = "erasure_journal"
            case typ, version, tenant, sub, by
        }
    }

    /// Nil for what is none.
    fileprivate init?(verifying text: String, by keys: [String: TokenVerificationKey]) {
        guard let header = Base64URL.decode(String(text.prefix { $0 != "." })),
            let type = (try? JSONDecoder().decode(Header.self, from: Data(header)))?.typ,
            type == ErasureCertificate.headerType,
            let verified = try? JSONWebToken.verify(compact: text, keys: keys, allowedAlgorithms: [.es256]),
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(verified)),
            claims.typ == ErasureCertificate.claimType, claims.version == 1,
            (0...Self.latest).contains(claims.erasedAt)
        else { return nil }
        self.init(
            tenant: claims.tenant, subject: claims.sub,
            erasedAt: Instant(millisecondsSince1970: claims.erasedAt * 1000), by: claims.by,
            journalEntry: claims.journal.entry)
    }

    /// The end of the year 9999, in seconds since 1970.
    private static let latest: Int64 = 253_402_300_799
}
