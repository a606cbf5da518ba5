import Foundation
import OnboardingCore
import OnboardingCrypto
import OnboardingJSON
import OnboardingStorage
import Testing

@testable import Casework
@testable import OnboardingFixture
@testable import Tenancy

@Suite final class ExportPersonTests {
    private let folder = NSTemporaryDirectory() + "/onboarding-export-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Somebody with a face and a document.
    private func registered(
        _ name: String, at test: TestInstallation, _ tenant: Tenant, page: [UInt8]
    ) async throws -> Visitor {
        test.engines.acceptEverybody()
        let consent = Consent(
            textHash: String(repeating: "ab", count: 32), textVersion: "3", language: "en",
            acceptedAt: "2026-03-02T07:36:25Z")
        let visitor = try await Visitor(name, at: test, tenant: tenant, consent: consent)
        try await visitor.addDevice()
        #expect(try await visitor.addFace().isAccepted)
        _ = try await visitor.addDocument(images: [.init(bytes: page, light: .white)])
        return visitor
    }

    private func search(_ name: String) -> EnrollmentSearch {
        var search = EnrollmentSearch()
        search.terms = [.username(name)]
        return search
    }

    private func archive(_ name: String, of test: TestInstallation, as file: String = "a.zip") async throws -> String {
        let path = folder + "/" + file
        _ = try await Auditor(data: test.data).export(search(name), tenant: "acme", to: .archive(path))
        return path
    }

    private func keySet(of test: TestInstallation) async throws -> [UInt8] {
        try sortedKeyJSON(try await test.tenants.tokens().jsonWebKeySet(at: test.now))
    }

    private func contents(of path: String) throws -> [(name: String, bytes: [UInt8])] {
        let reader = try ZipReader(contentsOf: path)
        return try reader.entries.map { ($0.name, try reader.contents(of: $0)) }
    }

    private func record(in path: String) throws -> JSONValue {
        let file = try #require(try contents(of: path).first { $0.name == "person.json" })
        return try JSONDecoder().decode(JSONValue.self, from: Data(file.bytes))
    }

