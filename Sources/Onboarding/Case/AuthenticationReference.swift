package import OnboardingCore
package import OnboardingCrypto
package import OnboardingStorage

/// What a tenant calls an authentication by: its own word for a transaction or a visit, as `Person.reference` of an enrollment. Sealed
/// under the registration's data key, and found by a keyed digest.
extension Cases {
    func write(
        reference: String, of id: AuthenticationID, tenant: TenantID, under dataKey: SealingKey
    ) throws -> ReferenceWrite {
        ReferenceWrite(
            digest: try referenceDigest(reference, tenant: tenant),
            sealed: try dataKey.seal([UInt8](reference.utf8), associated: Self.referenceLabel(id)))
    }

    /// Nil where the tenant did not say.
    package func reference(of stored: StoredAuthentication, under dataKey: SealingKey) throws -> String? {
        try stored.sealedReference.map {
            String(decoding: try dataKey.open($0, associated: Self.referenceLabel(stored.id)), as: UTF8.self)
        }
    }

    package func referenceDigest(_ reference: String, tenant: TenantID) throws -> [UInt8] {
        try keys.lookupDigest(of: [UInt8](reference.utf8), field: "reference of an authentication", tenant: tenant)
    }

    private static func referenceLabel(_ id: AuthenticationID) -> [UInt8] {
        [UInt8]("authentication reference:\(id.text)".utf8)
    }
}
