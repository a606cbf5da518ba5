internal import Casework
internal import OnboardingAPI
internal import OnboardingCore

extension RegistrationListResponse {
    init(_ page: Registrations.Page, of request: RegistrationListRequest) {
        self.init(
            pageNumber: request.pageNumber, pageSize: request.pageSize,
            totalPages: (page.total + request.pageSize - 1) / request.pageSize, totalRecords: page.total,
            list: page.entries.map {
                Entry(
                    registrationCode: $0.registrationCode, username: $0.username, name: $0.name, email: $0.email ?? "",
                    startDate: $0.begun.iso8601WithMilliseconds, origin: .init($0.origin))
            })
    }
}

extension RegistrationDetail {
    init(_ detail: Registrations.Detail, _ enrollment: Enrollments.Detail) {
        self.init(
            registrationCode: detail.registrationCode, username: detail.username, name: detail.name,
            email: detail.email ?? "", phoneNumber: detail.phoneNumber ?? "",
            startDate: detail.begun.iso8601WithMilliseconds,
            registeredDevices: detail.devices.map { Device(deviceId: $0.id, hasPublicKey: $0.hasPublicKey) },
            lockedUntil: detail.lockedUntil?.iso8601WithMilliseconds,
            activities: detail.activities.compactMap { Activity($0, on: detail.devices.first) },
            enrollment: EnrollmentDetail(enrollment))
    }
}

extension RegistrationDetail.Activity {
    /// Nil for what is bookkeeping.
    fileprivate init?(_ activity: Registrations.Detail.Activity, on device: Registrations.Detail.Device?) {
        let words: (type: String, result: String)? =
            switch activity.event {
            case .enrollment(let event): event.words
            case .authentication(let event, let purpose): event.words(for: purpose)
            }
        guard let (type, result) = words else { return nil }
        self.init(
            type: type, result: result, date: activity.at.iso8601WithMilliseconds,
            deviceId: activity.event == .enrollment(.deviceAdded) ? device?.id : nil)
        let rounded = activity.score?.roundedForAnswers
        // A document whose comparison says nothing has the score 0 in its own answer.
        score = type == "addDocument" && rounded == 0 ? nil : rounded
    }
}

extension Event {
    /// What an administrator is shown of it.
    fileprivate var words: (type: String, result: String)? {
        switch self {
        case .triggered: ("triggerEnroll", "OK")
        case .validated: ("validateSession", "OK")
        case .started: ("enroll", "OK")
        case .consentGiven: ("consent", "OK")
        case .deviceAdded: ("addDevice", "OK")
        case .faceAdded: ("addFace", "OK")
        case .faceRefused(let decision, _): ("addFace", decision.rawValue)
        case .faceChallenged: ("challengeFace", "OK")
        case .facesTaken: ("takeFaces", "NOT_JUDGED")
        case .documentAdded: ("addDocument", "OK")
        case .documentRefused(let decision, _, _): ("addDocument", decision.rawValue)
        case .faceReopened(let reopening): ("faceReopened", reopening.reason.rawValue)
        case .duplicateFound: ("duplicateFound", "OK")
        case .completed: ("complete", "OK")
        case .failed(let reason): ("failed", reason.rawValue)
        case .cancelled: ("cancel", "OK")
        case .expired: ("expired", "OK")
        case .reviewRequested: ("requestReview", "OK")
        case .reviewed(let decision, _): ("review", decision.rawValue)
        case .captureAsked: ("captureAsked", "OK")
        case .codeReserved, .answered: nil
        }
    }
}

extension AuthenticationEvent {
    /// What an administrator is shown of it.
    fileprivate func words(for purpose: AuthenticationPurpose) -> (type: String, result: String)? {
        switch self {
        case .triggered: purpose == .authenticate ? ("triggerAuthenticate", "OK") : ("triggerReEnroll", "OK")
        case .started: (purpose.rawValue, "OK")
        case .deviceVerified(let decision), .deviceRefused(let decision): ("verifyDevice", decision.rawValue)
        case .faceVerified: ("verifyFace", "OK")
        case .faceRefused(let decision, _): ("verifyFace", decision.rawValue)
        case .documentAdded: ("verifyDocument", "OK")
        case .documentRefused(let decision, _, _): ("verifyDocument", decision.rawValue)
        case .deviceReplaced(let change): ("completeReEnroll", change.rawValue)
        case .completed: (purpose.rawValue, "complete")
        case .failed(let reason): (purpose.rawValue, reason.rawValue)
        case .cancelled: (purpose.rawValue, "cancelled")
        case .expired: (purpose.rawValue, "expired")
        case .validated, .faceChallenged, .locked, .answered: nil
        }
    }
}
