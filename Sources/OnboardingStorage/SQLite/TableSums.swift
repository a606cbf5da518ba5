internal import Foundation
internal import GRDB

/// The sums of `TableMAC` as triggers keep them and a check reads them.
extension TableMAC {
    /// The tables whose rows are summed, in the order of their sums. A migration that adds one puts it at the end
    /// (`addTable`); one that changes columns has to write the sum anew (`renew`), but not where there was damage before it
    /// (`holds`), which that would make good.
    static let tables =
        firstTables + [
            "capture_codes", "search_key", "idempotency_key", "credential", "credential_key", "client_assertion",
            "feed_event", "webhook", "webhook_delivery", "legal_hold", "retention_clock", "operator",
            "operator_session", "sign_in_link", "capture_right", "mail", "case_note", "case_flag", "audit_enrollment",
            "operator_trigger", "case_facts", "case_reason", "case_prefix", "operator_identity",
            "case_day",
            "tenant_logo",
            "authentication", "authentication_result",
            "user_group", "group_member", "user_details", "user_face", "one_time_password", "user_token",
            "case_duplicate", "fraud_hold", "operator_passkey", "disabled_tenant", "trail_position",
            "removed_tenant", "proposal",
        ]

    /// Those that were there when `table` was not.
    static func tables(before table: String) -> [String] { Array(tables.prefix { $0 != table }) }

    /// Those that were there once `table` was.
    static func tables(through table: String) -> [String] { tables(before: table) + [table] }

    /// Those of the first version.
    static let firstTables = [
        "tenant", "tenant_configuration", "secret", "subject", "enrollment", "idempotency_record", "evidence",
        "template", "device", "failure", "seen_image", "capture_session", "erasure", "chain_end", "tenant_change",
    ]

    /// The others: they have chains, and the last holds the sums.
    static let otherTables = ["enrollment_event", "authentication_event", "audit", "table_mac"]

    /// Makes the functions of the triggers and of `damage` known to a connection.
    func addFunctions(to database: Database) {
        database.add(
            function: DatabaseFunction("table_mac_code", pure: true) { values in
                Data(code(of: values.lazy.map(Value.init)))
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
        try database.run("UPDATE table_mac SET sealed = ?", [Data(try seal(sums))])
    }

    /// Writes the sums of the tables of the first version.
    func begin(in database: Database) throws {
        let sums = try Self.firstTables.map { try Self.sum(of: $0, in: database) }
        try database.run("INSERT INTO table_mac (sealed) VALUES (?)", [Data(try seal(sums))])
    }

    /// Takes a table into the sums that a migration has just made. The others stay as they are, and with them what was wrong
    /// with their rows; sums that nobody with the key has written stay so as well.
    /// - Parameter isTrusted: whether the rows that the migration has put there are those that were written. The sum of none
    ///   says otherwise of others ever after.
    func addTable(_ table: String, isTrusted: Bool = true, in database: Database) throws {
        guard let sums = try sums(of: Self.tables(before: table), in: database) else { return }
        let sum = isTrusted ? try Self.sum(of: table, in: database) : .zero
        try database.run("UPDATE table_mac SET sealed = ?", [Data(try seal(sums + [sum]))])
    }

    /// Whether the rows of `table` are those that were written, before the first change of a migration.
    func holds(_ table: String, of tables: [String], in database: Database) throws -> Bool {
        guard let place = tables.firstIndex(of: table), let sums = try sums(of: tables, in: database) else {
            return false
        }
        return try Self.sum(of: table, in: database) == sums[place]
    }

    /// Writes the sum of a table anew whose rows a migration has given another form.
    /// - Parameter tables: those that there are after it.
    func renew(_ table: String, of tables: [String], in database: Database) throws {
        guard let place = tables.firstIndex(of: table), var sums = try sums(of: tables, in: database) else { return }
        sums[place] = try Self.sum(of: table, in: database)
        try database.run("UPDATE table_mac SET sealed = ?", [Data(try seal(sums))])
    }

    /// Changes the columns of a table in a migration, and writes its sum anew; not where there was damage before, which that would
    /// make good.
    /// - Parameter tables: those that there are before and after it.
    func change(_ table: String, by statement: String, of tables: [String], in database: Database) throws {
        let isIntact = try holds(table, of: tables, in: database)
        try database.execute(sql: statement)
        if isIntact { try renew(table, of: tables, in: database) }
    }

    /// The tables whose rows are not those that were written. Reads every row, one at a time.
    func damage(in database: Database) throws -> [TableDamage] {
        guard let sums = try sums(in: database) else { return [.sumsForeign] }
        return zip(Self.tables, sums).compactMap { table, written in
            do {
                return try Self.sum(of: table, in: database) == written ? nil : .rowsDiffer(table)
            } catch {
                return .unreadable(table)
            }
        }
    }

    private func sums(in database: Database) throws -> [TableSum]? { try sums(of: Self.tables, in: database) }

    private func sums(of tables: [String], in database: Database) throws -> [TableSum]? {
        try database.row("SELECT sealed FROM table_mac", []).flatMap {
            open(try $0.bytes("sealed"), count: tables.count)
        }
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
}

extension TableMAC.Value {
    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let number): self = .integer(number)
        case .double(let number): self = .real(number)
        case .string(let text): self = .name(text)
        case .blob(let data): self = .bytes(data)
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
