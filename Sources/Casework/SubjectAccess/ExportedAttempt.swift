internal import FaceEngine
internal import Foundation
internal import Onboarding
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import OnboardingStorage
internal import Tenancy

/// Collects what is kept of one enrollment. Everything that is opened is bound to it by its own key.
struct ExportedAttempt {
    let data: DataDirectory
    let stored: StoredEnrollment
    let dataKey: SealingKey
    let retention: RetentionPolicy
    let isHeld: Bool
    /// Among the person's enrollments, from 1.
    let number: Int
    let files: ExportFiles

    private struct StoredEvent<CaseEvent: Encodable>: Encodable {
        let at: String
        let event: CaseEvent

        init(_ stored: (at: Instant, event: CaseEvent)) {
            (at, event) = (stored.at.iso8601WithMilliseconds, stored.event)
        }
    }

    func record(at now: Instant) async throws -> PersonRecord.Attempt {
        let events = try await data.store.events(of: stored.id)
        guard let standing = EnrollmentStanding(of: events, now: now) else { throw StorageError.storedValueInvalid }
        let person = try Person(of: stored, under: dataKey)
        var devices = try await data.store.devices(of: stored.id)
        let first = devices.firstIndex { $0.replacedAt == nil }.map { devices.remove(at: $0) }
        let device = try first.map { try DeviceDescription($0.device, of: stored.id, under: dataKey) }
        let evidence = try await data.store.evidence(of: stored.id)
        let keptUntil = standing.endedAt == nil ? nil : lastDay(of: stored.changedAt, days: daysKept(standing))
        var steps: [PersonRecord.Step] = []
        for (index, row) in evidence.enumerated() where row.kind != ReviewEvidence.kind {
            steps.append(
                try await step(
                    row, named: "\(row.kind)-\(index + 1)", decided: decision(on: row, in: events) ?? Decided(),
                    hasEnded: standing.endedAt != nil, keptUntil: keptUntil))
        }
        let visits = try await visits()
        for (index, row) in try await data.store.evidence(ofAuthenticationsOf: stored.id).enumerated() {
            steps.append(
                try await step(
                    row, named: "\(row.kind)-\(index + 1)", decided: decision(on: row, in: visits), hasEnded: true,
                    keptUntil: keptUntil))
        }
        return PersonRecord.Attempt(
            enrollment: stored.id.text, registrationCode: stored.enrollment.code, state: standing.state.rawValue,
            origin: standing.origin.rawValue, reason: standing.reason?.rawValue,
            begunAt: standing.begunAt.iso8601WithMilliseconds,
            endedAt: standing.endedAt?.iso8601WithMilliseconds, expiresAt: standing.deadline?.iso8601WithMilliseconds,
            keptUntil: keptUntil,
            isHeld: isHeld,
            person: .init(
                username: person.username, email: person.email, firstName: person.firstName,
                lastName: person.lastName, phoneNumber: person.phoneNumber, reference: person.reference),
            device: device.map { .init(deviceID: $0.deviceID, pushID: $0.pushID, publicKey: $0.publicKey) },
            otherDevices: try devices.map { row in
                let device = try DeviceDescription(row.device, of: stored.id, under: dataKey)
                return .init(
                    deviceID: device.deviceID, pushID: device.pushID, publicKey: device.publicKey,
                    registeredAt: row.registeredAt.iso8601WithMilliseconds,
                    replacedAt: row.replacedAt?.iso8601WithMilliseconds)
            },
            consents: events.compactMap { PersonRecord.ConsentGiven($0.event, at: $0.at) },
            timeline: events.compactMap { PersonRecord.Entry($0.event, at: $0.at) },
            steps: steps, authentications: try visits.enumerated().map { try record(of: $1, number: $0 + 1) },
            review: try await review(standing.review, in: evidence), notes: try await notes(),
            messages: try await data.store.mail(of: stored.id).map(PersonRecord.Message.init),
            templates: try await templates(),
            user: try await user(),
            captureCodes: try captureCodes(),
            events: try files.write(
                // Another registration is another person's, as far as anybody knows.
                try sortedKeyJSON(events.filter { $0.event.kind != .duplicateFound }.map(StoredEvent.init)),
                as: folder("records") + "events.json"))
    }

    // MARK: - Authentications

    private typealias Visit = (
        stored: StoredAuthentication, events: [(at: Instant, event: AuthenticationEvent)]
    )

    /// The authentications of the registration, oldest first.
    private func visits() async throws -> [Visit] {
        var visits: [Visit] = []
        for one in try await data.store.authentications(of: stored.id, limit: .max).reversed() {
            visits.append((one, try await data.store.events(of: one.id)))
        }
        return visits
    }

