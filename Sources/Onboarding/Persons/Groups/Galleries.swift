package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// The same groups under the names of AwareID, where they are called galleries: known by their names, and their members by
/// registration codes.
package struct Galleries: Sendable {
    let users: Users
    let groups: UserGroups

    package init(users: Users, groups: UserGroups) {
        (self.users, self.groups) = (users, groups)
    }

    /// What the gallery is called that every tenant has.
    package static let defaultName = "(default)"
    /// A gallery has no limit of its own.
    private static let sizeLimit = Limit.groupSize.value

    private var store: any Store { users.store }

    package struct RegisteredUser: Sendable {
        package let username: String?
        package let email: String?
        package let firstName: String?
        package let lastName: String?
        package let phoneNumber: String?
        /// That the person has given to the client.
        package let consent: Consent?
        package let image: [UInt8]

        package init(
            username: String?, email: String?, firstName: String?, lastName: String?, phoneNumber: String?,
            consent: Consent?, image: [UInt8]
        ) {
            self.username = username
            self.email = email
            self.firstName = firstName
            self.lastName = lastName
            self.phoneNumber = phoneNumber
            self.consent = consent
            self.image = image
        }
    }

    package struct Candidate: Equatable, Sendable {
        package let registrationCode: String
        /// 0 to 100, see `MatchConfidence`.
        package let score: Int
    }

    // MARK: Galleries

    package func names(by principal: Principal) async throws -> [String] {
        try await store.groups(tenant: principal.tenant.id).map(Self.name)
    }

    package func add(_ name: String?, by principal: Principal, at now: Instant) async throws {
        let name = try name.required(.groupName, as: "galleryName")
        guard name != Self.defaultName else { throw Refusal(.galleryExists, member: "galleryName") }
        do {
            try await store.add(
                GroupRow(
                    id: Hexadecimal.encode(try Random.bytes(16)), tenantID: principal.tenant.id, name: name,
                    sizeLimit: Self.sizeLimit, createdAt: now), atMost: Limit.groups.value,
                operation: "gallery.addGallery")
        } catch StorageError.nameTaken {
            throw Refusal(.galleryExists, member: "galleryName")
        } catch StorageError.limitReached {
            throw Refusal(.galleryFull, details: RefusalDetails(limit: .groups))
        }
    }

    package func delete(_ name: String?, by principal: Principal, at now: Instant) async throws {
        let row = try await gallery(name, principal, member: "galleryName")
        guard row.id != GroupRow.defaultID else { throw Refusal(.defaultGallery, member: "galleryName") }
        try await known {
            try await store.removeGroup(
                row.id, tenant: principal.tenant.id, operation: "gallery.deleteGallery", at: now)
        }
    }

    // MARK: Registrations in galleries

    package func add(
        _ code: String?, to name: String?, by principal: Principal, at now: Instant
    ) async throws {
        let (id, group) = try await both(code, name, principal)
        try await join([id], [group], principal, at: now)
    }

    package func add(
        _ codes: [String], to names: [String], by principal: Principal, at now: Instant
    ) async throws {
        let (ids, groups) = try await both(codes, names, principal)
        try await join(ids, groups, principal, at: now)
    }

    private func join(
        _ ids: [EnrollmentID], _ groups: [String], _ principal: Principal, at now: Instant
    ) async throws {
        try await known {
            try await store.join(
                ids, groups: groups, tenant: principal.tenant.id, atMost: Limit.groupsOfUser.value,
                operation: "gallery.addRegistrations", at: now)
        }
    }

    package func delete(
        _ code: String?, from name: String?, by principal: Principal, at now: Instant
    ) async throws {
        let (id, group) = try await both(code, name, principal)
        try await leave([id], [group], principal, at: now)
    }

    package func delete(
        _ codes: [String], from names: [String], by principal: Principal, at now: Instant
    ) async throws {
        let (ids, groups) = try await both(codes, names, principal)
        try await leave(ids, groups, principal, at: now)
    }

    private func leave(
        _ ids: [EnrollmentID], _ groups: [String], _ principal: Principal, at now: Instant
    ) async throws {
        try await known {
            try await store.leave(
                ids, groups: groups, tenant: principal.tenant.id, operation: "gallery.deleteRegistrations", at: now)
        }
    }

    package func holds(_ code: String?, in name: String?, by principal: Principal) async throws -> Bool {
        let row = try await gallery(name, principal, member: "galleryName")
        let stored = try await registration(code, principal)
        return try await store.role(of: stored.id, group: row.id, tenant: principal.tenant.id) != nil
    }

    package func names(of code: String?, by principal: Principal) async throws -> [String] {
        let stored = try await registration(code, principal)
        let groups = Set(try await store.user(stored.id)?.groups.map(\.groupID) ?? [])
        return try await store.groups(tenant: principal.tenant.id).filter { groups.contains($0.id) }.map(Self.name)
    }

    /// The registration codes of a page, with how many there are.
    package func codes(
        in name: String?, pageNumber: Int, pageSize: Int, by principal: Principal, at now: Instant
    ) async throws -> (total: Int, page: [String]) {
        guard pageNumber >= 1 else { throw Refusal(.pageOutOfRange, member: "pageNumber") }
        guard (1...Limit.pageSize.value).contains(pageSize) else {
            throw Refusal(.pageOutOfRange, member: "pageSize", limit: .pageSize)
        }
        let row = try await gallery(name, principal, member: "galleryName")
        let (skipped, isBeyondNumbers) = (pageNumber - 1).multipliedReportingOverflow(by: pageSize)
        let (total, members) = try await store.members(
            of: row.id, tenant: principal.tenant.id, skipping: isBeyondNumbers ? .max : skipped, limit: pageSize)
        var codes: [String] = []
        for member in members {
            guard let stored = try await store.enrollment(member.enrollmentID) else { continue }
            codes.append(stored.enrollment.registrationCode)
        }
        return (total, codes)
    }

    // MARK: Faces

    /// Registers somebody by one image.
    /// - Returns: the registration code.
    package func register(_ user: RegisteredUser, by principal: Principal, at now: Instant) async throws -> String {
        let username = try user.username.required(.username, as: "username").checkedName(as: "username")
        let person = Person(
            username: username, email: try user.email.required(.username, as: "email"),
            firstName: try user.firstName.checkedIfPresent(as: "firstName"),
            lastName: try user.lastName.checkedIfPresent(as: "lastName"),
            phoneNumber: try user.phoneNumber.checkedIfPresent(as: "phoneNumber"))
        let consent = try user.consent?.checked()
        do {
            let id = try await users.register(
                person, groupID: GroupRow.defaultID, details: "", consent: consent, images: [user.image],
                tenant: principal.tenant, at: now
            ).id
            guard let stored = try await store.enrollment(id) else { throw Refusal(.registrationUnknown) }
            return stored.enrollment.registrationCode
        } catch let error as UserError {
            throw Self.refusal(of: error)
        }
    }

    /// Looks for a face among the registrations of a gallery, or among some of them.
    /// - Parameter codes: nil for all.
    package func match(
        _ image: [UInt8], in name: String?, among codes: [String]?, by principal: Principal, at now: Instant
    ) async throws -> [Candidate] {
        let row = try await gallery(name ?? Self.defaultName, principal, member: "galleryName")
        var persons = try await store.persons(inGroup: row.id, tenant: principal.tenant.id)
        if let codes {
            guard codes.count <= Limit.pageSize.value else {
                throw Refusal(.pageOutOfRange, member: "candidateList", limit: .pageSize)
            }
            var asked: Set<SubjectID> = []
            for code in codes { asked.insert(try await registration(code, principal, in: "candidateList").subjectID) }
            persons.formIntersection(asked)
        }
        do {
            let (probe, found) = try await users.candidates(for: [image], among: persons, principal.tenant)
            try await users.cases.note(
                .userOperation(
                    operation: "gallery.matchFace", found.map(\.stored.id), group: row.id,
                    result: found.isEmpty ? "nobody" : "found",
                    samples: .init(
                        probe: probe.words,
                        reference: found.isEmpty
                            ? nil : found.map { $0.quality?.words ?? "not judged" }.joined(separator: "; "))),
                tenant: principal.tenant.id, at: now)
            return found.map {
                Candidate(registrationCode: $0.stored.enrollment.registrationCode, score: $0.confidence)
            }
        } catch let error as UserError {
            throw Self.refusal(of: error)
        }
    }

    // MARK: Finding

    private static func name(_ row: GroupRow) -> String { row.id == GroupRow.defaultID ? defaultName : row.name }

    private func gallery(_ name: String?, _ principal: Principal, member: String) async throws -> GroupRow {
        let name = try name.required(.groupName, as: member)
        let row =
            name == Self.defaultName
            ? try await store.group(GroupRow.defaultID, tenant: principal.tenant.id)
            : try await store.group(named: name, tenant: principal.tenant.id)
        guard let row else { throw Refusal(.galleryUnknown, member: member) }
        return row
    }

    private func registration(
        _ code: String?, _ principal: Principal, in member: String = "registrationCode"
    ) async throws -> StoredEnrollment {
        let code = try code.required(as: member)
        guard let stored = try await store.enrollment(tenant: principal.tenant.id, code: code),
            stored.enrollment.status == .complete
        else { throw Refusal(.registrationUnknown, member: member) }
        return stored
    }

    private func both(
        _ code: String?, _ name: String?, _ principal: Principal
    ) async throws -> (id: EnrollmentID, group: String) {
        let code = try code.required(as: "registrationCode")
        let group = try await gallery(name, principal, member: "galleryName").id
        return (try await registration(code, principal).id, group)
    }

    private func both(
        _ codes: [String], _ names: [String], _ principal: Principal
    ) async throws -> (ids: [EnrollmentID], groups: [String]) {
        func check(_ list: [String], _ member: String) throws(Refusal) {
            guard !list.isEmpty else { throw Refusal(.fieldEmpty, member: member) }
            guard list.count <= Limit.groupsOfUser.value else {
                throw Refusal(.pageOutOfRange, member: member, limit: .groupsOfUser)
            }
        }
        try check(codes, "registrationCodes")
        try check(names, "galleryNames")
        var (ids, groups) = ([EnrollmentID](), [String]())
        for name in names { groups.append(try await gallery(name, principal, member: "galleryNames").id) }
        for code in codes { ids.append(try await registration(code, principal, in: "registrationCodes").id) }
        return (ids, groups)
    }

    private func known(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch StorageError.unknownSubject {
            throw Refusal(.registrationUnknown)
        } catch StorageError.unknownGroup {
            throw Refusal(.galleryUnknown)
        } catch StorageError.groupFull {
            throw Refusal(.galleryFull)
        } catch StorageError.limitReached {
            throw Refusal(.galleryFull, details: RefusalDetails(limit: .groupsOfUser))
        }
    }

    private static func refusal(of error: UserError) -> Refusal {
        switch (error.number, error.cause) {
        case (.missingImage, _): Refusal(.fieldEmpty, member: "image")
        case (_, .faceTooSmall?): Refusal(.faceTooSmall, member: "image")
        case (_, .poseTooLarge?): Refusal(.poseTooLarge, member: "image")
        case (_, .badExposure?): Refusal(.badExposure, member: "image")
        case (_, .tooBlurry?): Refusal(.tooBlurry, member: "image")
        case (.missingFace, _): Refusal(.noFace, member: "image")
        case (.invalidImage, _): Refusal(.notAnImage, member: "image")
        case (.userAlreadyExists, _): Refusal(.usernameRegistered, member: "username")
        case (_, .faceRegistered?): Refusal(.faceRegistered)
        case (_, .severalFaces?): Refusal(.severalFaces, member: "image")
        case (_, .groupFull?): Refusal(.galleryFull)
        case (_, .groupTooLargeToSearch?): Refusal(.galleryTooLarge)
        case (_, .consentRequired?): Refusal(.consentRequired)
        default: Refusal(.internalError)
        }
    }
}
