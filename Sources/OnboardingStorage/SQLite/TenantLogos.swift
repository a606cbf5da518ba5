package import OnboardingCore
internal import Foundation
internal import GRDB

extension SQLiteStore {
    package func logoMarks() async throws -> [TenantID: LogoMark] {
        try lookUp { database in
            let rows = try database.rows("SELECT tenant_id, digest, type, width, height FROM tenant_logo", [])
            return Dictionary(
                try rows.map { (try $0.identifier("tenant_id"), try LogoMark($0)) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    package func logo(of tenant: TenantID) async throws -> LogoRow? {
        try lookUp { database in
            try database.row("SELECT * FROM tenant_logo WHERE tenant_id = ?", [tenant.text]).map { row in
                LogoRow(mark: try LogoMark(row), file: try row.bytes("file"), setAt: try row.instant("set_at"))
            }
        }
    }

    package func setLogo(_ logo: LogoRow?, of tenant: TenantID, at instant: Instant) async throws {
        let trail = trail
        try await writer.run { database in
            guard try database.row("SELECT 1 FROM tenant WHERE id = ?", [tenant.text]) != nil else {
                throw StorageError.unknownSubject
            }
            let before = try database.row("SELECT digest FROM tenant_logo WHERE tenant_id = ?", [tenant.text])
                .map { try $0.text("digest") }
            if before == logo?.mark.digest { return }
            try database.run("DELETE FROM tenant_logo WHERE tenant_id = ?", [tenant.text])
            if let logo {
                try database.run(
                    """
                    INSERT INTO tenant_logo (tenant_id, digest, type, width, height, file, set_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        tenant.text, logo.mark.digest, logo.mark.type, logo.mark.width, logo.mark.height,
                        Data(logo.file), logo.setAt.millisecondsSince1970,
                    ])
            }
            try trail.append(.logoChanged(digest: logo?.mark.digest), tenant: tenant, at: instant, in: database)
            try Self.raiseChangeCounter(in: database)
        }
    }
}

extension LogoMark {
    fileprivate init(_ row: Row) throws {
        self.init(
            digest: try row.text("digest"), type: try row.text("type"), width: try row.integer("width"),
            height: try row.integer("height"))
    }
}