    private func record(of visit: Visit, number: Int) throws -> PersonRecord.Authentication {
        let authentication = visit.stored.authentication
        return PersonRecord.Authentication(
            authentication: visit.stored.id.text, purpose: visit.stored.purpose.rawValue,
            state: authentication.standing.rawValue, reason: authentication.failure?.rawValue,
            reference: try Cases(of: data).reference(of: visit.stored, under: dataKey),
            begunAt: visit.stored.createdAt.iso8601WithMilliseconds,
            endedAt: authentication.isFinished ? visit.stored.changedAt.iso8601WithMilliseconds : nil,
            expiresAt: authentication.deadline?.iso8601WithMilliseconds,
            timeline: visit.events.compactMap { PersonRecord.Entry($0.event, at: $0.at) },
            events: try files.write(
                try sortedKeyJSON(visit.events.map(StoredEvent.init)),
                as: folder("records") + "authentication-\(number)-events.json"))
    }

    // MARK: - Captures

    /// What was decided on a capture, and for which authentication.
    private struct Decided {
        var authentication: AuthenticationID?
        var decision: String?
        var isAccepted = false
    }

    /// - Returns: nil where none of the events rests on it.
    private func decision(
        on row: EvidenceRow, in events: [(at: Instant, event: some RecordedEvent)]
    ) -> Decided? {
        guard let (at, event) = events.last(where: { $0.event.evidence?.id == row.judgedID }) else { return nil }
        return Decided(decision: PersonRecord.Entry(event, at: at)?.decision, isAccepted: event.isAcceptance)
    }

    private func decision(on row: EvidenceRow, in visits: [Visit]) -> Decided {
        for (stored, events) in visits {
            guard var decided = decision(on: row, in: events) else { continue }
            decided.authentication = stored.id
            return decided
        }
        return Decided()
    }

    private func folder(_ kind: String) -> String { "\(kind)/enrollment-\(number)/" }

    /// Whom a human has accepted is kept like whoever is registered.
    private func daysKept(_ standing: EnrollmentStanding) -> Int {
        standing.state == .complete || standing.state == .failed && standing.review?.standsAlone == true
            ? retention.registrationsInDays : retention.failedInDays
    }

    /// Nil where a hold keeps it beyond.
    private func lastDay(of instant: Instant, days: Int) -> String? {
        isHeld ? nil : String(instant.adding(seconds: Int64(days) * 86_400).iso8601WithMilliseconds.prefix(10))
    }

    /// - Parameter keptUntil: the last day of the attempt, with which all that it rests on goes.
    private func step(
        _ row: EvidenceRow, named name: String, decided: Decided, hasEnded: Bool, keptUntil: String?
    ) async throws -> PersonRecord.Step {
        var object: EvidenceObject?
        do {
            object = try await data.evidence.read(row, under: dataKey)
        } catch StorageError.evidenceUnreadable {
            object = nil
        }
        var (images, records): ([PersonRecord.Image], [String]) = ([], [])
        for section in try object?.withoutRegistrations.sections ?? [] {
            let place = folder(section.isCompressed ? "records" : "images") + "\(name)/\(section.fileName)"
            let file = try files.write(section.contents, as: place)
            if section.isCompressed {
                records.append(file)
            } else {
                images.append(.init(file: file, sha256: Digest.hex(section.contents), name: section.name))
            }
        }
        let isFace = row.judgedKind == TemplateKind.face.evidenceKind
        let measurements = Data(object?["measurements"] ?? [])
        let face = isFace ? (try? JSONDecoder().decode(FaceEvidence.self, from: measurements)) : nil
        let document = isFace ? nil : (try? JSONDecoder().decode(DocumentRecord.self, from: measurements))
        let days = isFace ? retention.biometricsInDays : retention.documentsInDays
        return PersonRecord.Step(
            kind: row.judgedKind, authentication: decided.authentication?.text,
            at: row.createdAt.iso8601WithMilliseconds, decision: decided.decision, isAccepted: decided.isAccepted,
            evidence: row.reference?.id.text ?? row.id.text,
            evidenceDigest: row.reference?.sha256 ?? Hexadecimal.encode(row.digest), isReadable: object != nil,
            imagesKeptUntil: row.reduction == nil && hasEnded
                ? [lastDay(of: row.createdAt, days: days), keptUntil].compactMap(\.self).min() : nil,
            reducedAt: row.reduction?.at.iso8601WithMilliseconds,
            sandboxPersona: (face?.sandboxPersona ?? document?.sandboxPersona)?.rawValue,
            face: face.map(PersonRecord.Face.init), document: document.map(PersonRecord.Document.init), images: images,
            records: records)
    }

