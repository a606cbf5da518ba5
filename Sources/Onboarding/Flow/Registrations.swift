internal import Foundation
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

/// What the tenant's own client may see and do with finished enrollments.
extension Flow {
    /// Decisions 19.
    private static let maximumPageSize = 500

    /// A page of the list. A page beyond the end is empty.
    func registrationList(_ call: Call, caller: Caller) async throws -> RegistrationListResponse {
        let request = try readJSON(RegistrationListRequest.self, from: call.body)
        guard request.pageNumber >= 1, (1...Self.maximumPageSize).contains(request.pageSize) else {
            throw Refusal(.pageOutOfRange)
        }
        let (skipped, isBeyondNumbers) = (request.pageNumber - 1).multipliedReportingOverflow(by: request.pageSize)
        let (total, page) = try await deployment.store.registrations(
            tenant: caller.tenant.id, skipping: isBeyondNumbers ? .max : skipped, limit: request.pageSize)
        var list: [RegistrationListResponse.Entry] = []
        for id in page {
            // Erased since the page was read, or at this moment.
            guard let stored = try await deployment.store.enrollment(id),
                let dataKey = try dataKeyIfKept(of: stored)
            else { continue }
            let person = try Person(of: stored, under: dataKey)
            list.append(
                .init(
                    registrationCode: stored.enrollment.registrationCode, username: person.username, name: person.name,
                    email: person.email ?? "", startDate: stored.createdAt.iso8601WithMilliseconds))
        }
        return RegistrationListResponse(
            pageNumber: request.pageNumber, pageSize: request.pageSize,
            totalPages: (total + request.pageSize - 1) / request.pageSize, totalRecords: total, list: list)
    }

    /// One registration, with what happened on the way.
    func registrationDetail(_ call: Call, caller: Caller) async throws -> RegistrationDetail {
        let stored = try await registration(call, caller)
        guard let dataKey = try dataKeyIfKept(of: stored) else { throw Refusal(.registrationUnknown) }
        let person = try Person(of: stored, under: dataKey)
        let device = try await deployment.store.device(of: stored.id).map {
            try DeviceDescription($0, of: stored.id, under: dataKey)
        }
        return RegistrationDetail(
            registrationCode: stored.enrollment.registrationCode, username: person.username, name: person.name,
            email: person.email ?? "", phoneNumber: person.phoneNumber ?? "",
            startDate: stored.createdAt.iso8601WithMilliseconds,
            registeredDevices: device.map { [.init(deviceId: $0.deviceID, hasPublicKey: $0.publicKey != nil)] } ?? [],
            activities: try await activities(of: stored, on: device, under: dataKey))
    }

    private func activities(
        of stored: StoredEnrollment, on device: DeviceDescription?, under dataKey: SealingKey
    ) async throws -> [RegistrationDetail.Activity] {
        var activities: [RegistrationDetail.Activity] = []
        for entry in try await deployment.store.events(of: stored.id) {
            // Nobody triggered an enrollment that has no session: the tenant's own client began it.
            if case .triggered = entry.event, stored.sessionDigest == nil { continue }
            if case .answered(let record) = entry.event {
                guard let index = activities.lastIndex(where: { $0.type == record.step.rawValue }) else { continue }
                activities[index].score = try await score(answering: record, of: stored, under: dataKey)
            } else if let (type, result) = entry.event.activity {
                activities.append(
                    .init(
                        type: type, result: result, date: entry.at.iso8601WithMilliseconds,
                        deviceId: entry.event == .deviceAdded ? device?.deviceID : nil))
            }
        }
        return activities
    }

    /// What the answer to a face or document said; nil where it said that nothing could be computed.
    private func score(
        answering record: IdempotencyRecord, of stored: StoredEnrollment, under dataKey: SealingKey
    ) async throws -> Double? {
        guard record.step == .addFace || record.step == .addDocument,
            let answer = try await deployment.store.answer(
                tenant: stored.tenantID, step: record.step, requestDigest: record.requestDigest),
            answer.enrollmentID == stored.id
        else { return nil }
        let body = Data(try dataKey.open(answer.sealed, associated: Self.label(stored.id, record)))
        if record.step == .addDocument {
            let score = try JSONDecoder().decode(AddDocumentResponse.self, from: body).matchScore
            return score == 0 ? nil : score
        }
        let face = try JSONDecoder().decode(AddFaceResponse.self, from: body)
        let score = face.faceLivenessResults.video.livenessResult.score
        return score < 0 ? nil : score
    }

    /// Destroys the person's data keys, images, templates and devices, also of attempts that led to no registration. The
    /// chains of events stay, without a person to them.
    func deleteRegistration(_ call: Call, caller: Caller) async throws {
        let stored = try await registration(call, caller)
        try await deployment.erase(of: stored.id, at: call.now)
    }

    private func dataKeyIfKept(of stored: StoredEnrollment) throws -> SealingKey? {
        do {
            return try deployment.keyRing.dataKey(of: stored.id, tenant: stored.tenantID)
        } catch StorageError.keyMissing {
            return nil
        }
    }

    private func registration(_ call: Call, _ caller: Caller) async throws -> StoredEnrollment {
        guard let code = call.parameters["registrationCode"],
            let stored = try await deployment.store.registration(tenant: caller.tenant.id, code: code)
        else { throw Refusal(.registrationUnknown) }
        return stored
    }
}

extension Event {
    /// What an administrator is shown of it; nil for what is bookkeeping.
    fileprivate var activity: (type: String, result: String)? {
        switch self {
        case .triggered: ("triggerEnroll", "OK")
        case .validated: ("validateSession", "OK")
        case .started: ("enroll", "OK")
        case .consentGiven: ("consent", "OK")
        case .deviceAdded: ("addDevice", "OK")
        case .faceAdded: ("addFace", "OK")
        case .faceRefused(let outcome): ("addFace", outcome.rawValue)
        case .documentAdded: ("addDocument", "OK")
        case .documentRefused(let outcome): ("addDocument", outcome.rawValue)
        case .completed: ("complete", "OK")
        case .failed(let reason): ("failed", reason.rawValue)
        case .cancelled: ("cancel", "OK")
        case .expired: ("expired", "OK")
        case .answered: nil
        }
    }
}
