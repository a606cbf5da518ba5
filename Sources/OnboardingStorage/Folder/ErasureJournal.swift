internal import Foundation
package import OnboardingCore
internal import OnboardingCrypto
internal import Synchronization

/// The enrollments that were erased and the tenants that were removed, in a file beside the master key and not with the data: a
/// copy of the data that is put back knows nothing of what was erased since, and this does.
///
///     line(n) = n ‖ " " ‖ A ‖ " " ‖ E ‖ " " ‖ code(n) ‖ line feed
///     code(n) = HMAC-SHA-256(audit key, "erasure" ‖ 0x00 ‖ n ‖ 0x00 ‖ A ‖ 0x00 ‖ E ‖ 0x00 ‖ code(n − 1))
///
/// with n and A, UTC milliseconds since 1970, in decimal, the enrollment E and the codes in hexadecimal, and 32 zero bytes for
/// code(0); of a tenant E is `tenant:` and its identifier. A last line without its line feed was cut off by a crash and counts as not written. The database keeps how far
/// the journal had come, so that a journal that was shortened or exchanged is noticed.
package final class ErasureJournal: Sendable {
    package struct Entry: Equatable, Sendable {
        let subject: Subject
        package let at: Instant
        package let end: JournalEnd

        /// Nil of a tenant.
        package var enrollment: EnrollmentID? { if case .enrollment(let id) = subject { id } else { nil } }
        /// Nil of an enrollment.
        package var tenant: TenantID? { if case .tenant(let id) = subject { id } else { nil } }
    }

    /// What was erased.
    enum Subject: Hashable, Sendable {
        case enrollment(EnrollmentID)
        case tenant(TenantID)

        private static let tenantPrefix = "tenant:"

        var text: String {
            switch self {
            case .enrollment(let id): id.text
            case .tenant(let id): Self.tenantPrefix + id.text
            }
        }

        init?(text: Substring) {
            if text.hasPrefix(Self.tenantPrefix) {
                guard let id = TenantID(text: String(text.dropFirst(Self.tenantPrefix.count))) else { return nil }
                self = .tenant(id)
            } else {
                guard let id = EnrollmentID(text: String(text)) else { return nil }
                self = .enrollment(id)
            }
        }
    }

    /// Whether a journal of these entries has come as far as `end`, on the same way.
    package static func reaches(_ end: JournalEnd, with entries: [Entry]) -> Bool {
        end.length == 0 || (entries.count >= end.length && entries[end.length - 1].end.code.starts(with: end.code))
    }

    package let path: String
    private let key: [UInt8]
    /// What this process has written, so that an erasure that is tried again and again is written once.
    private let written = Mutex(Set<Subject>())

    package init(path: String, auditKey: [UInt8]) {
        self.path = path
        key = auditKey
    }

    package var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Makes an empty journal where there is none.
    package func make() throws(StorageError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw .folderUnusable(path: path) }
        close(descriptor)
        try DataFolder.synchronize(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// All entries, oldest first; none where there is no journal.
    /// - Throws: `journalDamaged` where a line is not what was written, `folderUnusable` where it cannot be read.
    package func entries() throws(StorageError) -> [Entry] {
        guard exists else { return [] }
        guard let contents = FileManager.default.contents(atPath: path) else { throw .folderUnusable(path: path) }
        var (entries, end) = ([Entry](), JournalEnd.start)
        var lines = contents.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines.removeLast()
        for line in lines {
            let entry = try entry(String(decoding: line, as: UTF8.self), after: end)
            entries.append(entry)
            end = entry.end
        }
        return entries
    }

    /// How much of the end is looked through before the whole is read.
    private static let tailBytes = 65_536

    /// The newest entry of an enrollment; nil where there is none.
    /// - Throws: as `entries`.
    package func entry(of id: EnrollmentID) throws(StorageError) -> Entry? {
        guard exists else { return nil }
        if let recent = try recentEntry(of: id) { return recent }
        return try entries().last { $0.enrollment == id }
    }

    private func recentEntry(of id: EnrollmentID) throws(StorageError) -> Entry? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .folderUnusable(path: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .folderUnusable(path: path) }
        let size = Int(status.st_size)
        var tail = [UInt8](repeating: 0, count: min(size, Self.tailBytes))
        guard pread(descriptor, &tail, tail.count, size - tail.count) == tail.count else {
            throw .folderUnusable(path: path)
        }
        var lines = tail.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        lines.removeLast()
        // Of the first line here the beginning may be missing, and the line before one is needed to check it.
        guard let place = lines.lastIndex(where: { $0.contains(" \(id.text) ") }), place > 1 else { return nil }
        let before = lines[place - 1].split(separator: " ")
        guard before.count == 4, let number = Int(before[0]), let code = Hexadecimal.decode(String(before[3])) else {
            throw .journalDamaged(path: path)
        }
        return try entry(lines[place], after: JournalEnd(length: number, code: code))
    }

    /// Adds enrollments; on the disk when this returns.
    /// - Returns: how far the journal has come.
    package func append(_ enrollments: [EnrollmentID], at instant: Instant) throws(StorageError) -> JournalEnd? {
        try append(enrollments.map(Subject.enrollment), at: instant)
    }

    /// Adds a tenant that is not in it yet; on the disk when this returns.
    /// - Returns: how far the journal has come with it.
    package func append(_ tenant: TenantID, at instant: Instant) throws(StorageError) -> JournalEnd {
        if let known = try entries().first(where: { $0.tenant == tenant }) { return known.end }
        guard let end = try append([.tenant(tenant)], at: instant) else { throw .journalLost(path: path) }
        return end
    }

    private func append(_ subjects: [Subject], at instant: Instant) throws(StorageError) -> JournalEnd? {
        let new = written.withLock { written in subjects.filter { !written.contains($0) } }
        guard !new.isEmpty else { return nil }
        let isNew = !exists
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw .folderUnusable(path: path) }
        defer { close(descriptor) }
        // Commands beside the server write too.
        guard flock(descriptor, LOCK_EX) == 0 else { throw .folderUnusable(path: path) }
        let (last, length) = try last(in: descriptor)
        var (end, text) = (last, "")
        for subject in new {
            let (number, at) = (end.length + 1, instant.millisecondsSince1970)
            end = JournalEnd(length: number, code: code(number, "\(at)", subject, after: end))
            text += "\(number) \(at) \(subject.text) \(Hexadecimal.encode(end.code))\n"
        }
        let bytes = Array(text.utf8)
        guard ftruncate(descriptor, length) == 0, pwrite(descriptor, bytes, bytes.count, length) == bytes.count,
            fsync(descriptor) == 0
        else {
            // What was written of it has no line feed, or is taken back.
            _ = ftruncate(descriptor, length)
            throw .folderUnusable(path: path)
        }
        if isNew { try DataFolder.synchronize(URL(fileURLWithPath: path).deletingLastPathComponent().path) }
        written.withLock { $0.formUnion(new) }
        return end
    }

    /// The last entry's end, and where the next line begins.
    private func last(in descriptor: Int32) throws(StorageError) -> (end: JournalEnd, length: Int) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .folderUnusable(path: path) }
        let size = Int(status.st_size)
        // Two lines, of which one may be cut off.
        var tail = [UInt8](repeating: 0, count: min(size, 512))
        guard pread(descriptor, &tail, tail.count, size - tail.count) == tail.count else {
            throw .folderUnusable(path: path)
        }
        guard let feed = tail.lastIndex(of: UInt8(ascii: "\n")) else {
            guard tail.count == size else { throw .journalDamaged(path: path) }
            return (.start, 0)
        }
        let line = tail[..<feed].split(separator: UInt8(ascii: "\n")).last ?? []
        let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard fields.count == 4, let number = Int(fields[0]), let code = Hexadecimal.decode(String(fields[3])) else {
            throw .journalDamaged(path: path)
        }
        return (JournalEnd(length: number, code: code), size - (tail.count - feed) + 1)
    }

    private func entry(_ line: String, after end: JournalEnd) throws(StorageError) -> Entry {
        let fields = line.split(separator: " ", omittingEmptySubsequences: false)
        guard fields.count == 4, Int(fields[0]) == end.length + 1, let at = Int64(fields[1]),
            let subject = Subject(text: fields[2])
        else { throw .journalDamaged(path: path) }
        let code = code(end.length + 1, String(fields[1]), subject, after: end)
        guard Hexadecimal.encode(code) == fields[3] else { throw .journalDamaged(path: path) }
        return Entry(
            subject: subject, at: Instant(millisecondsSince1970: at),
            end: JournalEnd(length: end.length + 1, code: code))
    }

    private func code(_ number: Int, _ at: String, _ subject: Subject, after end: JournalEnd) -> [UInt8] {
        MessageAuthenticationCode.hmacSHA256(
            key: key, message: Array("erasure\0\(number)\0\(at)\0\(subject.text)\0".utf8) + end.code)
    }
}
