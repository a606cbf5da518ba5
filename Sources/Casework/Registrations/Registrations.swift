internal import Foundation
internal import Onboarding
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
package import Tenancy

/// What the tenant's own client may see and do with finished enrollments.
package struct Registrations: Sendable {
    let cases: Cases

    /// A page of the list, the newest first; empty beyond the end.
    /// - Parameter number: of the page, from 1.
    package func page(_ number: Int, size: Int, by principal: Principal, at now: Instant) async throws -> Page {
        guard number >= 1 else { throw Refusal(.pageOutOfRange, member: "pageNumber") }
        guard (1...Limit.pageSize.value).contains(size) else {
            throw Refusal(.pageOutOfRange, member: "pageSize", limit: .pageSize)
        }
        let (skipped, isBeyondNumbers) = (number - 1).multipliedReportingOverflow(by: size)
        let (total, ids) = try await cases.store.registrations(
            tenant: principal.tenant.id, skipping: isBeyondNumbers ? .max : skipped, limit: size)
        var entries: [Page.Entry] = []
        for id in ids {
            // Erased since the page was read, or at this moment.
            guard let stored = try await cases.store.enrollment(id), let dataKey = try cases.dataKeyIfKept(of: stored)
            else { continue }
            let standing = EnrollmentStanding(of: try await cases.store.events(of: id), now: now)
            let person = try Person(of: stored, under: dataKey)
            entries.append(
                Page.Entry(
                    registrationCode: stored.enrollment.registrationCode, username: person.username, name: person.name,
                    email: person.email, begun: stored.createdAt, origin: standing?.origin ?? .enrolled))
        }
        try await cases.noteReading("registrations", of: ids, tenant: principal.tenant.id, at: now)
        return Page(total: total, entries: entries)
    }

    /// One registration, with what happened on the way.
    package func detail(registrationCode: String?, by principal: Principal, at now: Instant) async throws -> Detail {
        let stored = try await registration(registrationCode, principal)
        guard let dataKey = try cases.dataKeyIfKept(of: stored) else { throw Refusal(.registrationUnknown) }
        let person = try Person(of: stored, under: dataKey)
        let devices = try await cases.store.devices(of: stored.id).filter { $0.replacedAt == nil }.map {
            try DeviceDescription($0.device, of: stored.id, under: dataKey)
        }
        let lock = try cases.lock(of: stored.id, in: principal.tenant)
        try await cases.noteReading("registration", of: [stored.id], tenant: stored.tenantID, at: now)
        return Detail(
            registrationCode: stored.enrollment.code ?? "", username: person.username, name: person.name,
            email: person.email, phoneNumber: person.phoneNumber, begun: stored.createdAt,
            devices: devices.map { Detail.Device(id: $0.deviceID, hasPublicKey: $0.publicKey != nil) },
            lockedUntil: try await cases.lockedUntil(lock, tenant: principal.tenant, at: now),
            activities: try await activities(of: stored) + visits(of: stored))
    }

    /// Destroys the person's data keys, images, templates and devices, also of attempts that led to no registration. The
    /// chains of events stay, without a person to them.
    package func delete(registrationCode: String?, by principal: Principal, at now: Instant) async throws {
        let stored = try await registration(registrationCode, principal)
        try principal.requireColleague(for: .erasure)
        do {
            try await cases.erasePerson(of: stored.id, at: now)
        } catch StorageError.unknownSubject {
            throw Refusal(.registrationUnknown)
        }
    }

    private func activities(of stored: StoredEnrollment) async throws -> [Detail.Activity] {
        var activities: [Detail.Activity] = []
        for entry in try await cases.store.events(of: stored.id) {
            // Nobody triggered an enrollment that has no session: the tenant's own client began it.
            if case .triggered = entry.event, stored.sessionDigest == nil { continue }
            if case .answered(let record) = entry.event {
                guard let index = activities.lastIndex(where: { $0.step == record.step }) else { continue }
                activities[index].score = try await score(of: record, in: stored)
            } else {
                activities.append(Detail.Activity(event: .enrollment(entry.event), at: entry.at))
            }
        }
        return activities
    }

    /// How the person came back, the newest times, oldest first.
    private func visits(of stored: StoredEnrollment) async throws -> [Detail.Activity] {
        var activities: [Detail.Activity] = []
        let visits = try await cases.store.authentications(of: stored.id, limit: Limit.shownAuthentications.value)
        for visit in visits.reversed() {
            for entry in try await cases.store.events(of: visit.id) {
                // Nobody triggered one that has no session: the tenant's own client began it.
                if case .triggered = entry.event, visit.sessionDigest == nil { continue }
                activities.append(Detail.Activity(event: .authentication(entry.event, visit.purpose), at: entry.at))
            }
        }
        return activities
    }

    /// What the step came to, where it compared or scored something.
    private func score(of record: IdempotencyRecord, in stored: StoredEnrollment) async throws -> Double? {
        switch record.step {
        case .addFace:
            let face: AddFace.Result? = try await cases.result(of: record, in: stored)
            return face?.scoreInPercent
        case .addDocument:
            let document: AddDocument.Result? = try await cases.result(of: record, in: stored)
            return document?.decision == .retryCapture ? nil : document?.portraitScore
        case .enroll, .giveConsent, .addDevice, .cancel, .requestReview, .review, .authenticate, .verifyDevice,
            .verifyFace, .replaceDevice:
            return nil
        }
    }

    private func registration(_ code: String?, _ principal: Principal) async throws -> StoredEnrollment {
        guard let code, let stored = try await cases.store.enrollment(tenant: principal.tenant.id, code: code) else {
            throw Refusal(.registrationUnknown)
        }
        RequestSubject.note(stored.id)
        return stored
    }
}

extension Registrations.Detail.Activity {
    /// The step of the enrollment that led to this; nil for what no step of a client leads to.
    fileprivate var step: Step? {
        guard case .enrollment(let event) = event else { return nil }
        return switch event {
        case .started: .enroll
        case .consentGiven: .giveConsent
        case .deviceAdded: .addDevice
        case .faceAdded, .faceRefused: .addFace
        case .documentAdded, .documentRefused: .addDocument
        case .cancelled: .cancel
        case .reviewRequested: .requestReview
        case .reviewed: .review
        case .triggered, .codeReserved, .validated, .facesTaken, .faceChallenged, .faceReopened, .duplicateFound,
            .completed, .failed, .expired, .captureAsked, .answered:
            nil
        }
    }
}
