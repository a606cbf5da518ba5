import Foundation
import OnboardingCore
import OnboardingCrypto
import Synchronization
import TestSupport
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

@Suite struct EvidenceObjectTests {
    private let object = EvidenceObject(sections: [
        .json("measurements.json", Array(repeating: UInt8(ascii: "7"), count: 5000)),
        .image("frame-00.jpeg", [1, 2, 3, 4]), .image("empty", []), .json("empty.json", []),
    ])

    @Test func whatWasSealedOpensForItsEnrollmentKindAndNameOnly() throws {
        let key = try SealingKey.generate()
        let (id, enrollment) = (try EvidenceID.random(), try EnrollmentID.random())
        let sealed = try object.sealed(as: id, of: enrollment, kind: "face", under: key)
        func open(
            _ id: EvidenceID, _ enrollment: EnrollmentID, _ kind: String, _ key: SealingKey
        ) throws(StorageError) -> EvidenceObject {
            try EvidenceObject(opening: sealed, as: id, of: enrollment, kind: kind, under: key)
        }
        #expect(try open(id, enrollment, "face", key) == object)
        #expect(try open(id, enrollment, "face", key)["frame-00.jpeg"] == [1, 2, 3, 4])
        #expect(try open(id, enrollment, "face", key)["other"] == nil)
        #expect(sealed.count < 400, "measurements are compressed")
        let (otherID, otherEnrollment, otherKey) = (
            try EvidenceID.random(), try EnrollmentID.random(), try SealingKey.generate()
        )
        #expect(throws: StorageError.evidenceUnreadable) { try open(otherID, enrollment, "face", key) }
        #expect(throws: StorageError.evidenceUnreadable) { try open(id, otherEnrollment, "face", key) }
        #expect(throws: StorageError.evidenceUnreadable) { try open(id, enrollment, "document", key) }
        #expect(throws: StorageError.evidenceUnreadable) { try open(id, enrollment, "face", otherKey) }
        for index in sealed.indices {
            var damaged = sealed
            damaged[index] ^= 1
            #expect(throws: StorageError.evidenceUnreadable) {
                try EvidenceObject(opening: damaged, as: id, of: enrollment, kind: "face", under: key)
            }
        }
    }

    /// Only our own key can have sealed it, but a plain text is foreign bytes all the same.
    @Test func anyPlainTextIsReadOrRefused() throws {
        var generator = SeededGenerator.announced()
        let whole = try object.plainText()
        #expect(try EvidenceObject(plainText: whole) == object)
        for count in 0..<whole.count {
            #expect(throws: StorageError.evidenceUnreadable) {
                try EvidenceObject(plainText: Array(whole.prefix(count)))
            }
        }
        #expect(throws: StorageError.evidenceUnreadable) { try EvidenceObject(plainText: whole + [0]) }
        for _ in 0..<5000 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            _ = try? EvidenceObject(plainText: damaged)
        }
    }

    @Test func aSectionThatGrowsBeyondItsStatedLengthIsRefused() throws {
        let bomb = try ZstdFrame.compress([UInt8](repeating: 0, count: 8 << 20))
        #expect(bomb.count < 2000)
        #expect(throws: StorageError.evidenceUnreadable) { try ZstdFrame.decompress(bomb, to: 100) }
        #expect(throws: StorageError.evidenceUnreadable) { try ZstdFrame.decompress(bomb, to: (8 << 20) + 1) }
        #expect(try ZstdFrame.decompress(bomb, to: 8 << 20).count == 8 << 20)
    }

    @Test func anObjectThatGrowsBeyondItsLimitIsRefused() throws {
        let contents = [UInt8](repeating: 0, count: Limit.evidenceObject.value / 2 + 1)
        let frame = try ZstdFrame.compress(contents)
        func bigEndian(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        func section(_ name: String) -> [UInt8] {
            [1] + Array(name.utf8) + [1] + bigEndian(contents.count) + bigEndian(frame.count) + frame
        }
        let header = Array("OBEV".utf8) + [1, 0]
        #expect(try EvidenceObject(plainText: header + [1] + section("a"))["a"] == contents)
        #expect(throws: StorageError.evidenceUnreadable) {
            try EvidenceObject(plainText: header + [2] + section("a") + section("b"))
        }
    }

    @Test(arguments: ["", "a/b", "..\u{0}", "ä", String(repeating: "a", count: 65)])
    func aSectionNeedsAName(_ name: String) {
        #expect(throws: StorageError.evidenceUnreadable) {
            try EvidenceObject(sections: [.image(name, [])]).plainText()
        }
    }

    @Test func sectionsAreBounded() {
        let many = (0...Limit.evidenceSections.value).map { EvidenceObject.Section.image("\($0)", []) }
        #expect(throws: StorageError.evidenceUnreadable) { try EvidenceObject(sections: many).plainText() }
        #expect(throws: StorageError.evidenceUnreadable) {
            try EvidenceObject(sections: [.image("a", []), .image("a", [])]).plainText()
        }
    }
}

/// What every `EvidenceStore` promises.
@Suite struct EvidenceStoreContractTests {
    private let object = EvidenceObject(sections: [.image("frame.jpeg", [1, 2, 3])])

