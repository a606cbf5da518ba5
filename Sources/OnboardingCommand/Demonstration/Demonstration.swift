import DemoMaterial
import Foundation
import OnboardingAPI
import OnboardingCalls
internal import OnboardingCore
import SimulatedPhone
import Tenancy

/// One enrollment as a phone app does it, the same person coming back, and what must be refused, over a real socket.
struct Demonstration: Sendable {
    private typealias ClientCredentials = OnboardingCalls.TenantCredentials

    /// A step that gave no answer to go on with; its line has said so.
    private struct Stopped: Error, CustomStringConvertible {
        let description: String
    }

    private let cast: DemoCast
    private let server: DemoServer
    private let credentials: ClientCredentials
    private let otherCredentials: ClientCredentials
    private let strangerCredentials: ClientCredentials
    private let activeCredentials: ClientCredentials
    private let onceCredentials: ClientCredentials
    private let returningCredentials: ClientCredentials
    private let keys: QRKeys

    init(frames: String?, document: String?) async throws {
        print("Preparing images and starting a server …")
        let models = try await ServerConfiguration.read(options: [:], file: nil).modelFolder
        cast = try DemoCast(frames: frames, document: document, models: models)
        server = try await DemoServer(isRendered: cast.isRendered)
        let tenant = server.credentials
        credentials = ClientCredentials(tenant, of: server)
        otherCredentials = ClientCredentials(server.otherCredentials, of: server)
        strangerCredentials = ClientCredentials(server.strangerCredentials, of: server)
        activeCredentials = ClientCredentials(server.activeCredentials, of: server)
        onceCredentials = ClientCredentials(server.onceCredentials, of: server)
        returningCredentials = ClientCredentials(server.returningCredentials, of: server)
        keys = try QRKeys(publicKey: tenant.qrPublicKey, contentKey: tenant.qrKey)
    }

    /// - Returns: whether everything came out as it must.
    func run() async throws -> Bool {
        defer { server.stop() }
        print(
            """

            \(cast.introduction)
            Server \(server.url), a TEST tenant; faces compared by \(cast.descriptor).
            """)
        let table = DemoTable()
        do {
            try await enrollment(table)
            if let performer = cast.performer { try await challenge(table, performer) }
            try await returning(table)
            try await refusals(table)
            try await secondName(table)
        } catch let stopped as Stopped {
            print("\nstopped: \(stopped)")
            return false
        }
        print(
            table.isAllAsExpected
                ? "\nEverything came out as it must." : "\nSomething did not come out as it must: see FAIL above.")
        return table.isAllAsExpected
    }

    private func enrollment(_ table: DemoTable) async throws {
        table.heading("One enrollment")
        let portal = try PortalClient(credentials: credentials)
        try await table.line("token") {
            let token = try await portal.token()
            return ((), token.answer.map { "bearer for \($0.expiresIn) s" } ?? refusal(token), token.answer != nil)
        }
        let session = try await table.line("triggerEnroll") {
            let result = try await portal.triggerEnroll(
                TriggerRequest(username: "jane@example.org", email: "jane@example.org"))
            guard case .triggered(let session) = result else { throw Stopped(description: "\(result)") }
            return (session, "QR image, \(session.qrImage.count) bytes of PNG", true)
        }
        let url = try await table.line("read the QR image") {
            guard let content = try QRReader.content(ofImage: session.qrImage) else {
                throw Stopped(description: "the QR image cannot be read")
            }
            let url = String(decoding: content, as: UTF8.self)
            return (url, "\(url.count) characters", url == session.callbackURL)
        }
        let handOff = try await table.line("open its data") {
            let handOff = try QRHandOff(openingCallbackURL: url, keys: keys)
            return (handOff, "signature verified, host \(handOff.host)", handOff.sessionToken == session.sessionToken)
        }
        let phone = try EnrollmentClient(handOff: handOff)
        try await table.line("validateSession") {
            let result = try await phone.validateSession()
            return ((), result.answer == nil ? refusal(result) : "the phone's own bearer", result.answer != nil)
        }
        try await table.line("enroll") {
            let result = try await phone.enroll()
            guard let answer = result.answer else { throw Stopped(description: refusal(result)) }
            let checks = answer.requiredChecks.joined(separator: ", ")
            return ((), checks, answer.requiredChecks == OnboardingAPI.RequiredCheck.allCases.map(\.rawValue))
        }
        try await addDevice(phone, table)
        try await table.line("addFace, sealed") {
            let result = try await phone.addFace(frames: cast.captures[0], workflow: "charlie4")
            return ((), words(result), result.answer?.livenessResult == true)
        }
        try await table.line("addDocumentOCR") {
            let result = try await phone.addDocument(images: [.init(image: cast.ownDocument)])
            let isVerified = result.answer.map { $0.matchResult == true && $0.documentVerificationResult } ?? false
            return ((), words(result), isVerified && result.answer?.enrollmentStatus == .complete)
        }
        try await table.line("operationStatus") {
            let result = try await portal.operationStatus(of: session.sessionToken)
            return ((), result.answer?.rawValue ?? refusal(result), result.answer == .success)
        }
    }

