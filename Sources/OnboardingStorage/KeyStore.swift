package import OnboardingCore
package import OnboardingCrypto

/// The keys that seal what is stored: the master key wraps the keys of the server and of the tenants, a tenant's wrapping key
/// the data keys of its enrollments. The master key is kept elsewhere.
///
/// Deleting an enrollment's data key is what erases the enrollment: nothing that was sealed under it can be read again.
/// The look-ups are synchronous: they come from memory or take well under a millisecond.
package protocol KeyStore: Sendable {
    /// Seals what belongs to the server and to no tenant, such as its token keys.
    var serverKey: KeyRing { get }
    /// Authenticates the heads of the audit chains, so that nobody who can write the database can forge them.
    var auditKey: [UInt8] { get }

    /// Refuses a master key that did not wrap the keys of this folder.
    /// - Returns: whether there are any yet.
    func checkMasterKey() throws -> Bool

    /// Makes the keys of a new tenant, durable when this returns. A tenant that has some keeps them.
    func makeTenantKey(of tenant: TenantID) async throws

    /// What seals the secrets of a tenant.
    /// - Throws: `StorageError.keyMissing`; `CryptoError.authenticationFailed` where its keys were changed.
    func tenantKey(of tenant: TenantID) throws -> KeyRing

    /// The keyed digest by which a sealed value is found again: equal for equal values of one field of one tenant, and
    /// nothing to anybody without the key. 32 bytes, `LookupKey` over the value's hexadecimal digits.
    func lookupDigest(of value: [UInt8], field: String, tenant: TenantID) throws -> [UInt8]

    /// Makes the data key of a new enrollment, durable when this returns.
    ///
    /// Call it before the enrollment is stored: a key without an enrollment is harmless, an enrollment without a key
    /// cannot be read.
    func makeDataKey(of enrollment: EnrollmentID, tenant: TenantID) async throws -> SealingKey

    /// The same for many at once, in their order.
    func makeDataKeys(of enrollments: [EnrollmentID], tenant: TenantID) async throws -> [SealingKey]

    /// - Throws: `StorageError.keyMissing` for an enrollment that was erased or never begun.
    func dataKey(of enrollment: EnrollmentID, tenant: TenantID) throws -> SealingKey

    /// The data keys of those that have one, read at once. One that does not open is left to `dataKey`, which says why.
    func dataKeys(of enrollments: [EnrollmentID], tenant: TenantID) throws -> [EnrollmentID: SealingKey]

    /// Whether the tenant's key is there and as it was made.
    func opensKey(of tenant: TenantID) -> Bool

    /// What is wrong with the data key of an enrollment that was not erased; nil also where nobody could say because the
    /// tenant's does not open.
    func dataKeyDamage(of enrollment: EnrollmentID, tenant: TenantID) -> DataKeyDamage?

    /// Those of `enrollments` that have a data key.
    func holdsDataKeys(of enrollments: [EnrollmentID]) async throws -> [EnrollmentID]

    /// Deletes the data keys of `enrollments` for good: when this returns they are in no page and no log of the key
    /// database. Deleting them again does nothing.
    func erase(_ enrollments: [EnrollmentID]) async throws

    /// How many keys of its own a tenant has, whatever for; its data keys are counted by `holdsDataKeys`.
    func countKeys(of tenant: TenantID) async throws -> Int

    /// Deletes all keys of a tenant but its data keys, for good as `erase`: from then on its data keys open nothing either.
    func eraseKeys(of tenant: TenantID) async throws

    /// Drops the opened keys of all tenants but these from memory.
    func forgetOthers(than tenants: Set<TenantID>)

    /// Writes the database of keys anew, without the room that deleted rows have left. Nobody writes meanwhile.
    func compact() async throws

    /// Whether `masterKey` is the one that wraps what is kept.
    func isWrapped(under masterKey: MasterKey) throws -> Bool

    /// Wraps everything that the master key wraps under `new`, at once: from then on the key before opens nothing.
    /// - Parameters:
    ///   - renewsServerKey: whether what the server seals from now on is sealed under a new key.
    ///   - progress: told how many keys were looked at, and how many there are.
    /// - Returns: how many keys were wrapped anew. One that is damaged is left as it is.
    /// - Throws: `masterKeyForeign` where another process has replaced the master key.
    func rewrap(
        under new: MasterKey, renewsServerKey: Bool, progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> Int

    /// The rotation of the tenant's wrapping key that was begun and has not ended; nil where there is none.
    func rotation(of tenant: TenantID) throws -> WrappingKeyRotation?

    /// Gives a tenant another wrapping key. New data keys are wrapped under it; the one before opens its data keys until the
    /// rotation has ended.
    /// - Parameter renewsSecretsKey: whether the tenant's secrets are sealed under a new key from now on as well.
    /// - Throws: `limitReached` where a rotation has not ended.
    func beginRotation(of tenant: TenantID, renewsSecretsKey: Bool) async throws -> WrappingKeyRotation

    /// How many data keys there are, of all tenants.
    func dataKeyCount() async throws -> Int

    /// Looks at the next `limit` data keys of all tenants, in the order of their enrollments, and wraps those of the rotation's
    /// tenant anew that the key before still wraps, in one transaction.
    /// - Throws: `transactionLost` where another process has ended the rotation and begun the next.
    func rewrapDataKeys(
        _ rotation: WrappingKeyRotation, after id: EnrollmentID?, limit: Int
    ) async throws -> RewrappedKeys

    /// Deletes the wrapping key before. Call it when every data key was looked at since the rotation began.
    /// - Throws: as `rewrapDataKeys`.
    func end(_ rotation: WrappingKeyRotation) async throws

    /// Waits until keys as they were wrapped before are in no page and no log of the key database.
    func forgetReplaced() async throws

    /// Writes a copy of the whole database of keys, as it is at one moment, while others write on.
    /// - Parameter path: of a file that is not there yet.
    func writeCopy(to path: String) async throws

    /// What is wrong with the whole database of keys; empty where it is sound.
    func damage() async throws -> [String]
}

/// What is wrong with the data key of an enrollment that was not erased.
package enum DataKeyDamage: Sendable {
    case missing, changed
}

/// A rotation of a tenant's wrapping key that is under way.
package struct WrappingKeyRotation: Equatable, Sendable {
    package let tenant: TenantID
    /// Of the new key.
    package let number: Int
    /// Whether it has given the tenant a new key for secrets as well.
    package let hasNewSecretsKey: Bool
}

/// What one step of a rotation has done.
package struct RewrappedKeys: Equatable, Sendable {
    /// How many data keys were looked at.
    package let read: Int
    package let rewrapped: Int
    /// Where the next step goes on; nil where no data key was left.
    package let last: EnrollmentID?
}
