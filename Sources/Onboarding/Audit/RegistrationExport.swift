internal import OnboardingJSON
internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// What is kept of a person, written out in the clear for that person or for an auditor.
///
/// ```
/// registration.json      person, device, timeline and an index of the rest
/// face-1/…               the sections of each evidence object: measurements.json, result.json, frame-00.jpeg …
/// document-1/…
/// template-1-face.bin    face templates, in the form of `FaceTemplate.serialized`
/// capture-codes-1.bin    what the replay guard knows captures by, in the form of `CaptureCodes.bytes`
/// attempt-1/…            the same of each other enrollment of the person; at the top is the registration, or else the newest
/// ```
///
/// `registration.json` has a member `version`, 1, and those below by their names; an event as `Event` describes it, person
/// and device as they describe themselves, instants in ISO 8601. A reader takes members that it does not know.
struct RegistrationExport: Encodable, Sendable {
    struct Entry: Encodable, Sendable {
        let at: String
        let event: Event
    }

    struct Object: Encodable, Sendable {
        let id: String
        let kind: String
        let createdAt: String
        /// SHA-256 of the sealed object, as the database keeps it.
        let sealedDigest: String
        /// Relative to the export.
        let files: [String]
    }

    struct Template: Encodable, Sendable {
        let kind: String
        let model: String
        let file: String
    }

    let version = 1
    let tenant: String
    let isTestTenant: Bool
    let enrollment: String
    let registrationCode: String
    let person: Person
    let device: DeviceDescription?
    let timeline: [Entry]
    let evidence: [Object]
    let templates: [Template]
    /// Relative to the export.
    let captureCodes: [String]
    /// The `registration.json` of each other enrollment.
    let attempts: [String]
}

extension Auditor {
    /// Writes what is kept of the person whom `search` asks for, of all of their enrollments, into `folder`, which is made with
    /// mode 0700 and must not exist. The audit trail says that it was done.
    /// - Returns: how many files were written.
    package func export(_ search: EnrollmentSearch, tenant name: String, to folder: String) async throws -> Int {
        let (tenant, stored) = try await person(search, tenant: name)
        let dataKey = try data.keys.dataKey(of: stored.id, tenant: tenant.id)
        guard mkdir(folder, S_IRWXU) == 0 else {
            throw ConfigurationError(
                description: errno == EEXIST
                    ? "\(folder) exists; name a folder that does not." : "\(folder) cannot be made.")
        }
        var writer = PrivateFolder(path: folder)
        var attempts: [String] = []
        for (id, _) in try await data.store.enrollments(beside: stored.id) {
            // Erased since it was listed.
            guard let attempt = try await data.store.enrollment(id) else { continue }
            attempts.append(
                try await write(
                    attempt, of: tenant, under: data.keys.dataKey(of: id, tenant: tenant.id), attempts: [],
                    as: "attempt-\(attempts.count + 1)/", to: &writer))
        }
        _ = try await write(stored, of: tenant, under: dataKey, attempts: attempts, as: "", to: &writer)
        return writer.fileCount
    }

    /// - Parameter prefix: what the names of the files begin with.
    /// - Returns: the name of its index.
    private func write(
        _ stored: StoredEnrollment, of tenant: TenantRow, under dataKey: SealingKey, attempts: [String],
        as prefix: String, to writer: inout PrivateFolder
    ) async throws -> String {
        try await data.store.note(
            .registrationExported(stored.id), tenant: tenant.id, at: Instant.now())
        var objects: [RegistrationExport.Object] = []
        for (index, row) in try await data.store.evidence(of: stored.id).enumerated() {
            let object = try await data.evidence.read(row, under: dataKey)
            let subfolder = "\(prefix)\(row.kind)-\(index + 1)"
            objects.append(
                RegistrationExport.Object(
                    id: row.id.text, kind: row.kind, createdAt: row.createdAt.iso8601WithMilliseconds,
                    sealedDigest: Hexadecimal.encode(row.digest),
                    files: try object.sections.map { section in
                        try writer.write(section.contents, as: subfolder + "/" + section.fileName)
                    }))
        }
        var templates: [RegistrationExport.Template] = []
        for (index, template) in try await data.store.templates(of: stored.id).enumerated() {
            let file = try writer.write(
                try template.open(of: stored.id, under: dataKey).serialized(),
                as: "\(prefix)template-\(index + 1)-\(template.kind).bin")
            templates.append(.init(kind: template.kind, model: template.model, file: file))
        }
        let captureCodes = try data.store.captureCodes(of: stored.id).enumerated().map { index, codes in
            try writer.write(
                try CaptureCodes(codes, under: dataKey).bytes, as: "\(prefix)capture-codes-\(index + 1).bin")
        }
        let export = RegistrationExport(
            tenant: tenant.name, isTestTenant: tenant.isTest, enrollment: stored.id.text,
            registrationCode: stored.enrollment.code ?? "", person: try Person(of: stored, under: dataKey),
            device: try await data.store.device(of: stored.id).map {
                try DeviceDescription($0, of: stored.id, under: dataKey)
            },
            timeline: try await data.store.events(of: stored.id).map {
                .init(at: $0.at.iso8601WithMilliseconds, event: $0.event)
            }, evidence: objects, templates: templates, captureCodes: captureCodes, attempts: attempts)
        return try writer.write(try sortedKeyJSON(export), as: prefix + "registration.json")
    }
}

/// A folder whose files only its owner reads.
private struct PrivateFolder {
    let path: String
    private(set) var fileCount = 0

    init(path: String) {
        self.path = path
    }

    /// - Parameter name: relative, also with sub-folders.
    /// - Returns: the name.
    mutating func write(_ bytes: [UInt8], as name: String) throws -> String {
        let file = path + "/" + name
        let parent = URL(fileURLWithPath: file).deletingLastPathComponent().path
        let files = FileManager.default
        try files.createDirectory(
            atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard files.createFile(atPath: file, contents: Data(bytes), attributes: [.posixPermissions: 0o600]) else {
            throw StorageError.folderUnusable(path: file)
        }
        fileCount += 1
        return name
    }
}

extension EvidenceObject.Section {
    /// Its name with the ending that fits its contents.
    fileprivate var fileName: String {
        if isCompressed { return name + ".json" }
        switch contents.prefix(4) {
        case [0x89, 0x50, 0x4E, 0x47]: return name + ".png"
        case [0x52, 0x49, 0x46, 0x46]: return name + ".webp"
        default: return name + ".jpeg"
        }
    }
}