    private func challenge(_ table: DemoTable, _ performer: RenderedHead) async throws {
        table.heading("A tenant that asks every face for a challenge")
        let (phone, _) = try await begun("active", by: activeCredentials)
        _ = try await phone.addDevice(identifier: "demo-phone-6")
        try await table.line("a capture that answers none") {
            let result = try await phone.addFace(frames: cast.captures[0], workflow: "charlie4")
            return ((), words(result), result.refusal?.reason == RefusalReason.challengeRequired.rawValue)
        }
        for (name, performs) in [("an earlier recording", false), ("what was asked for", true)] {
            let issued = ContinuousClock.now
            let challenge = try await table.line("challengeFace") {
                let result = try await phone.challengeFace()
                guard let challenge = result.answer?.challenge else { throw Stopped(description: refusal(result)) }
                return (challenge, challenge.steps.map(\.prompt.rawValue).joined(separator: ", "), true)
            }
            let frames = performs ? try performer.frames(HeadPerformance(of: challenge)).map(\.wire) : cast.captures[0]
            // A take cannot have begun before it was asked for.
            if let last = frames.last?.timestamp {
                try await Task.sleep(until: issued + .milliseconds(Int(last) + 100), clock: .continuous)
            }
            try await table.line(name) {
                let result = try await phone.addFace(frames: frames, workflow: "foxtrot4", challenge: challenge.id)
                return ((), words(result), result.answer?.livenessResult == performs)
            }
        }
    }

    private func returning(_ table: DemoTable) async throws {
        table.heading("The registered person comes back, and another one")
        let key = try DeviceKey()
        let (phone, _) = try await begun("returning", by: returningCredentials)
        _ = try await phone.addDevice(identifier: "demo-phone-7", publicKey: key.publicKey)
        try await table.line("enrolled before") {
            let result = try await phone.addFace(frames: cast.captures[0], workflow: "charlie4")
            return ((), words(result), result.answer?.enrollmentStatus == .complete)
        }
        try await table.line("somebody else's key") {
            let client = try await authenticating()
            let result = try await client.verifyDevice(identifier: "demo-phone-7", key: try DeviceKey())
            return ((), result.answer?.message ?? refusal(result), result.answer?.message == "Device not verified.")
        }
        if let stranger = cast.strangersCapture {
            try await table.line("another person's face") {
                let client = try await authenticating()
                _ = try await client.verifyDevice(identifier: "demo-phone-7", key: key)
                let result = try await client.verifyFace(frames: stranger, workflow: "charlie4")
                return ((), words(result), result.answer.map { !$0.matchResult && $0.authStatus == .pending } ?? false)
            }
        }
        let client = try await authenticating()
        try await table.line("verifyDevice") {
            let result = try await client.verifyDevice(identifier: "demo-phone-7", key: key)
            return ((), result.answer?.message ?? refusal(result), result.answer?.message == "Device verified.")
        }
        try await table.line("verifyFace") {
            let result = try await client.verifyFace(frames: cast.captures[1], workflow: "charlie4")
            return ((), words(result), result.answer?.authStatus == .complete)
        }
    }

    /// An authentication of the person of the tenant to which one comes back.
    private func authenticating() async throws -> ReturningClient {
        let client = try ReturningClient(credentials: returningCredentials)
        let result = try await client.authenticate(AuthenticateRequest(username: "returning@example.org"))
        guard result.answer != nil else { throw Stopped(description: refusal(result)) }
        return client
    }