    @Test func anArchiveIsVerifiedAndWhateverIsDoneToItIsSeen() async throws {
        let test = try await TestInstallation()
        _ = try await registered("ada", at: test, try await test.tenant(), page: [1])
        let path = try await archive("ada", of: test)
        let keys = try await keySet(of: test)
        let whole = try ArchiveVerification(archive: path, keySet: keys)
        #expect(whole.findings == [] && whole.tenant == "acme" && whole.enrollments.count == 1)
        let files = try contents(of: path)
        #expect(whole.fileCount == files.count - 2)

        func findings(_ change: (inout [(name: String, bytes: [UInt8])]) -> Void) throws -> [String] {
            var changed = files
            change(&changed)
            let path = folder + "/\(UUID().uuidString).zip"
            let writer = try ZipWriter(path, at: Instant(millisecondsSince1970: 0))
            for (name, bytes) in changed { try writer.add(bytes, as: name) }
            try writer.finish()
            return try ArchiveVerification(archive: path, keySet: keys).findings
        }
        #expect(try findings { _ in } == [])
        #expect(try findings { $0[0].bytes.append(0) } == ["\(files[0].name) was changed"])
        #expect(try findings { $0.removeFirst() } == ["\(files[0].name) is missing"])
        #expect(try findings { $0.append(("more", [])) } == ["more was added"])
        let manifest = try #require(files.firstIndex { $0.name == "manifest.json" })
        #expect(try findings { $0[manifest].bytes.append(32) } == ["manifest.json is not what was signed"])
        #expect(try findings { $0.remove(at: manifest) } == ["manifest.json or manifest.jws is missing"])
        let signature = try #require(files.firstIndex { $0.name == "manifest.jws" })
        #expect(
            try findings { $0[signature].bytes[200] ^= 1 } == ["manifest.jws is not signed by a key of the key set"])

        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(fileURLWithPath: folder + "/flipped.zip"))
        #expect(try ArchiveVerification(archive: folder + "/flipped.zip", keySet: keys).findings != [])
        let none = try ArchiveVerification(archive: path, keySet: Array(#"{"keys":[]}"#.utf8))
        #expect(none.findings == ["manifest.jws is not signed by a key of the key set"])
        #expect(throws: ConfigurationError.self) { try ArchiveVerification(archive: path, keySet: [0]) }
    }

    /// Images do not outlast the registration that they are of, however long images are kept.
    @Test func imagesAreSaidToBeKeptNoLongerThanTheRegistration() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(
            configuration: #"{"onboardingConfig":{"registrationRetentionDays":20,"documentRetentionDays":3650}}"#)
        _ = try await registered("ada", at: test, tenant, page: [1])
        let found = try record(in: try await archive("ada", of: test))
        guard case .object(let person) = found, case .array(let enrollments)? = person["enrollments"],
            case .object(let attempt)? = enrollments.first, case .array(let steps)? = attempt["steps"],
            case .string(let kept)? = attempt["keptUntil"]
        else {
            Issue.record("no enrollment")
            return
        }
        let images = steps.compactMap { step -> String? in
            guard case .object(let members) = step, case .string(let day)? = members["imagesKeptUntil"] else {
                return nil
            }
            return day
        }
        #expect(images.count == 2 && images.allSatisfy { $0 <= kept })
        #expect(kept == String(test.now.adding(seconds: 20 * 86_400).iso8601WithMilliseconds.prefix(10)))
    }

    /// Receipts are signed by the same key.
    @Test func aReceiptIsNoSignatureOfAnArchiveAndTheReverse() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let visitor = try await registered("ada", at: test, tenant, page: [1])
        let path = try await archive("ada", of: test)
        let signature = try #require(try contents(of: path).first { $0.name == "manifest.jws" })
        let tokens = try await test.tenants.tokens()
        #expect(throws: Refusal(.tokenInvalid)) {
            try tokens.verify(
                String(decoding: signature.bytes, as: UTF8.self), publicURL: "https://onboarding.test", at: test.now)
        }
        let entries = try await test.useCases.portal.enrollments.search(
            search("ada"), by: visitor.principal, at: test.now)
        let id = try #require(entries.entries.first?.id)
        let receipt = try await test.useCases.portal.enrollments.receipt(id.text, by: visitor.principal, at: test.now)
        let writer = try ZipWriter(folder + "/receipt.zip", at: Instant(millisecondsSince1970: 0))
        for (name, bytes) in try contents(of: path) {
            try writer.add(name == "manifest.jws" ? Array(receipt.utf8) : bytes, as: name)
        }
        try writer.finish()
        let findings = try ArchiveVerification(
            archive: folder + "/receipt.zip", keySet: try await keySet(of: test)
        ).findings
        #expect(findings == ["manifest.jws is not signed by a key of the key set"])
    }

    @Test func nothingOfAnotherPersonIsInIt() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        let names = ["person-one-4f1c", "person-two-9b7e", "person-three-2d6a"]
        var ids: [String] = []
        for (index, name) in names.enumerated() {
            // Two attempts of each, the first of which is cancelled.
            _ = try await Visitor(name, at: test, tenant: tenant).cancel()
            test.advance(milliseconds: 1)
            let visitor = try await registered(name, at: test, tenant, page: [7, UInt8(index)])
            // A search that shows everybody is a reading of each.
            _ = try await test.useCases.portal.enrollments.search(
                EnrollmentSearch(), by: visitor.principal, at: test.now)
        }
        for name in names {
            let found = try await test.cases.search(search(name), tenant: tenant.id, at: test.now)
            #expect(found.entries.count == 2)
            ids.append(contentsOf: found.entries.map(\.id.text))
        }
        var images: Set<String> = []
        for (index, name) in names.enumerated() {
            let files = try contents(of: try await archive(name, of: test, as: "\(index).zip"))
            let own = ids[(2 * index)..<(2 * index + 2)]
            for (file, bytes) in files {
                let text = String(decoding: bytes, as: UTF8.self)
                for other in names where other != name { #expect(!text.contains(other), "\(file)") }
                for other in ids where !own.contains(other) { #expect(!text.contains(other), "\(file)") }
            }
            let shown = files.filter { $0.name.hasPrefix("images/") && !$0.name.contains("portrait") }
            // Four frames and a page.
            #expect(shown.count == 5)
            for (file, bytes) in shown { #expect(images.insert(Digest.hex(bytes)).inserted, "\(file)") }
            let record = try record(in: folder + "/\(index).zip")
            guard case .array(let attempts)? = record["enrollments"] else { throw StorageError.unknownSubject }
            #expect(attempts.map { $0["state"] } == [.string("cancelled"), .string("complete")])
        }
    }

    @Test func theTrailSaysWhoHasExportedWhomAndWhatFor() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        _ = try await registered("ada", at: test, tenant, page: [1])
        let before = try await test.data.store.auditEntries().count
        let actor = AuditActor(.operatingSystemUser("grace"), purpose: "access-118")
        let path = try await AuditActor.$current.withValue(actor) { try await archive("ada", of: test) }
        // Beside the first key of receipts, which may be made for it.
        let entries = try await test.data.store.auditEntries().dropFirst(before).filter { $0.kind != "keyAdded" }
        #expect(entries.map(\.kind) == ["registrationExported"])
        #expect(entries.first?.detail["actor"] == "user grace")
        #expect(entries.first?.detail["purpose"] == "access-118")
        guard case .array(let readings)? = try record(in: path)["readings"] else { throw StorageError.unknownSubject }
        #expect(readings.last?["by"] == .string("user grace") && readings.last?["purpose"] == .string("access-118"))
    }

    @Test func thatAnOperatorHasReadIsSaidAndNotWhichOne() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant()
        _ = try await registered("ada", at: test, tenant, page: [1])
        let found = try await test.cases.search(search("ada"), tenant: tenant.id, at: test.now)
        let id = try #require(found.entries.first?.id)
        try await AuditActor.$current.withValue(AuditActor(.operator(name: "grace@example.org"))) {
            try await test.cases.noteReading("enrollment", of: [id], tenant: tenant.id, at: test.now)
        }
        let path = try await archive("ada", of: test)
        guard case .array(let readings)? = try record(in: path)["readings"] else { throw StorageError.unknownSubject }
        #expect(readings.map { $0["by"] }.contains(.string("operator")))
        for (file, bytes) in try contents(of: path) {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("grace"), "\(file)")
        }
    }

    @Test func whatWasErasedOrIsHeldIsSaid() async throws {
        let test = try await TestInstallation()
        let tenant = try await test.tenant(
            configuration: #"{"onboardingConfig":{"biometricRetentionDays":1,"documentRetentionDays":1}}"#)
        _ = try await registered("ada", at: test, tenant, page: [1])
        test.advance(days: 2)
        _ = try await RetentionRun(cases: test.cases, tenants: test.tenants).perform(at: test.now)
        let found = try await test.cases.search(search("ada"), tenant: tenant.id, at: test.now)
        let id = try #require(found.entries.first?.id)
        try await test.data.store.hold([id], of: tenant.id, reason: "secret-case-9", at: test.now)

        let path = try await archive("ada", of: test)
        guard case .array(let attempts)? = try record(in: path)["enrollments"], let attempt = attempts.first,
            case .array(let steps)? = attempt["steps"]
        else { throw StorageError.unknownSubject }
        #expect(attempt["isHeld"] == .bool(true) && attempt["keptUntil"] == nil)
        #expect(steps.count == 2)
        for step in steps {
            #expect(step["reducedAt"] != nil && step["images"] == .array([]))
            #expect(step["document"]?["sources"] == nil)
        }
        let files = try contents(of: path)
        #expect(!files.contains { $0.name.hasPrefix("images/") })
        let page = try #require(files.first { $0.name == "index.html" })
        let text = String(decoding: page.bytes, as: UTF8.self)
        #expect(text.contains("The images were erased on") && text.contains("a legal hold keeps it"))
        for (name, bytes) in files {
            #expect(!String(decoding: bytes, as: UTF8.self).contains("secret-case-9"), "\(name)")
        }
    }

    @Test func aDamagedObjectKeepsNothingOfTheRestBack() async throws {
        let test = try await TestInstallation()
        _ = try await registered("ada", at: test, try await test.tenant(), page: [1])
        let found = try await test.cases.search(search("ada"), tenant: try await test.tenant().id, at: test.now)
        let id = try #require(found.entries.first?.id)
        let row = try #require(try await test.data.store.evidence(of: id).first)
        try await test.data.evidence.delete(row.id)
        guard case .array(let attempts)? = try record(in: try await archive("ada", of: test))["enrollments"],
            case .array(let steps)? = attempts.first?["steps"]
        else { throw StorageError.unknownSubject }
        #expect(steps.map { $0["isReadable"] } == [.bool(false), .bool(true)])
    }

    @Test func whatFailsLeavesNothingBehind() async throws {
        let test = try await TestInstallation()
        _ = try await registered("ada", at: test, try await test.tenant(), page: [1])
        await #expect(throws: ConfigurationError.self) { try await archive("nobody", of: test) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        let path = try await archive("ada", of: test)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        await #expect(throws: ConfigurationError.self) { try await archive("ada", of: test) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.zip"])
    }
}