    @Test(arguments: StoreFactory.all)
    func anObjectIsReadAsItWasWrittenUntilItIsDeleted(_ stores: StoreFactory) async throws {
        let fixture = try await StoreFixture(stores)
        let (enrollment, key) = (try EnrollmentID.random(), try SealingKey.generate())
        let row = try await fixture.evidence.write(
            object, kind: "face", of: enrollment, under: key, at: StoreFixture.now)
        #expect(row.enrollmentID == enrollment)
        #expect(row.createdAt == StoreFixture.now)
        #expect(try await fixture.evidence.read(row, under: key) == object)
        #expect(try await fixture.evidence.isIntact(row))
        let other = try SealingKey.generate()
        await #expect(throws: StorageError.evidenceUnreadable) { try await fixture.evidence.read(row, under: other) }

        try await fixture.evidence.delete(row.id)
        try await fixture.evidence.delete(row.id)
        #expect(try await !fixture.evidence.isIntact(row))
        await #expect(throws: StorageError.evidenceUnreadable) { try await fixture.evidence.read(row, under: key) }
    }
}

@Suite struct FolderEvidenceStoreTests {
    private let object = EvidenceObject(sections: [.image("frame.jpeg", [1, 2, 3])])

    private func path(_ id: EvidenceID, _ fixture: StoreFixture) -> String {
        "\(fixture.folder.evidencePath)/\(id.text.prefix(2))/\(id.text)"
    }

    @Test func anObjectIsAFileThatOnlyItsOwnerReads() async throws {
        let fixture = try await StoreFixture()
        let row = try await fixture.evidence.write(
            object, kind: "face", of: try EnrollmentID.random(), under: try SealingKey.generate(), at: StoreFixture.now)
        let attributes = try FileManager.default.attributesOfItem(atPath: path(row.id, fixture))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.size] as? Int == row.byteCount)
        #expect(Digest.sha256([UInt8](try Data(contentsOf: URL(fileURLWithPath: path(row.id, fixture))))) == row.digest)

        try await fixture.evidence.delete(row.id)
        #expect(!FileManager.default.fileExists(atPath: path(row.id, fixture)))
    }

    @Test func damageIsSeenWithAndWithoutTheKey() async throws {
        let fixture = try await StoreFixture()
        let key = try SealingKey.generate()
        let row = try await fixture.evidence.write(
            object, kind: "face", of: try EnrollmentID.random(), under: key, at: StoreFixture.now)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path(row.id, fixture)))
        bytes[bytes.count / 2] ^= 0x10
        try bytes.write(to: URL(fileURLWithPath: path(row.id, fixture)))
        #expect(try await !fixture.evidence.isIntact(row))
        await #expect(throws: StorageError.evidenceUnreadable) { try await fixture.evidence.read(row, under: key) }
    }

    private func sweep(
        _ fixture: StoreFixture, at seconds: Int64 = 1_100_000, bound: Int = 100,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> EvidenceSweep {
        let now = Instant(millisecondsSince1970: seconds * 1000)
        return try await fixture.evidence.sweep(
            olderThan: now, removingBefore: now.adding(seconds: -1000), at: now, in: fixture.store,
            bound: { _ in bound }, progress: progress)
    }

    private func age(_ path: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: path)
    }

    @Test func aSweepPutsAsideOldObjectsThatNoRowNamesAndRemovesThemLater() async throws {
        let fixture = try await StoreFixture()
        let key = try SealingKey.generate()
        let enrollment = try await fixture.begun()
        var rows: [EvidenceRow] = []
        for _ in 0..<4 {
            rows.append(
                try await fixture.evidence.write(
                    object, kind: "face", of: enrollment, under: key, at: StoreFixture.now))
        }
        func name(_ row: EvidenceRow) async throws {
            _ = try await fixture.store.commit(
                enrollment, StoreFixture.proposal(.addFace(.undecided, row.reference), .addFace, body: row.id.text)
            ) { _ in
                StepWrites(evidence: row)
            }
        }
        try await name(rows[0])
        try Data([1]).write(to: URL(fileURLWithPath: path(rows[1].id, fixture) + ".new"))
        for path in [0, 1, 3].map({ path(rows[$0].id, fixture) }) + [path(rows[1].id, fixture) + ".new"] {
            try age(path)
        }
        var expected = EvidenceSweep()
        expected.tooMany = 3
        #expect(try await sweep(fixture, bound: 2) == expected, "as many as crashes do not leave")
        #expect(try await fixture.evidence.isIntact(rows[1]))

        expected = EvidenceSweep()
        expected.putAside = 3
        let told = Mutex<[Int]>([])
        #expect(try await sweep(fixture) { done in told.withLock { $0.append(done) } } == expected)
        #expect(told.withLock(\.self).last == rows.count + 1, "with what was not written to its end")
        #expect(try await fixture.evidence.isIntact(rows[0]))
        #expect(try await !fixture.evidence.isIntact(rows[1]))
        #expect(try await fixture.evidence.isIntact(rows[2]), "too young to be swept")

        // A row that names it comes back, as with a database that is put back to what it was.
        try await name(rows[3])
        expected = EvidenceSweep()
        expected.putBack = 1
        #expect(try await sweep(fixture, at: 1_100_500) == expected)
        #expect(try await fixture.evidence.isIntact(rows[3]))

        expected = EvidenceSweep()
        expected.removed = 2
        #expect(try await sweep(fixture, at: 1_101_001) == expected, "after its while")
        #expect(try await sweep(fixture, at: 1_101_001) == EvidenceSweep())
        #expect(try await fixture.evidence.isIntact(rows[0]))
    }
}
