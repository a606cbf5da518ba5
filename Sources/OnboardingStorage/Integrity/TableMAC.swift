internal import Foundation
internal import GRDB
internal import OnboardingCrypto

/// What says of the rows of every table, one beside the chains of `AuditChain`, that they are those which were written.
///
///     code(row)  = HMAC-SHA-256(audit key, "row" ‖ 0x00 ‖ value(TABLE) ‖ value(column 1) ‖ value(column 2) …)
///     value(v)   = kind ‖ length in bytes, 8 bytes big-endian ‖ bytes
///                  kind 0 null (no bytes), 1 integer (8 bytes big-endian), 2 real (8 bytes, IEEE 754 big-endian),
///                  3 the table's name (UTF-8), 4 blob, or text (its bytes as stored: a column has only one of them)
///     sum(TABLE) = the sum of the codes of its rows as big-endian numbers, modulo 2²⁵⁶
///     sealed     = salt ‖ AES-256-GCM of the sums of `tables` in their order, as `SealingKey` writes it
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
    let key: [UInt8]

    /// The tables whose rows are summed. A migration that adds one, at the end, or a column has to write the sums anew, but not
    /// where there was damage before it, which that would make good.
    static let tables = [
        "tenant", "tenant_configuration", "secret", "enrollment", "idempotency_record", "evidence", "template",
        "device", "failure",
        "seen_image", "capture_session", "erasure", "chain_end", "tenant_change",
    ]

    /// The others: the first two have chains, the last holds the sums.
    static let otherTables = ["enrollment_event", "audit", "table_mac"]

    /// Makes the functions of the triggers and of `damage` known to a connection.
    func addFunctions(to database: Database) {
        database.add(
            function: DatabaseFunction("table_mac_code", pure: true) { [key] values in Self.code(of: values, under: key)
            })
        database.add(
            function: DatabaseFunction("table_mac_sum", argumentCount: 3, pure: true) { values in
                guard var sum = TableSum(values[0]) else { throw StorageError.storedValueInvalid }
                if let plus = TableSum(values[1]) { sum += plus }
                if let minus = TableSum(values[2]) { sum -= minus }
                return sum.data
            })
    }

    /// Follows all changes that are made through this connection, the writer's, from here on.
    /// - Throws: `storedValueInvalid` where a table is not there.
    func watch(_ database: Database) throws {
        guard try (Self.tables + Self.otherTables).allSatisfy({ try database.tableExists($0) }) else {
            throw StorageError.storedValueInvalid
        }
        try database.execute(
            sql: """
                PRAGMA temp_store = MEMORY;
                CREATE TEMP TABLE table_mac_change (name TEXT NOT NULL PRIMARY KEY, sum BLOB NOT NULL) STRICT, WITHOUT ROWID;
                """)
        for table in Self.tables {
            try database.run("INSERT INTO table_mac_change (name, sum) VALUES (?, ?)", [table, TableSum.zero.data])
            let (new, old) = (
                try Self.code(of: "NEW", of: table, in: database), try Self.code(of: "OLD", of: table, in: database)
            )
            for (change, plus, minus) in [("INSERT", new, "NULL"), ("UPDATE", new, old), ("DELETE", "NULL", old)] {
                try database.execute(
                    sql: """
                        CREATE TEMP TRIGGER table_mac_\(table)_\(change) AFTER \(change) ON main.\(table) BEGIN
                            UPDATE table_mac_change SET sum = table_mac_sum(sum, \(plus), \(minus)) WHERE name = '\(table)';
                        END
                        """)
            }
        }
    }

    /// Takes what was changed into the sums, as the last thing of a transaction.
    func settle(in database: Database) throws {
        let changes = try database.rows("SELECT name, sum FROM table_mac_change WHERE sum <> zeroblob(32)", [])
        guard !changes.isEmpty else { return }
        try database.run("UPDATE table_mac_change SET sum = zeroblob(32) WHERE sum <> zeroblob(32)", [])
        // Sums that nobody with the key has written stay so, for `damage` to find.
        guard var sums = try sums(in: database) else { return }
        for change in changes {
            guard let place = Self.tables.firstIndex(of: try change.text("name")),
                let sum = TableSum(try change.bytes("sum"))
            else { throw StorageError.storedValueInvalid }
            sums[place] += sum
        }
        try database.run("UPDATE table_mac SET sealed = ?", [try seal(sums)])
    }

    /// Writes the sums of the tables that a new database has.
    func begin(in database: Database) throws {
        let sums = try Self.tables.map { try Self.sum(of: $0, in: database) }
        try database.run("INSERT INTO table_mac (sealed) VALUES (?)", [try seal(sums)])
    }

    /// The tables whose rows are not those that were written. Reads every row, one at a time.
    func damage(in database: Database) throws -> [TableDamage] {
        // A stored trigger would have the program's own connection change rows, which the sums would follow.
        let hasTrigger = try database.row("SELECT 1 FROM sqlite_schema WHERE type = 'trigger'", []) != nil
        guard let sums = try sums(in: database) else { return [.sumsForeign] + (hasTrigger ? [.triggerAdded] : []) }
        return zip(Self.tables, sums).compactMap { table, written in
            do {
                return try Self.sum(of: table, in: database) == written ? nil : .rowsDiffer(table)
            } catch {
                return .unreadable(table)
            }
        } + (hasTrigger ? [.triggerAdded] : [])
    }

    private func sums(in database: Database) throws -> [TableSum]? {
        guard let sealed = try database.row("SELECT sealed FROM table_mac", [])?.bytes("sealed"),
            sealed.count > Digest.byteCount,
            let plain = try? sealingKey(salt: Array(sealed.prefix(Digest.byteCount)))
                .open(Array(sealed.dropFirst(Digest.byteCount)), associated: [])
        else { return nil }
        let sums = stride(from: 0, to: plain.count, by: TableSum.byteCount).compactMap {
            TableSum(Array(plain[$0..<min($0 + TableSum.byteCount, plain.count)]))
        }
        return sums.count == Self.tables.count ? sums : nil
    }

    private func seal(_ sums: [TableSum]) throws -> Data {
        let salt = try Random.bytes(Digest.byteCount)
        return Data(salt + (try sealingKey(salt: salt).seal(sums.flatMap(\.bytes), associated: [])))
    }

    private func sealingKey(salt: [UInt8]) throws -> SealingKey {
        try SealingKey(
            bytes: KeyDerivation.hkdfSHA256(
                secret: key, salt: salt, info: Array("onboarding-table-mac-v1".utf8), count: SealingKey.byteCount))
    }

    private static func sum(of table: String, in database: Database) throws -> TableSum {
        var sum = TableSum.zero
        let codes = try Data.fetchCursor(
            database, sql: "SELECT \(code(of: table, of: table, in: database)) FROM \(table)")
        while let code = try codes.next() {
            if let code = TableSum([UInt8](code)) { sum += code }
        }
        return sum
    }

    /// The expression for the code of a row of `table`, called `row`.
    private static func code(of row: String, of table: String, in database: Database) throws -> String {
        // A text is passed as its bytes, because functions are given texts only up to a zero byte.
        let columns = try database.columns(in: table).map { column in
            column.type == "TEXT" ? "CAST(\(row).\(column.name) AS BLOB)" : "\(row).\(column.name)"
        }
        return "table_mac_code('\(table)', \(columns.joined(separator: ", ")))"
    }

    private static func code(of values: [DatabaseValue], under key: [UInt8]) -> Data {
        var message = Array("row\u{0}".utf8)
        func append(_ kind: UInt8, _ bytes: some Collection<UInt8>) {
            message.append(kind)
            withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { message.append(contentsOf: $0) }
            message.append(contentsOf: bytes)
        }
        for value in values {
            switch value.storage {
            case .null: append(0, [])
            case .int64(let number): withUnsafeBytes(of: number.bigEndian) { append(1, $0) }
            case .double(let number): withUnsafeBytes(of: number.bitPattern.bigEndian) { append(2, $0) }
            case .string(let text): append(3, text.utf8)
            case .blob(let data): append(4, data)
            }
        }
        return Data(MessageAuthenticationCode.hmacSHA256(key: key, message: message))
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
    /// The database holds a trigger, which this program never makes.
    case triggerAdded
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

extension TableSum {
    fileprivate init?(_ value: DatabaseValue) {
        guard case .blob(let data) = value.storage else { return nil }
        self.init([UInt8](data))
    }

    fileprivate var data: Data { Data(bytes) }
}
