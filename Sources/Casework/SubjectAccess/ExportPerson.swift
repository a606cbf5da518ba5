internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
internal import Tenancy

/// What an export becomes.
package enum ExportPlace: Equatable, Sendable {
    /// A folder that is made with mode 0700; nil for one in the current folder that is named `export-` and the first 8 digits of
    /// the enrollment's identifier.
    case folder(String?)
    /// A signed ZIP file, made with mode 0600.
    case archive(String)
}

extension Auditor {
    /// Writes what is kept of the person whom `search` asks for, of all of their enrollments, in the clear for that person:
    ///
    /// ```
    /// index.html, README.txt     for a reader
    /// person.json                the same for a program, as `PersonRecord`
    /// images/enrollment-1/…      every image: face-1/frame-00.jpeg, document-2/image-00.jpeg …
    /// records/enrollment-1/…     what else is kept, as it is stored: events.json, face-1/measurements.json, template-1-face.bin …
    /// manifest.json, manifest.jws  of an archive: what is in it, and whose it is, as `ExportManifest`
    /// ```
    ///
    /// The place must not exist. The audit trail says of each enrollment that it was done.
    /// - Returns: how many files were written, and the path of the folder or the archive.
    /// - Throws: a sentence with the path where it cannot be made.
    package func export(
        _ search: EnrollmentSearch, tenant name: String, to place: ExportPlace, language: PageLanguage = .english
    ) async throws -> (count: Int, path: String) {
        let (tenant, stored) = try await person(search, tenant: name)
        let now = Instant.now()
        let (path, files): (String, ExportFiles)
        switch place {
        case .folder(let folder):
            path = folder ?? "export-\(stored.id.text.prefix(8))"
            files = try ExportFiles(folder: path)
        case .archive(let archive):
            path = archive
            files = try ExportFiles(archive: path, at: now)
        }
        let ids = [stored.id] + (try await data.store.enrollments(beside: stored.id).map(\.id))
        for id in ids { try await data.store.note(.registrationExported(id), tenant: tenant.id, at: now) }
        let record = try await ExportedPerson(data: data, tenant: tenant, at: now, files: files).record(of: ids)
        try files.write(try sortedKeyJSON(record), as: "person.json")
        let page = PersonPage(record, in: language)
        try files.write(Array(page.html.utf8), as: "index.html")
        try files.write(Array(page.readMe.utf8), as: "README.txt")
        if case .archive = place {
            let manifest = try sortedKeyJSON(
                ExportManifest(
                    tenant: tenant.name, enrollments: record.enrollments.map(\.enrollment),
                    writtenAt: record.writtenAt,
                    files: files.written.map { .init(name: $0.name, sha256: $0.sha256, size: $0.size) }))
            let key = try await ServerKeys.receiptKey(store: data.store, keys: data.keys, at: now)
            try files.write(manifest, as: ExportManifest.fileName)
            let signature = try ExportManifest.signature(
                of: manifest, tenant: tenant.name, realm: tenant.realm, with: key, at: now)
            try files.write(Array(signature.utf8), as: ExportManifest.signatureName)
        }
        try files.finish()
        return (files.written.count, path)
    }
}
