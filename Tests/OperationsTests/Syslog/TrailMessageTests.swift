import Foundation
import OnboardingCore
import OnboardingCrypto
import Testing

@testable import OnboardingStorage
@testable import Operations

@Suite struct TrailMessageTests {
    private static let tenant = "0123456789abcdef0123456789abcdef"
    private static let hash = [UInt8](repeating: 0xAB, count: 32)

    private func entry(
        _ kind: String = "operatorSignedIn", tenant: String = tenant, texts: [String: String]?
    ) throws -> ChainedEntry {
        func entry(text: String) -> ChainedEntry {
            ChainedEntry(
                sequence: 7, at: Instant(millisecondsSince1970: 1_800_000_000_123), tenant: tenant, kind: kind,
                texts: texts, text: text, hash: Self.hash)
        }
        return entry(text: try entry(text: "").text(showing: texts ?? [:]))
    }

    private func told(_ entry: ChainedEntry) throws -> String {
        let message = try TrailMessage.message(of: entry, tenants: [Self.tenant: "acme"], host: "kyc-1")
        return String(decoding: message.bytes, as: UTF8.self)
    }

    @Test func anEntryIsToldWithWhoAndWhatForAndTheTextThatIsHashed() throws {
        let texts = [
            "actor": "operator ada", "address": "192.0.2.0/24", "means": "password+code", "operator": "ada",
            "purpose": "case-7", "request": "r1",
        ]
        let detail =
            #"{"texts":{"actor":"operator ada","address":"192.0.2.0/24","means":"password+code","operator":"ada","#
            + #""purpose":"case-7","request":"r1"},"version":1}"#
        #expect(
            try told(entry(texts: texts))
                == "<109>1 2027-01-15T08:00:00.123Z kyc-1 onboarding - operatorSignedIn "
                + #"[audit@32473 sequence="7" tenant="acme" event="operatorSignedIn" actor="operator ada" "#
                + #"address="192.0.2.0/24" request="r1" purpose="case-7" hash="\#(String(repeating: "ab", count: 32))"] "#
                + #"{"at":1800000000123,"detail":\#(detail),"kind":"operatorSignedIn","sequence":7,"#
                + #""tenant":"\#(Self.tenant)"}"#)
    }

    @Test func whatConcernsTheServerNamesNoTenantAndWhatFailedIsAWarning() throws {
        #expect(try !told(entry(tenant: "", texts: ["actor": "server"])).contains(" tenant="))
        #expect(try told(entry("signInFailed", texts: [:])).hasPrefix("<108>1 "))
        #expect(try told(entry("operatorSignInFailed", texts: [:])).hasPrefix("<108>1 "))
        #expect(try told(entry(tenant: "ff", texts: [:])).contains(#" tenant="ff" "#), "one that is not known")
    }

    /// The path of an address may be a secret that its receiver has given out.
    @Test(arguments: [
        ("https://hooks.example.org:8443/t/0c5f?key=91d2", "https://hooks.example.org:8443"),
        ("https://hooks.example.org/", "https://hooks.example.org"),
    ])
    func ofAnAddressTheHostIsTold(url: String, shown: String) throws {
        let told = try told(entry("webhookAdded", texts: ["url": url, "webhook": "w"]))
        #expect(told.contains(#""url":"\#(shown)""#) && told.contains(#" withheld="url"]"#))
        #expect(!told.contains("0c5f") && !told.contains("91d2"))
    }

    @Test func anAddressThatIsNoneIsToldByItsDigest() throws {
        let told = try told(entry("webhookAdded", texts: ["url": "0c5f"]))
        #expect(told.contains(#""url":"sha256:"#) && !told.contains("0c5f"))
    }

    @Test func ofAnEntryThatIsTooLongTheLongestTextsAreToldByTheirDigests() throws {
        let (long, longer) = (String(repeating: "a", count: 6000), String(repeating: "\"", count: 7000))
        let told = try told(entry("tenantCreated", texts: ["configuration": longer, "name": "acme", "other": long]))
        #expect(told.utf8.count <= Limit.syslogMessage.value)
        let digest = Hexadecimal.encode(Digest.sha256(Array(longer.utf8)))
        #expect(told.contains(#""configuration":"sha256:\#(digest)""#))
        #expect(told.contains(long) && told.contains(#""name":"acme""#))
        #expect(told.contains(#" withheld="configuration"]"#))
    }

    @Test func noEntryIsLongerThanAReceiverTakes() throws {
        let long = String(repeating: "\u{1}]\"\\", count: 4000)
        let names = ["actor", "address", "request", "purpose", "changes", "enrollments", "reason", "name"]
        let texts = Dictionary(uniqueKeysWithValues: names.map { ($0, long) })
        let told = try told(entry(String(repeating: "k", count: 100), texts: texts))
        #expect(told.utf8.count <= Limit.syslogMessage.value)
        #expect(told.contains(" withheld="))
    }

    @Test func anEntryWhoseTimeIsOverOrThatIsDamagedSaysSo() throws {
        let over = try told(entry(texts: ["withdrawn": "c0de"]))
        #expect(over.contains(#" withheld="all"]"#) && over.contains(#""withdrawn":"c0de""#))
        let damaged = try told(entry(texts: nil))
        #expect(damaged.contains(#" withheld="all"]"#) && damaged.contains(#""texts":{}"#))
    }

    @Test func whatANewConnectionBeginsWithIsTheLastBatchThatCounts() {
        #expect(TrailForwarding.beginning(after: 0) == 0)
        #expect(TrailForwarding.beginning(after: Limit.syslogBatch.value) == 0)
        #expect(TrailForwarding.beginning(after: Limit.syslogBatch.value + 7) == 7)
    }

    @Test func pausesGrowToAMinuteAndAreNotTheSame() {
        let middle = (1...12).map { SyslogSchedule.pause(after: $0, random: 0.5) }
        #expect(middle == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60].map { Duration.seconds($0) })
        #expect(SyslogSchedule.pause(after: 1, random: 0) == .milliseconds(800))
        #expect(SyslogSchedule.pause(after: .max, random: 1) == .seconds(72))
    }
}
