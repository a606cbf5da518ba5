internal import GRDB
internal import OnboardingCore

/// The tables of `onboarding.sqlite`. A migration is never changed once it was released; a new one is added below it.
///
/// Instants are UTC milliseconds since 1970. A column `…_digest` of personal data is a keyed digest (`KeyStore`), a
/// column `sealed…` an object sealed under a key of the key store; no personal datum stands in the clear.
enum Schema {
    static func migrator(chain: AuditChain, tableMAC: TableMAC) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 baseline") { database in
            for tables in [tenants, subjects, enrollments, replayGuards, integrity] {
                try database.execute(sql: tables)
            }
            for name in [AuditChain.Name.list(of: Enrollment.self), .audit] {
                try SQLiteStore.setChainEnd(name, to: .start, in: database, chain: chain)
            }
            try tableMAC.begin(in: database)
        }
        migrator.registerMigration("2 capture codes") { database in
            try database.execute(sql: captureCodes)
            try tableMAC.addTable("capture_codes", in: database)
        }
        migrator.registerMigration("3 search and idempotency keys") { database in
            try database.execute(sql: searchKeys)
            try tableMAC.addTable("search_key", in: database)
            try database.execute(sql: idempotencyKeys)
            try tableMAC.addTable("idempotency_key", in: database)
        }
        migrator.registerMigration("4 credentials") { database in
            // Damage of the tenants from before must not be made good, nor be copied as what was written.
            let isIntact = try tableMAC.holds("tenant", of: TableMAC.tables(before: "credential"), in: database)
            try database.execute(sql: credentials)
            for table in ["credential", "credential_key", "client_assertion"] {
                try tableMAC.addTable(table, isTrusted: isIntact, in: database)
            }
            if isIntact {
                try tableMAC.renew("tenant", of: TableMAC.tables(before: "feed_event"), in: database)
            }
        }
        migrator.registerMigration("5 feed and webhooks") { database in
            try database.execute(sql: feed)
            for table in ["feed_event", "webhook", "webhook_delivery"] {
                try tableMAC.addTable(table, in: database)
            }
        }
        migrator.registerMigration("6 retention and holds") { database in
            let isIntact = try tableMAC.holds("evidence", of: TableMAC.tables(before: "legal_hold"), in: database)
            try database.execute(sql: retention)
            for table in ["legal_hold", "retention_clock"] {
                try tableMAC.addTable(table, in: database)
            }
            if isIntact { try tableMAC.renew("evidence", of: TableMAC.tables(before: "operator"), in: database) }
        }
        migrator.registerMigration("7 operators") { database in
            try database.execute(sql: operators)
            for table in ["operator", "operator_session", "sign_in_link"] {
                try tableMAC.addTable(table, in: database)
            }
        }
        migrator.registerMigration("8 capture rights") { database in
            try database.execute(sql: captureRights)
            try tableMAC.addTable("capture_right", in: database)
        }
        migrator.registerMigration("9 mail") { database in
            try database.execute(sql: mail)
            try tableMAC.addTable("mail", in: database)
        }
        migrator.registerMigration("10 case notes and views") { database in
            try database.execute(sql: caseNotes)
            try AuditTrail.linkAllEntries(in: database)
            for table in ["case_note", "case_flag", "audit_enrollment"] {
                try tableMAC.addTable(table, in: database)
            }
        }
        migrator.registerMigration("11 triggers of operators") { database in
            try database.execute(sql: triggers)
            try tableMAC.addTable("operator_trigger", in: database)
        }
        migrator.registerMigration("12 desk") { database in
            try database.execute(sql: caseFacts)
            // Filled by 15, which gives them their present columns.
            for table in ["case_facts", "case_reason", "case_prefix"] {
                try tableMAC.addTable(table, in: database)
            }
        }
        migrator.registerMigration("13 audit entries by kind") { database in
            try database.execute(sql: auditKinds)
        }
        migrator.registerMigration("14 outside identities") { database in
            try database.execute(sql: identities)
            try tableMAC.addTable("operator_identity", in: database)
        }
        migrator.registerMigration("15 figures of days") { database in
            let (before, facts) = (TableMAC.tables(before: "case_day"), ["case_facts", "case_reason"])
            // Facts that somebody changed must not be made good, nor be counted as what was written.
            let isIntact = try facts.allSatisfy { try tableMAC.holds($0, of: before, in: database) }
            try database.execute(sql: caseDays)
            try SQLiteStore.fillFacts(in: database)
            try tableMAC.addTable("case_day", isTrusted: isIntact, in: database)
            if isIntact {
                for table in facts { try tableMAC.renew(table, of: before + ["case_day"], in: database) }
            }
        }
        migrator.registerMigration("16 logos") { database in
            try database.execute(sql: logos)
            try tableMAC.addTable("tenant_logo", in: database)
        }
        migrator.registerMigration("21 authentications") { database in
            // Damage from before must not be made good.
            let before = TableMAC.tables(before: "authentication")
            let changed = ["device", "template", "feed_event", "chain_end"]
            let intact = try changed.filter { try tableMAC.holds($0, of: before, in: database) }
            try database.execute(sql: authentications)
            try SQLiteStore.setChainEnd(.list(of: Authentication.self), to: .start, in: database, chain: chain)
            for table in intact { try tableMAC.renew(table, of: before, in: database) }
            for table in ["authentication", "authentication_result"] {
                try tableMAC.addTable(table, in: database)
            }
        }
        migrator.registerMigration("24 users and groups") { database in
            try database.execute(sql: users)
            try SQLiteStore.joinDefaultGroups(in: database)
            for table in [
                "user_group", "group_member", "user_details", "user_face", "one_time_password", "user_token",
            ] {
                try tableMAC.addTable(table, in: database)
            }
        }
        migrator.registerMigration("25 duplicates and ends in lists") { database in
            try database.execute(sql: duplicates)
            try SQLiteStore.fillDuplicates(in: database)
            try tableMAC.addTable("case_duplicate", in: database)
        }
        migrator.registerMigration("28 capture rights of authentications") { database in
            try tableMAC.change(
                "capture_right", by: captureRightsOfAuthentications, of: TableMAC.tables(through: "case_duplicate"),
                in: database)
        }
        migrator.registerMigration("29 keys of capture rights") { database in
            try tableMAC.change(
                "capture_right", by: keysOfCaptureRights, of: TableMAC.tables(through: "case_duplicate"), in: database)
        }
        migrator.registerMigration("30 fraud holds") { database in
            try database.execute(sql: fraudHolds)
            try tableMAC.addTable("fraud_hold", in: database)
        }
        migrator.registerMigration("31 passkeys") { database in
            try database.execute(sql: passkeys)
            try tableMAC.addTable("operator_passkey", in: database)
        }
        migrator.registerMigration("32 disabled tenants") { database in
            try database.execute(sql: disabledTenants)
            try tableMAC.addTable("disabled_tenant", in: database)
        }
        migrator.registerMigration("33 positions in the trail") { database in
            try database.execute(sql: trailPositions)
            try tableMAC.addTable("trail_position", in: database)
        }
        migrator.registerMigration("34 removed tenants") { database in
            try database.execute(sql: removedTenants)
            try tableMAC.addTable("removed_tenant", in: database)
        }
        migrator.registerMigration("35 proposals") { database in
            try database.execute(sql: proposals)
            try tableMAC.addTable("proposal", in: database)
        }
        migrator.registerMigration("36 references of authentications") { database in
            try tableMAC.change(
                "authentication", by: referencesOfAuthentications, of: TableMAC.tables(through: "proposal"),
                in: database)
        }
        migrator.registerMigration("37 registrations by clients") { database in
            let tables = TableMAC.tables(through: "proposal")
            // Facts that somebody changed must not be made good, nor be counted as what was written.
            guard try ["case_facts", "case_day"].allSatisfy({ try tableMAC.holds($0, of: tables, in: database) })
            else { return }
            try SQLiteStore.countHandedIn(in: database)
            try tableMAC.renew("case_day", of: tables, in: database)
        }
        migrator.registerMigration("38 causes of deliveries") { database in
            try tableMAC.change(
                "webhook_delivery", by: causesOfDeliveries, of: TableMAC.tables(through: "proposal"), in: database)
        }
        return migrator
    }

    private static let tenants = """
        CREATE TABLE tenant (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            realm TEXT NOT NULL UNIQUE,
            client_id TEXT NOT NULL UNIQUE,
            client_secret_digest BLOB NOT NULL,
            api_key_digest BLOB NOT NULL UNIQUE,
            sealed_api_key BLOB NOT NULL,
            is_test INTEGER NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tenant_configuration (
            tenant_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant,
            version INTEGER NOT NULL,
            document TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Keys of tenants and, without a tenant, of the server.
        CREATE TABLE secret (
            number INTEGER PRIMARY KEY,
            tenant_id TEXT REFERENCES tenant,
            kind TEXT NOT NULL,
            key_id TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            retired_at INTEGER,
            sealed BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX secret_key_id ON secret (coalesce(tenant_id, ''), kind, key_id);

        -- Raised by every change of the tables above, so that a running server notices those of other processes.
        CREATE TABLE tenant_change (counter INTEGER NOT NULL) STRICT;
        INSERT INTO tenant_change VALUES (0);
        """

    private static let subjects = """
        -- The people of a tenant, whose cases, templates and devices refer to them.
        CREATE TABLE subject (
            id TEXT NOT NULL PRIMARY KEY,
            tenant_id TEXT NOT NULL REFERENCES tenant,
            -- Null once erased, as the next column.
            username_digest BLOB,
            -- Of the newest address that a case gave.
            email_digest BLOB,
            created_at INTEGER NOT NULL,
            erased_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX subject_username ON subject (tenant_id, username_digest) WHERE username_digest IS NOT NULL;
        """

    private static let enrollments = """
        CREATE TABLE enrollment (
            -- 1, 2, 3 … without a gap in the order of beginning; no row is ever deleted.
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            tenant_id TEXT NOT NULL REFERENCES tenant,
            -- Null once erased, so that nothing leads from what happened to a person.
            subject_id TEXT REFERENCES subject,
            -- How often the row was written.
            version INTEGER NOT NULL,
            -- A word of `CaseStatus`.
            status TEXT NOT NULL,
            is_started INTEGER NOT NULL,
            -- Null when finished.
            deadline INTEGER,
            -- JSON of `Enrollment`.
            state TEXT NOT NULL,
            registration_code TEXT,
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            erased_at INTEGER,
            session_digest BLOB,
            token_digest BLOB,
            sealed_person BLOB,
            -- The chain of its events: see `AuditChain`.
            chain_length INTEGER NOT NULL,
            chain_head BLOB NOT NULL,
            chain_code BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX enrollment_session ON enrollment (tenant_id, session_digest)
            WHERE session_digest IS NOT NULL;
        CREATE UNIQUE INDEX enrollment_token ON enrollment (tenant_id, token_digest) WHERE token_digest IS NOT NULL;
        CREATE UNIQUE INDEX enrollment_code ON enrollment (tenant_id, registration_code)
            WHERE registration_code IS NOT NULL;
        CREATE INDEX enrollment_subject ON enrollment (subject_id) WHERE subject_id IS NOT NULL;
        CREATE INDEX enrollment_deadline ON enrollment (deadline) WHERE deadline IS NOT NULL;
        CREATE INDEX enrollment_registration ON enrollment (tenant_id, number)
            WHERE status = 'complete' AND erased_at IS NULL;
        -- What the jobs and a start ask for, without reading every enrollment there ever was.
        CREATE INDEX enrollment_changed ON enrollment (changed_at);
        CREATE INDEX enrollment_unregistered ON enrollment (tenant_id, changed_at)
            WHERE status <> 'complete' AND deadline IS NULL AND erased_at IS NULL;
        CREATE INDEX enrollment_erased ON enrollment (number, id) WHERE erased_at IS NOT NULL;

        CREATE TABLE enrollment_event (
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            sequence INTEGER NOT NULL,
            at INTEGER NOT NULL,
            -- JSON of `Event`, kept as it was hashed.
            event TEXT NOT NULL,
            hash BLOB NOT NULL,
            PRIMARY KEY (enrollment_id, sequence)
        ) STRICT, WITHOUT ROWID;

        -- Results to give again when the same request comes again.
        CREATE TABLE idempotency_record (
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            step TEXT NOT NULL,
            request_digest TEXT NOT NULL,
            tenant_id TEXT NOT NULL,
            at INTEGER NOT NULL,
            sealed_result BLOB NOT NULL,
            PRIMARY KEY (enrollment_id, step, request_digest)
        ) STRICT;
        CREATE INDEX idempotency_record_request ON idempotency_record (tenant_id, step, request_digest);

        CREATE TABLE evidence (
            id TEXT NOT NULL PRIMARY KEY,
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            kind TEXT NOT NULL,
            byte_count INTEGER NOT NULL,
            -- SHA-256 of the sealed object.
            digest BLOB NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX evidence_enrollment ON evidence (enrollment_id);

        CREATE TABLE template (
            number INTEGER PRIMARY KEY,
            -- Its data key seals the template.
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            subject_id TEXT NOT NULL REFERENCES subject,
            kind TEXT NOT NULL,
            model TEXT NOT NULL,
            sealed BLOB NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX template_enrollment ON template (enrollment_id);

        CREATE TABLE device (
            enrollment_id TEXT NOT NULL PRIMARY KEY REFERENCES enrollment (id),
            subject_id TEXT NOT NULL REFERENCES subject,
            tenant_id TEXT NOT NULL,
            device_digest BLOB NOT NULL,
            sealed BLOB NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX device_device ON device (tenant_id, device_digest);

        -- Failed faces and documents by person, device or document number.
        CREATE TABLE failure (
            number INTEGER PRIMARY KEY,
            tenant_id TEXT NOT NULL,
            subject_digest BLOB NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX failure_subject ON failure (tenant_id, subject_digest, at);
        CREATE INDEX failure_at ON failure (at);

        -- Erasures that were begun and are not known to be complete.
        CREATE TABLE erasure (
            enrollment_id TEXT NOT NULL PRIMARY KEY REFERENCES enrollment (id),
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let replayGuards = """
        -- Images that were accepted, so that they are accepted in no other enrollment.
        CREATE TABLE seen_image (
            tenant_id TEXT NOT NULL,
            image_digest BLOB NOT NULL,
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            PRIMARY KEY (tenant_id, image_digest)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX seen_image_enrollment ON seen_image (enrollment_id);

        -- Session ids of captures that were used.
        CREATE TABLE capture_session (
            tenant_id TEXT NOT NULL,
            session_digest BLOB NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (tenant_id, session_digest)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX capture_session_at ON capture_session (at);
        """

    private static let captureCodes = """
        -- What the frames of accepted captures are known by when they come again, changed.
        CREATE TABLE capture_codes (
            number INTEGER PRIMARY KEY,
            -- Its data key seals the codes.
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            tenant_id TEXT NOT NULL,
            sealed BLOB NOT NULL
        ) STRICT;
        CREATE INDEX capture_codes_enrollment ON capture_codes (enrollment_id);
        """

    private static let searchKeys = """
        -- What an enrollment is found by.
        CREATE TABLE search_key (
            tenant_id TEXT NOT NULL,
            -- A word of `SearchKey.Kind`.
            kind TEXT NOT NULL,
            digest BLOB NOT NULL,
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            PRIMARY KEY (tenant_id, kind, digest, enrollment_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX search_key_enrollment ON search_key (enrollment_id);
        CREATE INDEX enrollment_begun ON enrollment (tenant_id, created_at, number) WHERE erased_at IS NULL;
        """

    private static let idempotencyKeys = """
        -- What clients call requests by that they may repeat.
        CREATE TABLE idempotency_key (
            tenant_id TEXT NOT NULL,
            key_digest BLOB NOT NULL,
            request_digest BLOB NOT NULL,
            at INTEGER NOT NULL,
            -- Its data key seals the result.
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            sealed_result BLOB NOT NULL,
            PRIMARY KEY (tenant_id, key_digest)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX idempotency_key_enrollment ON idempotency_key (enrollment_id);
        CREATE INDEX idempotency_key_at ON idempotency_key (at);
        """

    private static let credentials = """
        -- What the clients of tenants show to get tokens, and what these open.
        CREATE TABLE credential (
            number INTEGER PRIMARY KEY,
            client_id TEXT NOT NULL UNIQUE,
            tenant_id TEXT NOT NULL REFERENCES tenant,
            -- Words of `Scope`, a blank between.
            scopes TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            -- From when on it opens nothing.
            ends_at INTEGER
        ) STRICT;
        CREATE TABLE credential_key (
            number INTEGER PRIMARY KEY,
            client_id TEXT NOT NULL REFERENCES credential (client_id),
            -- A word of `CredentialKeyRow.Kind`.
            kind TEXT NOT NULL,
            key_id TEXT NOT NULL,
            -- SHA-256 of a secret, SPKI DER of a public key.
            value BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            ends_at INTEGER
        ) STRICT;
        CREATE INDEX credential_key_client ON credential_key (client_id);

        -- Assertions of clients that were shown, so that none is shown twice.
        CREATE TABLE client_assertion (
            tenant_id TEXT NOT NULL,
            digest BLOB NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (tenant_id, digest)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX client_assertion_at ON client_assertion (at);

        INSERT INTO credential (client_id, tenant_id, scopes, created_at)
            SELECT client_id, id, 'enroll enrollments:read person:read erase configuration metrics', created_at
            FROM tenant ORDER BY created_at, id;
        INSERT INTO credential_key (client_id, kind, key_id, value, created_at)
            SELECT client_id, 'secret', 'first', client_secret_digest, created_at FROM tenant ORDER BY created_at, id;

        CREATE TABLE tenant_without_client (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            realm TEXT NOT NULL UNIQUE,
            api_key_digest BLOB NOT NULL UNIQUE,
            sealed_api_key BLOB NOT NULL,
            is_test INTEGER NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO tenant_without_client
            SELECT id, name, realm, api_key_digest, sealed_api_key, is_test, created_at FROM tenant;
        DROP TABLE tenant;
        ALTER TABLE tenant_without_client RENAME TO tenant;
        """

    private static let feed = """
        -- What a tenant's systems are told, in the order of writing; no row is ever deleted.
        CREATE TABLE feed_event (
            tenant_id TEXT NOT NULL,
            -- 1, 2, 3 … within the tenant.
            number INTEGER NOT NULL,
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            -- Of the enrollment's event.
            sequence INTEGER NOT NULL,
            -- A word of `FeedEventKind`.
            kind TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (tenant_id, number)
        ) STRICT, WITHOUT ROWID;

        -- Where events are sent.
        CREATE TABLE webhook (
            id TEXT NOT NULL PRIMARY KEY,
            tenant_id TEXT NOT NULL REFERENCES tenant,
            url TEXT NOT NULL,
            -- Words of `FeedEventKind`, a blank between; empty for all.
            kinds TEXT NOT NULL,
            allows_private INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            disabled_at INTEGER,
            disabled_because TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX webhook_tenant ON webhook (tenant_id);

        -- What is to be sent, until it was taken.
        CREATE TABLE webhook_delivery (
            webhook_id TEXT NOT NULL REFERENCES webhook,
            number INTEGER NOT NULL,
            tenant_id TEXT NOT NULL,
            enrollment_id TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            given_up_at INTEGER,
            PRIMARY KEY (webhook_id, number),
            FOREIGN KEY (tenant_id, number) REFERENCES feed_event
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, due_at, number) WHERE given_up_at IS NULL;
        CREATE INDEX webhook_delivery_enrollment ON webhook_delivery (webhook_id, enrollment_id, number)
            WHERE given_up_at IS NULL;
        """

    /// Why the last attempt was in vain.
    private static let causesOfDeliveries = "ALTER TABLE webhook_delivery ADD COLUMN last_cause TEXT"

    private static let retention = """
        -- Of what was reduced to its measurements: when, and what the object was that the decision rested on.
        ALTER TABLE evidence ADD COLUMN reduced_at INTEGER;
        ALTER TABLE evidence ADD COLUMN original_id TEXT;
        ALTER TABLE evidence ADD COLUMN original_digest BLOB;
        CREATE INDEX evidence_whole ON evidence (kind, created_at) WHERE reduced_at IS NULL;
        CREATE INDEX enrollment_registered ON enrollment (tenant_id, changed_at)
            WHERE status = 'complete' AND erased_at IS NULL;
        CREATE INDEX audit_at ON audit (tenant_id, at);

        -- What may not be erased, whoever asks and however old it is.
        CREATE TABLE legal_hold (
            enrollment_id TEXT NOT NULL PRIMARY KEY REFERENCES enrollment (id),
            tenant_id TEXT NOT NULL REFERENCES tenant,
            -- A word, such as the number of a case.
            reason TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Until when the clock was trusted. One row at most.
        CREATE TABLE retention_clock (at INTEGER NOT NULL) STRICT;
        """

    private static let mail = """
        -- Messages to persons: written with what they are about, sent afterwards, each with one Message-ID.
        CREATE TABLE mail (
            id TEXT NOT NULL PRIMARY KEY,
            tenant_id TEXT NOT NULL,
            -- Its data key seals the content.
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            -- Without its angle brackets.
            message_id TEXT NOT NULL UNIQUE,
            -- A word: what it says.
            kind TEXT NOT NULL,
            -- Null once it was sent or given up.
            sealed_content BLOB,
            created_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            -- From when on it is of no use to the recipient.
            expires_at INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            -- Set before the first byte is sent. Where a start finds it set, nobody knows whether it was taken.
            sending_since INTEGER,
            sent_at INTEGER,
            given_up_at INTEGER,
            -- A word.
            given_up_because TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX mail_enrollment ON mail (enrollment_id);
        CREATE INDEX mail_due ON mail (due_at, id)
            WHERE sending_since IS NULL AND sent_at IS NULL AND given_up_at IS NULL;
        CREATE INDEX mail_waiting ON mail (created_at) WHERE sent_at IS NULL AND given_up_at IS NULL;
        CREATE INDEX mail_sending ON mail (sending_since) WHERE sending_since IS NOT NULL;
        """

    private static let triggers = """
        -- Which enrollments an operator began on the page for that; gone with the person.
        CREATE TABLE operator_trigger (
            enrollment_id TEXT NOT NULL PRIMARY KEY REFERENCES enrollment (id),
            operator_id TEXT NOT NULL,
            at INTEGER NOT NULL,
            -- The callback URL, which the page shows again as a QR code.
            sealed_hand_off BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX operator_trigger_operator ON operator_trigger (operator_id, at DESC, enrollment_id);
        """

    private static let operators = """
        -- Who of a tenant signs in at the web side.
        CREATE TABLE operator (
            id TEXT NOT NULL PRIMARY KEY,
            tenant_id TEXT NOT NULL REFERENCES tenant,
            -- In small letters.
            name TEXT NOT NULL,
            -- A word of `OperatorRole`.
            role TEXT NOT NULL,
            -- Words of `OperatorRight`, a blank between.
            rights TEXT NOT NULL,
            -- The text of a `PasswordHash`; null until a password was set.
            password_hash TEXT,
            -- What the codes of the second factor are made from, under the tenant's key; null without one.
            sealed_secret BLOB,
            -- The newest step whose code was shown, so that none is shown twice.
            last_step INTEGER,
            created_at INTEGER NOT NULL,
            disabled_at INTEGER,
            UNIQUE (tenant_id, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE operator_session (
            -- SHA-256 of its token.
            digest BLOB NOT NULL PRIMARY KEY,
            operator_id TEXT NOT NULL REFERENCES operator,
            -- A word of `OperatorSessionRow.Beginning`.
            beginning TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            last_seen_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            -- When the second factor was shown; null before, or where there is none.
            second_factor_at INTEGER,
            -- A second factor that is being set up in it, until its first code was shown.
            sealed_secret BLOB
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX operator_session_operator ON operator_session (operator_id);
        CREATE INDEX operator_session_end ON operator_session (expires_at);

        -- Links that sign an operator in once.
        CREATE TABLE sign_in_link (
            -- SHA-256 of its token.
            digest BLOB NOT NULL PRIMARY KEY,
            operator_id TEXT NOT NULL REFERENCES operator,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sign_in_link_operator ON sign_in_link (operator_id);
        CREATE INDEX sign_in_link_end ON sign_in_link (expires_at);
        """

    private static let identities = """
        -- By whom an operator is known at an OpenID Connect provider of the tenant's.
        CREATE TABLE operator_identity (
            operator_id TEXT NOT NULL PRIMARY KEY REFERENCES operator,
            tenant_id TEXT NOT NULL REFERENCES tenant,
            -- As the tenant's configuration named the provider when they first came.
            issuer TEXT NOT NULL,
            -- Of what the provider calls them (`sub`).
            subject_digest BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            UNIQUE (tenant_id, issuer, subject_digest)
        ) STRICT, WITHOUT ROWID;
        """

    private static let disabledTenants = """
        -- Tenants of whom nobody is served.
        CREATE TABLE disabled_tenant (
            tenant_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let removedTenants = """
        -- Tenants whose removal has begun. Their rows of `tenant`, `enrollment` and `authentication` stay, without what they said, for
        -- the chains that are made of them.
        CREATE TABLE removed_tenant (
            tenant_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant,
            begun_at INTEGER NOT NULL,
            -- Null until nothing is left.
            ended_at INTEGER,
            -- Text of `AuditHead` after the entry that says so.
            head TEXT,
            -- Null until they were counted, which is before the first of them is destroyed.
            keys INTEGER,
            -- What was destroyed so far: see `DestroyedKind`.
            cases INTEGER NOT NULL DEFAULT 0,
            registrations INTEGER NOT NULL DEFAULT 0,
            persons INTEGER NOT NULL DEFAULT 0,
            authentications INTEGER NOT NULL DEFAULT 0,
            evidence_objects INTEGER NOT NULL DEFAULT 0,
            evidence_bytes INTEGER NOT NULL DEFAULT 0,
            templates INTEGER NOT NULL DEFAULT 0,
            devices INTEGER NOT NULL DEFAULT 0,
            operators INTEGER NOT NULL DEFAULT 0,
            credentials INTEGER NOT NULL DEFAULT 0,
            webhooks INTEGER NOT NULL DEFAULT 0,
            messages INTEGER NOT NULL DEFAULT 0,
            trail_entries INTEGER NOT NULL DEFAULT 0,
            other_rows INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        """

    private static let trailPositions = """
        -- How far the audit trail was sent, by receiver.
        CREATE TABLE trail_position (
            -- `HOST:PORT`.
            receiver TEXT NOT NULL PRIMARY KEY,
            -- Of the last entry that counts as sent.
            sequence INTEGER NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let proposals = """
        -- What operators want to do and colleagues have to agree to.
        CREATE TABLE proposal (
            id TEXT NOT NULL PRIMARY KEY,
            tenant_id TEXT NOT NULL REFERENCES tenant,
            -- A word of `FourEyesAction`.
            action TEXT NOT NULL,
            operator_id TEXT NOT NULL REFERENCES operator,
            -- That it is about; null where it is about none.
            enrollment_id TEXT REFERENCES enrollment (id),
            proposed_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            -- Under the tenant's key: what it would do, and of one that was declined why. Null once it tells no more.
            sealed BLOB,
            -- A word of `ProposalRow.End`; null while it waits, as the next.
            ended_as TEXT,
            ended_at INTEGER,
            ended_by TEXT REFERENCES operator,
            -- Of the agreement that has it: of several at once one writes.
            attempt BLOB
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX proposal_tenant ON proposal (tenant_id, proposed_at);
        CREATE INDEX proposal_operator ON proposal (operator_id) WHERE ended_at IS NULL;
        CREATE INDEX proposal_enrollment ON proposal (enrollment_id) WHERE enrollment_id IS NOT NULL;
        CREATE INDEX proposal_end ON proposal (ended_at, expires_at);
        """

    private static let passkeys = """
        -- Passkeys of operators (WebAuthn).
        CREATE TABLE operator_passkey (
            credential_id BLOB NOT NULL PRIMARY KEY,
            operator_id TEXT NOT NULL REFERENCES operator,
            -- The number of COSE.
            algorithm INTEGER NOT NULL,
            -- The bytes of a `PasskeyPublicKey`.
            public_key BLOB NOT NULL,
            -- How often it has signed, as it said last.
            counter INTEGER NOT NULL,
            -- What its bearer calls it.
            name TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX operator_passkey_operator ON operator_passkey (operator_id);
        """

    private static let captureRights = """
        -- Which device goes on with an enrollment on the capture page, and which did before.
        CREATE TABLE capture_right (
            number INTEGER PRIMARY KEY,
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            -- SHA-256 of what the device holds.
            digest BLOB NOT NULL UNIQUE,
            -- The session token; null once another device goes on.
            sealed_session BLOB,
            taken_at INTEGER NOT NULL,
            superseded_at INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX capture_right_present ON capture_right (enrollment_id) WHERE superseded_at IS NULL;
        CREATE INDEX capture_right_enrollment ON capture_right (enrollment_id);
        """

    private static let captureRightsOfAuthentications = """
        -- What the device goes on with; null for the enrollment itself.
        ALTER TABLE capture_right ADD COLUMN authentication_id TEXT REFERENCES authentication (id);
        DROP INDEX capture_right_present;
        CREATE UNIQUE INDEX capture_right_present ON capture_right (enrollment_id, coalesce(authentication_id, ''))
            WHERE superseded_at IS NULL;
        """

    private static let referencesOfAuthentications = """
        -- What the tenant calls it by; null where it did not say, and once the registration is erased.
        ALTER TABLE authentication ADD COLUMN reference_digest BLOB;
        ALTER TABLE authentication ADD COLUMN sealed_reference BLOB;
        CREATE INDEX authentication_reference ON authentication (tenant_id, reference_digest, number)
            WHERE reference_digest IS NOT NULL;
        """

    private static let fraudHolds = """
        -- What stays for a time of whoever withdrew their consent; the evidence has rows of its own.
        CREATE TABLE fraud_hold (
            -- Which was erased.
            enrollment_id TEXT NOT NULL PRIMARY KEY REFERENCES enrollment (id),
            tenant_id TEXT NOT NULL REFERENCES tenant,
            -- Of the key that seals the evidence; null where there is none.
            key_id TEXT,
            until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX fraud_hold_end ON fraud_hold (tenant_id, until);
        """

    private static let keysOfCaptureRights = """
        -- The thumbprint of the key that the device proves it holds; null of one that has none.
        ALTER TABLE capture_right ADD COLUMN key_thumbprint BLOB;
        """

    private static let caseNotes = """
        -- What auditors have written on cases for each other.
        CREATE TABLE case_note (
            number INTEGER PRIMARY KEY,
            -- Its data key seals the text.
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            -- Whose note it is, as the audit trail names them.
            written_by TEXT NOT NULL,
            sealed BLOB NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX case_note_enrollment ON case_note (enrollment_id, number);

        -- Cases that a colleague is to look at.
        CREATE TABLE case_flag (
            enrollment_id TEXT NOT NULL PRIMARY KEY REFERENCES enrollment (id),
            tenant_id TEXT NOT NULL,
            set_by TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX case_flag_tenant ON case_flag (tenant_id, at);

        -- Which enrollments an entry of the audit trail names, so that who looked at one is found without reading them all.
        CREATE TABLE audit_enrollment (
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            sequence INTEGER NOT NULL,
            PRIMARY KEY (enrollment_id, sequence)
        ) STRICT, WITHOUT ROWID;
        """

    private static let caseFacts = """
        -- What the list of cases shows and asks for, of enrollments that are kept. Column `tenant`: see `TenantID.number`.
        CREATE TABLE case_facts (
            -- Of the enrollment.
            number INTEGER PRIMARY KEY REFERENCES enrollment,
            tenant INTEGER NOT NULL,
            -- `enrollment.created_at`.
            begun_at INTEGER NOT NULL,
            ended_at INTEGER,
            -- From here on to `document` as `CaseOutline`: a word of `EnrollmentStanding.State`.
            state TEXT NOT NULL,
            -- A word of `EnrollmentReason`.
            reason TEXT,
            -- A word of `Review.Standing`.
            review TEXT,
            -- Whether the person passed; null where nothing was judged, as in the next two.
            device INTEGER,
            face INTEGER,
            document INTEGER,
            -- From here on as `CaseMeasurements`.
            workflow TEXT,
            liveness INTEGER,
            portrait INTEGER,
            document_type TEXT,
            issuing_state TEXT
        ) STRICT;
        CREATE INDEX case_begun ON case_facts (tenant, begun_at);
        CREATE INDEX case_state ON case_facts (tenant, state, begun_at);
        CREATE INDEX case_review ON case_facts (tenant, review, begun_at) WHERE review IS NOT NULL;
        CREATE INDEX case_workflow ON case_facts (tenant, workflow, begun_at) WHERE workflow IS NOT NULL;
        -- By bands of ten, so that a range is few of them and each is in the order of beginning.
        CREATE INDEX case_liveness ON case_facts (tenant, liveness / 10, begun_at) WHERE liveness IS NOT NULL;
        CREATE INDEX case_portrait ON case_facts (tenant, portrait / 10, begun_at) WHERE portrait IS NOT NULL;
        CREATE INDEX case_document_type ON case_facts (tenant, document_type, begun_at)
            WHERE document_type IS NOT NULL;
        CREATE INDEX case_issuing_state ON case_facts (tenant, issuing_state, begun_at)
            WHERE issuing_state IS NOT NULL;
        -- The longest says how long before it ended an enrollment may have begun.
        CREATE INDEX case_duration ON case_facts (tenant, ended_at - begun_at) WHERE ended_at IS NOT NULL;

        -- Why enrollments ended, and for what a check was refused on the way.
        CREATE TABLE case_reason (
            tenant INTEGER NOT NULL,
            -- A word of `EnrollmentReason`.
            reason TEXT NOT NULL,
            begun_at INTEGER NOT NULL,
            -- Of the enrollment.
            number INTEGER NOT NULL REFERENCES enrollment,
            PRIMARY KEY (tenant, reason, begun_at, number)
        ) STRICT, WITHOUT ROWID;

        -- What usernames and e-mail addresses begin with: keyed digests, see `SearchPrefix`. Null where one is shorter.
        CREATE TABLE case_prefix (
            -- Of the enrollment.
            number INTEGER PRIMARY KEY REFERENCES enrollment,
            begun_at INTEGER NOT NULL,
            username_3_digest INTEGER,
            username_5_digest INTEGER,
            username_8_digest INTEGER,
            username_12_digest INTEGER,
            email_3_digest INTEGER,
            email_5_digest INTEGER,
            email_8_digest INTEGER,
            email_12_digest INTEGER
        ) STRICT;
        CREATE INDEX case_username_3 ON case_prefix (username_3_digest, begun_at) WHERE username_3_digest IS NOT NULL;
        CREATE INDEX case_username_5 ON case_prefix (username_5_digest, begun_at) WHERE username_5_digest IS NOT NULL;
        CREATE INDEX case_username_8 ON case_prefix (username_8_digest, begun_at) WHERE username_8_digest IS NOT NULL;
        CREATE INDEX case_username_12 ON case_prefix (username_12_digest, begun_at)
            WHERE username_12_digest IS NOT NULL;
        CREATE INDEX case_email_3 ON case_prefix (email_3_digest, begun_at) WHERE email_3_digest IS NOT NULL;
        CREATE INDEX case_email_5 ON case_prefix (email_5_digest, begun_at) WHERE email_5_digest IS NOT NULL;
        CREATE INDEX case_email_8 ON case_prefix (email_8_digest, begun_at) WHERE email_8_digest IS NOT NULL;
        CREATE INDEX case_email_12 ON case_prefix (email_12_digest, begun_at) WHERE email_12_digest IS NOT NULL;
        """

    private static let caseDays = """
        -- Of `CaseOutline.captures`.
        ALTER TABLE case_facts ADD COLUMN face_captures INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE case_facts ADD COLUMN document_captures INTEGER NOT NULL DEFAULT 0;

        -- How many of the enrollments that are in `case_facts` there are of each day, so that the dashboard reads some hundred rows a
        -- day, however many enrollments the day has.
        CREATE TABLE case_day (
            tenant_id TEXT NOT NULL REFERENCES tenant,
            -- Of UTC, in which they began: days since 1970.
            day INTEGER NOT NULL,
            -- A text of `CaseFigure`.
            figure TEXT NOT NULL,
            cases INTEGER NOT NULL,
            PRIMARY KEY (tenant_id, day, figure)
        ) STRICT, WITHOUT ROWID;
        """

    private static let logos = """
        -- What pages show beside the name of a tenant. No document of its own settings: those are kept in the trail, whole.
        CREATE TABLE tenant_logo (
            tenant_id TEXT NOT NULL PRIMARY KEY REFERENCES tenant,
            -- SHA-256 of `file`, in hexadecimal digits.
            digest TEXT NOT NULL,
            -- The media type.
            type TEXT NOT NULL,
            -- In pixels.
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            -- As this server has encoded it, never as it came.
            file BLOB NOT NULL,
            set_at INTEGER NOT NULL
        ) STRICT;
        """

    private static let authentications = """
        -- Visits of registered persons: to be let in, or to register another device.
        CREATE TABLE authentication (
            -- 1, 2, 3 … without a gap in the order of beginning; no row is ever deleted.
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            tenant_id TEXT NOT NULL REFERENCES tenant,
            -- The registration, whose data key seals whatever this leaves.
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            -- A word of `AuthenticationPurpose`.
            purpose TEXT NOT NULL,
            -- How often the row was written.
            version INTEGER NOT NULL,
            -- A word of `CaseStatus`.
            status TEXT NOT NULL,
            is_started INTEGER NOT NULL,
            -- Null when finished.
            deadline INTEGER,
            -- JSON of `Authentication`.
            state TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            -- Of the registration: then the columns below are null.
            erased_at INTEGER,
            session_digest BLOB,
            token_digest BLOB,
            -- Who began it on the page for that.
            operator_id TEXT,
            -- The callback URL, which that page shows again as a QR code.
            sealed_hand_off BLOB,
            -- The chain of its events: see `AuditChain`.
            chain_length INTEGER NOT NULL,
            chain_head BLOB NOT NULL,
            chain_code BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX authentication_session ON authentication (tenant_id, session_digest)
            WHERE session_digest IS NOT NULL;
        CREATE UNIQUE INDEX authentication_token ON authentication (tenant_id, token_digest)
            WHERE token_digest IS NOT NULL;
        CREATE INDEX authentication_enrollment ON authentication (enrollment_id, number);
        CREATE INDEX authentication_deadline ON authentication (deadline) WHERE deadline IS NOT NULL;
        CREATE INDEX authentication_tenant ON authentication (tenant_id, number) WHERE erased_at IS NULL;
        CREATE INDEX authentication_operator ON authentication (operator_id, number) WHERE operator_id IS NOT NULL;
        CREATE INDEX authentication_changed ON authentication (changed_at);

        CREATE TABLE authentication_event (
            authentication_id TEXT NOT NULL REFERENCES authentication (id),
            sequence INTEGER NOT NULL,
            at INTEGER NOT NULL,
            -- JSON of `AuthenticationEvent`, kept as it was hashed.
            event TEXT NOT NULL,
            hash BLOB NOT NULL,
            PRIMARY KEY (authentication_id, sequence)
        ) STRICT, WITHOUT ROWID;

        -- Results to give again, as `idempotency_record`.
        CREATE TABLE authentication_result (
            authentication_id TEXT NOT NULL REFERENCES authentication (id),
            step TEXT NOT NULL,
            request_digest TEXT NOT NULL,
            tenant_id TEXT NOT NULL,
            at INTEGER NOT NULL,
            sealed_result BLOB NOT NULL,
            PRIMARY KEY (authentication_id, step, request_digest)
        ) STRICT;
        CREATE INDEX authentication_result_request ON authentication_result (tenant_id, step, request_digest);

        -- A registration may have several devices, and keeps those that it had.
        CREATE TABLE device_with_history (
            number INTEGER PRIMARY KEY,
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            subject_id TEXT NOT NULL REFERENCES subject,
            tenant_id TEXT NOT NULL,
            device_digest BLOB NOT NULL,
            sealed BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            -- Null while it opens the registration.
            replaced_at INTEGER
        ) STRICT;
        INSERT INTO device_with_history (enrollment_id, subject_id, tenant_id, device_digest, sealed, created_at)
            SELECT enrollment_id, subject_id, tenant_id, device_digest, sealed, created_at FROM device
            ORDER BY created_at, enrollment_id;
        DROP TABLE device;
        ALTER TABLE device_with_history RENAME TO device;
        CREATE INDEX device_enrollment ON device (enrollment_id, number);
        CREATE INDEX device_device ON device (tenant_id, device_digest);

        -- The object whose images a further sample was made from; null for what the enrollment made.
        ALTER TABLE template ADD COLUMN evidence_id TEXT;

        -- Whose event `sequence` counts; null for the enrollment's own.
        ALTER TABLE feed_event ADD COLUMN authentication_id TEXT REFERENCES authentication (id);
        """

    private static let users = """
        -- Groups of a tenant's users, among whom a face is looked for (HyperSecure).
        CREATE TABLE user_group (
            tenant_id TEXT NOT NULL REFERENCES tenant,
            -- `default`, or 32 hexadecimal digits.
            id TEXT NOT NULL,
            -- The tenant's word for the group, not for a person.
            name TEXT NOT NULL,
            -- Members, at most.
            size_limit INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant_id, id),
            UNIQUE (tenant_id, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE group_member (
            tenant_id TEXT NOT NULL,
            group_id TEXT NOT NULL,
            -- A registration: a user is whoever is registered.
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            -- A word of `GroupRole`.
            role TEXT NOT NULL,
            added_at INTEGER NOT NULL,
            PRIMARY KEY (tenant_id, group_id, enrollment_id),
            FOREIGN KEY (tenant_id, group_id) REFERENCES user_group (tenant_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX group_member_enrollment ON group_member (enrollment_id);

        -- What the tenant's client has written of a user.
        CREATE TABLE user_details (
            enrollment_id TEXT NOT NULL PRIMARY KEY REFERENCES enrollment (id),
            sealed BLOB NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Images of faces that the tenant's client has handed in.
        CREATE TABLE user_face (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            -- The row of `template` that was made from it.
            template_number INTEGER NOT NULL UNIQUE,
            -- The face cut out, under the data key; null once images are kept no longer.
            sealed_image BLOB,
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX user_face_enrollment ON user_face (enrollment_id, number);
        CREATE INDEX user_face_image ON user_face (created_at) WHERE sealed_image IS NOT NULL;

        CREATE TABLE one_time_password (
            enrollment_id TEXT NOT NULL PRIMARY KEY REFERENCES enrollment (id),
            -- Keyed, because six digits are soon tried.
            password_digest BLOB NOT NULL,
            expires_at INTEGER NOT NULL,
            -- How often one was tried, right or wrong.
            tries INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Tokens of users that count. One without a row opens nothing.
        CREATE TABLE user_token (
            number INTEGER PRIMARY KEY,
            -- The claim `jti`.
            id TEXT NOT NULL UNIQUE,
            enrollment_id TEXT NOT NULL REFERENCES enrollment (id),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX user_token_enrollment ON user_token (enrollment_id, number);
        CREATE INDEX user_token_end ON user_token (expires_at);
        """

    private static let duplicates = """
        -- Enrollments that are kept and whose face was found among the registrations, as `case_reason` beside `case_facts`.
        CREATE TABLE case_duplicate (
            tenant INTEGER NOT NULL,
            begun_at INTEGER NOT NULL,
            -- Of the enrollment.
            number INTEGER NOT NULL REFERENCES enrollment,
            PRIMARY KEY (tenant, begun_at, number)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX authentication_status ON authentication (tenant_id, status, number) WHERE erased_at IS NULL;
        """

    /// What a tenant's own people look through, a kind at a time.
    private static let auditKinds = "CREATE INDEX audit_kind ON audit (tenant_id, kind, sequence)"

    private static let integrity = """
        CREATE TABLE audit (
            sequence INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            -- Null for what concerns the server.
            tenant_id TEXT,
            kind TEXT NOT NULL,
            -- JSON of `AuditDetail`, kept as it was hashed.
            detail TEXT NOT NULL,
            hash BLOB NOT NULL
        ) STRICT;

        -- What no row may be missing from: see `AuditChain`. Two rows, `audit` and `register`.
        CREATE TABLE chain_end (
            name TEXT NOT NULL PRIMARY KEY,
            length INTEGER NOT NULL,
            head BLOB NOT NULL,
            code BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The sums of all rows: see `TableMAC`. One row.
        CREATE TABLE table_mac (sealed BLOB NOT NULL) STRICT;
        """
}