    private func refusals(_ table: DemoTable) async throws {
        table.heading("What must be refused")
        let replaying = try await begun("replaying", by: credentials)
        _ = try await replaying.client.addDevice(identifier: "demo-phone-4")
        try await table.line("the accepted capture, saved anew") {
            let result = try await replaying.client.addFace(frames: cast.savedAnew, workflow: "charlie4")
            return ((), words(result), result.refusal?.reason == RefusalReason.packageReplayed.rawValue)
        }
        let second = try await begun("second", by: otherCredentials)
        _ = try await second.client.addDevice(identifier: "demo-phone-2")
        _ = try await second.client.addFace(frames: cast.captures[1], workflow: "charlie4")
        try await table.line("another person's document") {
            let result = try await second.client.addDocument(images: [.init(image: cast.othersDocument)])
            let isRefused = result.answer.map { $0.matchResult == false && !$0.retryDocumentCapture } ?? false
            return ((), words(result), isRefused)
        }
        let third = try await begun("third", by: otherCredentials)
        _ = try await third.client.addDevice(identifier: "demo-phone-3")
        try await table.line("package of another enrollment") {
            guard let packageKeys = try await PortalClient(credentials: otherCredentials).packageKeys().answer else {
                throw Stopped(description: "no package keys")
            }
            let content = FacePackageContent(
                video: FaceVideo(workflowData: .init(workflow: "charlie4", frames: cast.captures[1])))
            let package = try FacePackageSealer(keys: packageKeys).seal(content, token: second.token)
            let result = try await third.client.addFace(package: package)
            return ((), words(result), result.refusal?.reason == RefusalReason.packageUnreadable.rawValue)
        }
        for (name, frames) in [
            ("one still, repeated", cast.repeatedStill), ("the still re-encoded and shifted", cast.disguisedStill),
            ("a print, moved and tilted", cast.movedPrint),
        ] {
            try await table.line(name) {
                let result = try await third.client.addFace(frames: frames, workflow: "charlie4")
                return ((), words(result), result.answer?.livenessResult == false)
            }
        }
        let fifth = try await begun("fifth", by: strangerCredentials)
        _ = try await fifth.client.addDevice(identifier: "demo-phone-5")
        try await table.line("the document's portrait, animated") {
            let result = try await fifth.client.addFace(frames: cast.animatedPortrait, workflow: "charlie4")
            return ((), words(result), result.answer?.livenessResult == false)
        }
    }

    private func secondName(_ table: DemoTable) async throws {
        table.heading("A tenant that registers nobody twice")
        let first = try await begun("jane", by: onceCredentials)
        try await table.line("addFace, sealed") {
            let result = try await first.client.addFace(frames: cast.captures[0], workflow: "charlie4")
            return ((), words(result), result.answer?.enrollmentStatus == .complete)
        }
        let second = try await begun("june", by: onceCredentials)
        try await table.line("the same person, another name") {
            let result = try await second.client.addFace(frames: cast.captures[1], workflow: "charlie4")
            let reason = result.answer?.reason.map { "refused: \($0.rawValue)" }
            return ((), reason ?? words(result), result.answer?.reason == .duplicateEnrollment)
        }
    }

    private func addDevice(_ phone: EnrollmentClient, _ table: DemoTable) async throws {
        try await table.line("addDevice") {
            let result = try await phone.addDevice(identifier: "demo-phone-1")
            return (
                (), result.answer == nil ? refusal(result) : "pending", result.answer?.enrollmentStatus == .pending
            )
        }
    }

    /// An enrollment that the tenant's own client begins, without a QR image.
    private func begun(
        _ name: String, by credentials: ClientCredentials
    ) async throws -> (client: EnrollmentClient, token: String) {
        let client = try EnrollmentClient(credentials: credentials)
        let result = try await client.enroll(
            EnrollRequest(username: "\(name)@example.org", email: "\(name)@example.org"))
        guard let token = result.answer?.enrollmentToken else { throw Stopped(description: refusal(result)) }
        return (client, token)
    }

    private func words(_ result: StepResult<AddFaceResponse>) -> String {
        guard let answer = result.answer else { return refusal(result) }
        let liveness = answer.faceLivenessResults.video.livenessResult
        let feedback = liveness.feedback.map(\.rawValue).joined(separator: ", ")
        return liveness.decision.rawValue + (feedback.isEmpty ? "" : " (\(feedback))")
    }

    private func words(_ result: StepResult<VerifyFaceResponse>) -> String {
        guard let answer = result.answer else { return refusal(result) }
        let decision = answer.faceLivenessResults.video.livenessResult.decision.rawValue
        guard answer.livenessResult else { return decision }
        let end = answer.authStatus == .complete ? ", let in" : ""
        return decision + ", match \(answer.matchResult)\(words(score: answer.matchScore))\(end)"
    }

    /// Only what the tenant's own client asks for is answered with scores.
    private func words(score: Double?) -> String {
        score.map { " (score \(String(format: "%.2f", $0)))" } ?? ""
    }

    private func words(_ result: StepResult<AddDocumentResponse>) -> String {
        guard let answer = result.answer else { return refusal(result) }
        if answer.retryDocumentCapture { return "the image could not be used: try again" }
        let code = answer.enrollmentStatus == .complete ? ", registered as \(answer.registrationCode)" : ""
        return
            "\(answer.ocrResults.documentType): match \(answer.matchResult.map(String.init) ?? "not compared")"
            + "\(words(score: answer.matchScore)), "
            + "document \(answer.documentVerificationResult ? "verified" : "not verified")\(code)"
    }

    private func refusal(_ result: StepResult<some Sendable>) -> String {
        result.refusal.map { "refused: \($0.reason ?? $0.errorCode)" } ?? "no answer"
    }
}

extension OnboardingCalls.TenantCredentials {
    fileprivate init(_ tenant: Tenancy.TenantCredentials, of server: DemoServer) {
        self.init(
            publicURL: server.url, realm: tenant.realm, clientID: tenant.clientId, clientSecret: tenant.clientSecret,
            apiKey: tenant.apiKey)
    }
}
