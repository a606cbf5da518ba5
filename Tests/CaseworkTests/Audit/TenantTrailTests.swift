import OnboardingCore
import Testing

@testable import Casework
@testable import OnboardingFixture
@testable import OnboardingStorage
@testable import Tenancy

@Suite struct TenantTrailTests {
    private func entry(_ detail: [String: String]) -> TenantTrail.Entry {
        TenantTrail.Entry(
            AuditEntry(
                sequence: 1, at: Instant(millisecondsSince1970: 0), tenantID: nil, kind: "any", detail: detail))
    }

    @Test func whatTellsOfAPersonOrASecretIsNotShown() throws {
        let id = String(repeating: "a", count: 32)
        let shown = entry([
            "actor": "operator ada", "address": "192.0.2.0/24", "request": "0123", "enrollment": id,
            "configuration": "{}", "url": "https://hook.test/?token=secret", "client": "acme-b2b", "unheardOf": "x",
        ])
        #expect(shown.actor == "operator ada" && shown.enrollments == 1)
        #expect(shown.about.map(\.name) == ["client"])
        #expect(entry(["enrollments": "\(id) \(id) \(id)"]).enrollments == 3)
        #expect(entry(["withdrawn": "c0de"]).isWithdrawn && entry([:]).actor == nil)
    }

    @Test func aChangeOfTheConfigurationNamesItsKeysWithDots() {
        let changes = #"[{"path":"/a/b~1c~0d","before":5,"after":{"x":[1]}},{"path":"/e","after":"t"}]"#
        #expect(
            entry(["changes": changes]).changes == [
                .init(key: "a.b/c~d", before: "5", after: #"{"x":[1]}"#), .init(key: "e", before: nil, after: "\"t\""),
            ])
        #expect(entry(["changes": "none"]).changes.isEmpty)
    }

    @Test func aTenantsPeopleSeeItsOwnEntriesPageByPage() async throws {
        let test = try await TestInstallation()
        let (own, other) = (try await test.tenant(), try await test.tenant("other"))
        let person = SignedInOperator(
            id: try .random(), name: "root", role: .admin, rights: [], sessionDigest: [], endsAt: test.now)
        let principal = Principal(tenant: own, role: .operator(person))
        for number in 1...5 {
            try await test.data.store.note(.failuresCleared(count: number), tenant: own.id, at: test.now)
            try await test.data.store.note(.failuresCleared(count: 100), tenant: other.id, at: test.now)
        }
        var (counts, next) = ([String](), Int?.none)
        repeat {
            let page: [TenantTrail.Entry]
            (page, next) = try await test.useCases.administration.tenantTrail.page(
                kind: .failuresCleared, before: next, limit: 2, by: principal)
            counts += page.flatMap { $0.about.filter { $0.name == "count" }.map(\.text) }
        } while next != nil
        #expect(counts == ["5", "4", "3", "2", "1"])
        let all = try await test.useCases.administration.tenantTrail.page(limit: 100, by: principal)
        #expect(all.next == nil && !all.entries.contains { $0.about.contains { $0.text == "100" } })
    }
}