    /// What a human decided and why. Who it was is another person's datum.
    private func review(
        _ standing: EnrollmentStanding.ReviewStanding?, in evidence: [EvidenceRow]
    ) async throws -> PersonRecord.HumanReview? {
        guard let standing else { return nil }
        var reason: String?
        if let row = evidence.last(where: { $0.kind == ReviewEvidence.kind }),
            let measurements = try await data.evidence.read(row, under: dataKey)["measurements"]
        {
            reason = try JSONDecoder().decode(ReviewEvidence.self, from: Data(measurements)).reason
        }
        return PersonRecord.HumanReview(
            requestedAt: standing.requestedAt?.iso8601WithMilliseconds, decision: standing.decision?.rawValue,
            decidedAt: standing.decidedAt?.iso8601WithMilliseconds, reason: reason)
    }

    private func notes() async throws -> [PersonRecord.NoteTaken] {
        try await data.store.caseNotes(of: stored.id, limit: Int.max).map { row in
            PersonRecord.NoteTaken(
                at: row.at.iso8601WithMilliseconds,
                text: try CaseNote(opening: row, of: stored.id, under: dataKey).text)
        }
    }

    private func templates() async throws -> [PersonRecord.Template] {
        try await data.store.templates(of: stored.id).enumerated().map { index, template in
            let opened = try template.open(of: stored.id, under: dataKey)
            return PersonRecord.Template(
                kind: template.kind, isHandedIn: template.isHandedIn, model: template.model,
                dimensions: opened.values.count,
                file: try files.write(
                    opened.serialized(), as: folder("records") + "template-\(index + 1)-\(template.kind).bin"))
        }
    }

    private func user() async throws -> PersonRecord.User? {
        guard let user = try await data.store.user(stored.id) else { return nil }
        let names = try await data.store.groups(tenant: stored.tenantID)
            .filter { group in user.groups.contains { $0.groupID == group.id } }.map(\.name)
        let details = try Users.details(user.sealedDetails, of: stored.id, under: dataKey)
        let images = try user.faces.enumerated().compactMap { index, face in
            try face.image(under: dataKey).map {
                try files.write($0, as: folder("images") + "user-face-\(index + 1).jpeg")
            }
        }
        let means = try await data.store.signInMeans(of: stored.id)
        // Everybody is in the group that every tenant has.
        guard
            !details.isEmpty || !images.isEmpty || names != [GroupRow.defaultID] || !means.tokens.isEmpty
                || means.oneTimePasswordUntil != nil
        else { return nil }
        return PersonRecord.User(
            details: details.isEmpty ? nil : details, groups: names, images: images,
            tokens: means.tokens.map {
                .init(
                    issuedAt: $0.createdAt.iso8601WithMilliseconds, endsAt: $0.expiresAt.iso8601WithMilliseconds)
            }, oneTimePasswordUntil: means.oneTimePasswordUntil?.iso8601WithMilliseconds)
    }

    private func captureCodes() throws -> [String] {
        try data.store.captureCodes(of: stored.id).enumerated().map { index, codes in
            try files.write(
                try CaptureCodes(codes, under: dataKey).bytes,
                as: folder("records") + "capture-codes-\(index + 1).bin")
        }
    }
}

extension PersonRecord.ConsentGiven {
    fileprivate init?(_ event: Event, at instant: Instant) {
        guard case .consentGiven(let consent) = event else { return nil }
        self.init(
            recordedAt: instant.iso8601WithMilliseconds, acceptedAt: consent.acceptedAt,
            textVersion: consent.textVersion, textHash: consent.textHash, language: consent.language)
    }
}

extension PersonRecord.Message {
    fileprivate init(_ mail: MailRow) {
        var (sentAt, givenUpAt, reason): (Instant?, Instant?, String?)
        switch mail.progress {
        case .waiting, .sending: break
        case .sent(let at): sentAt = at
        case .givenUp(let at, let cause): (givenUpAt, reason) = (at, cause)
        }
        self.init(
            writtenAt: mail.createdAt.iso8601WithMilliseconds, kind: mail.kind,
            sentAt: sentAt?.iso8601WithMilliseconds, givenUpAt: givenUpAt?.iso8601WithMilliseconds, reason: reason)
    }
}

extension PersonRecord.Entry {
    /// Nil for what tells nothing of its own.
    fileprivate init?(_ event: some RecordedEvent, at instant: Instant) {
        guard let told = event.told else { return nil }
        self.init(
            at: instant.iso8601WithMilliseconds, event: event.word, decision: told.decision, reason: told.reason,
            until: told.until?.iso8601WithMilliseconds)
    }
}

extension EvidenceObject.Section {
    /// Its name with the ending that fits its contents.
    fileprivate var fileName: String {
        if isCompressed { return name + ".json" }
        switch contents.prefix(4) {
        case [0x89, 0x50, 0x4E, 0x47]: return name + ".png"
        case [0x52, 0x49, 0x46, 0x46]: return name + ".webp"
        case _ where contents.dropFirst(4).starts(with: Array("ftypavif".utf8)): return name + ".avif"
        case _ where contents.dropFirst(4).starts(with: Array("ftyp".utf8)): return name + ".heic"
        default: return name + ".jpeg"
        }
    }
}
