internal import Foundation
internal import OnboardingCrypto

/// What says of the rows of every table, one beside the chains of `AuditChain`, that they are those which were written.
///
///     code(row)  = HMAC-SHA-256(audit key, "row" ‖ 0x00 ‖ value(TABLE) ‖ value(column 1) ‖ value(column 2) …)
///     value(v)   = kind ‖ length in bytes, 8 bytes big-endian ‖ bytes
///                  kind 0 null (no bytes), 1 integer (8 bytes big-endian), 2 real (8 bytes, IEEE 754 big-endian),
///                  3 the table's name (UTF-8), 4 blob, or text (its bytes as stored: a column has only one of them)
///     sum(TABLE) = the sum of the codes of its rows as big-endian numbers, modulo 2²⁵⁶
///     sealed     = salt ‖ AES-256-GCM of the sums of `TableMAC.tables` in their order, as `SealingKey` writes it
///
/// with a salt of 32 random bytes for each sealing and the key HKDF-SHA-256(audit key, salt, info `onboarding-table-mac-v1`).
/// The one row of the table `table_mac` holds `sealed`, written once in every transaction. The sums are sealed because who saw
/// them could tell the codes of single rows from their differences; they are added and not combined bit by bit so that a
/// foreign row which the program deletes is missing from the sum ever after; and they stand in one object so that no
/// table can be put back with its own sum.
///
/// Triggers of the writer's connection follow every change of a row, whoever makes it through that connection.
///
/// Found by whoever has the key: a row that was changed, removed, added or put back to what it once was, in which table
/// but not which row. Not found: the whole database put back; what was done to it before the sums were begun.
struct TableMAC: Sendable {
    /// What a column holds in a row. The first of a row is the name of its table.
    enum Value {
        case null
        case integer(Int64)
        case real(Double)
        case name(String)
        case bytes(Data)
    }

    let key: [UInt8]

    func code(of row: some Sequence<Value>) -> [UInt8] {
        var message = Array("row\u{0}".utf8)
        func append(_ kind: UInt8, _ bytes: some Collection<UInt8>) {
            message.append(kind)
            withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { message.append(contentsOf: $0) }
            message.append(contentsOf: bytes)
        }
        for value in row {
            switch value {
            case .null: append(0, [])
            case .integer(let number): withUnsafeBytes(of: number.bigEndian) { append(1, $0) }
            case .real(let number): withUnsafeBytes(of: number.bitPattern.bigEndian) { append(2, $0) }
            case .name(let name): append(3, name.utf8)
            case .bytes(let data): append(4, data)
            }
        }
        return MessageAuthenticationCode.hmacSHA256(key: key, message: message)
    }

    func seal(_ sums: [TableSum]) throws -> [UInt8] {
        let salt = try Random.bytes(Digest.byteCount)
        return salt + (try sealingKey(salt: salt).seal(sums.flatMap(\.bytes), associated: []))
    }

    /// Nil where nobody with the key has sealed the sums of `count` tables.
    func open(_ sealed: [UInt8], count: Int) -> [TableSum]? {
        guard sealed.count > Digest.byteCount,
            let plain = try? sealingKey(salt: Array(sealed.prefix(Digest.byteCount)))
                .open(Array(sealed.dropFirst(Digest.byteCount)), associated: []),
            plain.count == count * TableSum.byteCount
        else { return nil }
        return stride(from: 0, to: plain.count, by: TableSum.byteCount).compactMap {
            TableSum(Array(plain[$0..<$0 + TableSum.byteCount]))
        }
    }

    private func sealingKey(salt: [UInt8]) throws -> SealingKey {
        try SealingKey(
            bytes: KeyDerivation.hkdfSHA256(
                secret: key, salt: salt, info: Array("onboarding-table-mac-v1".utf8), count: SealingKey.byteCount))
    }
}

/// What is wrong with the rows of a table.
package enum TableDamage: Equatable, Sendable {
    /// Nobody with the audit key has written the sums, so that they say nothing.
    case sumsForeign
    /// A row was changed, removed, added or put back.
    case rowsDiffer(String)
    /// The database cannot read the table.
    case unreadable(String)
    /// The schema has an object that this program does not make, such as a trigger, or lacks one that it makes.
    case schemaForeign
}

/// A number of 256 bits, added and subtracted without regard to what is carried out of it.
struct TableSum: Equatable, Sendable {
    static let byteCount = Digest.byteCount
    static let zero = TableSum(checked: [UInt8](repeating: 0, count: byteCount))

    /// Big-endian.
    private(set) var bytes: [UInt8]

    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(checked: bytes)
    }

    private init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func += (sum: inout TableSum, other: TableSum) { sum.add(other.bytes, carry: 0) }

    static func -= (sum: inout TableSum, other: TableSum) { sum.add(other.bytes.map(~), carry: 1) }

    private mutating func add(_ other: [UInt8], carry: UInt16) {
        var carry = carry
        for place in bytes.indices.reversed() {
            carry += UInt16(bytes[place]) + UInt16(other[place])
            bytes[place] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
    }
}
