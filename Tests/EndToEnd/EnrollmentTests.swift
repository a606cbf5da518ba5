import AsyncHTTPClient
import Casework
import DemoMaterial
import FaceEngine
import Foundation
import Onboarding
import OnboardingAPI
import OnboardingCalls
import OnboardingCore
import OnboardingCrypto
import Operations
import SimulatedPhone
import Tenancy
import TestSupport
import Testing
import Vision

/// One person's way through a real server: real images, real cryptography, a real socket, a killed process.
@testable import OnboardingHTTP

@Suite(.serialized) struct EnrollmentTests {
    @Test func aPersonEnrollsAndAKilledServerForgetsNothing() async throws {
        let server = try await TestServer()
        let cast = try Cast()
        let portal = try PortalClient(credentials: server.clientCredentials)
        let result = try await portal.triggerEnroll(
            TriggerRequest(
                username: "planted-username-7f3a@example.org", email: "planted-mail-9c1d@example.org",
                phoneNumber: "+32planted5518", firstName: "PlantedFirstName4b2e", lastName: "PlantedLastName8d0c"))
        guard case .triggered(let session) = result else {
            Issue.record("\(result)")
            return
        }
        let content = try #require(try QRReader.content(ofImage: session.qrImage))
        let keys = try QRKeys(publicKey: server.credentials.qrPublicKey, contentKey: server.credentials.qrKey)
        let handOff = try QRHandOff(openingCallbackURL: String(decoding: content, as: UTF8.self), keys: keys)
        #expect(handOff.sessionToken == session.sessionToken)

        let phone = try EnrollmentClient(handOff: handOff)
        let enrolled = try #require(try await phone.enroll().answer)
        #expect(enrolled.requiredChecks == OnboardingAPI.RequiredCheck.allCases.map(\.rawValue))
        let device = try await phone.addDevice(identifier: "planted-device-2e6b")
        #expect(device.answer?.enrollmentStatus == .pending)
        let face = try await phone.addFace(frames: cast.frames, workflow: "charlie4")
        #expect(face.answer?.livenessResult == true, "\(face)")

        let waiting = try await portal.completion(
            of: session.sessionToken, askingEvery: .milliseconds(20), patience: .milliseconds(100))
        #expect(waiting == .accepted(.pending), "patience is over, and pending is no success")

        try server.killAndRestart()

        // Another port now, under the public URL that there was.
        let again = try EnrollmentClient(
            handOff: QRHandOff(host: server.url, apiKey: handOff.apiKey, sessionToken: handOff.sessionToken),
            bearer: await phone.bearer)
        #expect(try await again.enroll().answer?.enrollmentToken == enrolled.enrollmentToken)
        let repeatedDevice = try await again.addDevice(identifier: "planted-device-2e6b")
        #expect(repeatedDevice == device)
        let document = try await again.addDocument(images: [.init(image: cast.document)])
        let answer = try #require(document.answer)
        #expect(answer.matchResult == true && answer.documentVerificationResult && answer.matchScore == nil)
        #expect(answer.enrollmentStatus == .complete)
        #expect(answer.registrationCode.count == 10)
        #expect(answer.ocrResults.fieldType.count == 30)
        #expect(
            answer.ocrResults.fieldType.first { $0.typeId == 8 }?.fieldResult.mrz == cast.holder.surname.uppercased())
        let status = try await PortalClient(credentials: server.clientCredentials)
            .completion(of: session.sessionToken, patience: .seconds(10))
        #expect(status == .accepted(.success))

        try expectNothingReadable(in: server, cast: cast, sessionToken: session.sessionToken, enrolled)
        try await expectEverythingIsKept(by: server, of: answer.registrationCode, cast, face.answer, answer)
    }

    /// An export has the person, the images bit for bit, and the results that answers were made of.
    private func expectEverythingIsKept(
        by server: TestServer, of code: String, _ cast: Cast, _ face: AddFaceResponse?,
        _ document: AddDocumentResponse
    ) async throws {
        let auditor = try Auditor(
            dataFolder: server.dataFolder,
            masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: server.dataFolder))
        let folder = server.folder + "/export"
        var search = EnrollmentSearch()
        search.registrationCode = code
        await #expect(throws: (any Error).self) {
            try await auditor.export(search, tenant: "other", to: .folder(folder))
        }
        #expect(try await auditor.export(search, tenant: "acme", to: .folder(folder)).count == cast.frames.count + 13)
        await #expect(throws: (any Error).self) {
            try await auditor.export(search, tenant: "acme", to: .folder(folder))
        }
        func read(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)) }
        #expect(try String(decoding: read("person.json"), as: UTF8.self).contains("planted-username-7f3a"))
        #expect(
            try AddFaceResponse(
                JSONDecoder().decode(AddFace.Result.self, from: read("records/enrollment-1/face-1/result.json"))
            ).withoutScores == face)
        #expect(
            try AddDocumentResponse(
                JSONDecoder().decode(AddDocument.Result.self, from: read("records/enrollment-1/document-2/result.json"))
            ).withoutScores == document)
        #expect(try [UInt8](read("images/enrollment-1/document-2/image-00.jpeg")) == cast.document)
        try expectEngineVersions(read("records/enrollment-1/face-1/measurements.json"))
        try expectEngineVersions(read("records/enrollment-1/document-2/measurements.json"))
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder + "/images/enrollment-1/face-1/frame-00.jpeg")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let verification = try await auditor.verify()
        #expect(verification.findings == [] && verification.evidenceObjects == 2)
    }

    /// A record says what computed it, so that it can be computed again.
    private func expectEngineVersions(_ measurements: Data) throws {
        struct Record: Decodable {
            struct Engine: Decodable {
                let runtime, modelLock, calibration: String
            }
            let engine: Engine
        }
        let engine = try JSONDecoder().decode(Record.self, from: measurements).engine
        let lock = try Data(contentsOf: URL(fileURLWithPath: Material.packageRoot + "/models.lock"))
        #expect(engine.modelLock == Digest.hex([UInt8](lock)))
        #expect(engine.runtime == Network.runtimeVersion)
        #expect(engine.calibration.count == 64)
    }

    /// Neither files nor log give away what was planted, in any spelling, nor an image.
    private func expectNothingReadable(
        in server: TestServer, cast: Cast, sessionToken: String, _ enrolled: EnrollResponse
    ) throws {
        let planted = [
            "planted-username-7f3a@example.org", "planted-mail-9c1d@example.org", "planted5518", "PlantedFirstName4b2e",
            "PlantedLastName8d0c", "planted-device-2e6b", cast.holder.documentNumber, cast.holder.surname.uppercased(),
            sessionToken, try #require(enrolled.enrollmentToken), server.credentials.clientSecret,
        ]
        let scanner = LeakScanner(
            texts: Dictionary(planted.enumerated().map { ("value \($0)", $1) }, uniquingKeysWith: { first, _ in first })
        )
        let leaks = try scanner.scan(server.dataFolder)
        #expect(leaks.isEmpty, "\(leaks)")
        let log = try server.log()
        for value in planted { #expect(!log.contains(value)) }

        // The scanner would have seen it.
        try Data("so \(planted[0]) it is".utf8).write(to: URL(fileURLWithPath: server.dataFolder + "/deliberate-leak"))
        #expect(try !scanner.scan(server.dataFolder).isEmpty)
    }

    private static let hasTwoModels = FileManager.default.fileExists(
        atPath: Material.models + "/face-recognition/manifest.json")

    @Test(.enabled(if: hasTwoModels, "the pack face-recognition is not installed, so there is no model to change from"))
    func aFaceOutlivesAChangeOfTheModel() async throws {
        let server = try await TestServer()
        let cast = try Cast()
        let client = try EnrollmentClient(credentials: server.clientCredentials)
        let request = EnrollRequest(username: "c@example.org", email: "c@example.org")
        let token = try #require(try await client.enroll(request).answer?.enrollmentToken)
        _ = try await client.addDevice(identifier: "c")
        #expect(try await client.addFace(frames: cast.frames, workflow: "charlie4").answer?.livenessResult == true)

        let others = server.folder + "/models"
        try FileManager.default.createDirectory(atPath: others, withIntermediateDirectories: true)
        for pack in ["face-detection", "face-mesh", "documents", "dlib-resnet", "liveness"] {
            try FileManager.default.createSymbolicLink(
                atPath: others + "/" + pack, withDestinationPath: Material.models + "/" + pack)
        }
        try server.killAndRestart(models: others)

        let answer = try await Self.addDocument(cast.document, token: token, to: server)
        #expect(answer.matchResult == true)
        #expect(answer.enrollmentStatus == .complete)

        // The portrait was made by the new model; renewal brings the face after it, once.
        let configuration = try await ServerConfiguration.read(
            options: ["data": server.dataFolder, "models": others], file: nil)
        let renewal = try TemplateRenewal(configuration)
        let first = try await renewal.run { _ in }
        #expect(first.total == 1 && first.renewed == 1 && first.failures == [])
        #expect(try await renewal.run { _ in }.total == 0)
        let auditor = try Auditor(
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile)
        var search = EnrollmentSearch()
        search.registrationCode = answer.registrationCode
        let (tenant, found) = try await auditor.traced(search, tenant: "acme")
        let timeline = try await auditor.timeline(of: try #require(found.first), tenant: tenant)
        #expect(timeline.filter { $0.hasPrefix("template kept") }.allSatisfy { $0.contains(renewal.model) })
        #expect(try await auditor.verify().findings == [])
    }

    /// addDocumentOCR by hand: the client begins every enrollment itself, and this one was begun before the restart.
    private static func addDocument(
        _ image: [UInt8], token: String, to server: TestServer
    ) async throws -> AddDocumentResponse {
        let bearer = try #require(
            try await PortalClient(credentials: server.clientCredentials).token().answer?.accessToken)
        var request = HTTPClientRequest(url: server.url + "/onboarding/enrollment/addDocumentOCR")
        request.method = .POST
        request.headers.add(name: "Authorization", value: "Bearer \(bearer)")
        request.headers.add(name: "apikey", value: server.credentials.apiKey)
        let body = AddDocumentRequest(
            enrollmentToken: token, documentsInfo: .init(documentImage: [.init(image: image)]))
        request.body = .bytes([UInt8](try JSONEncoder().encode(body)))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 8 << 20)
        return try JSONDecoder().decode(AddDocumentResponse.self, from: Data(bytes.readableBytesView))
    }

    @Test func aPackageOfAnotherEnrollmentStaysShut() async throws {
        let server = try await TestServer()
        let cast = try Cast()
        let keys = try #require(
            try await PortalClient(credentials: server.clientCredentials).packageKeys().answer)
        let first = try EnrollmentClient(credentials: server.clientCredentials)
        let firstToken = try #require(
            try await first.enroll(EnrollRequest(username: "a@example.org", email: "a@example.org")).answer?
                .enrollmentToken)
        let second = try EnrollmentClient(credentials: server.clientCredentials)
        _ = try await second.enroll(EnrollRequest(username: "b@example.org", email: "b@example.org"))
        _ = try await second.addDevice(identifier: "b")

        let content = FacePackageContent(
            video: FaceVideo(workflowData: .init(workflow: "charlie4", frames: cast.frames)))
        let package = try FacePackageSealer(keys: keys).seal(content, token: firstToken)
        let refused = try await second.addFace(package: package)
        #expect(refused.refusal?.reason == RefusalReason.packageUnreadable.rawValue)
        // The enrollment is still usable.
        #expect(try await second.addFace(frames: cast.frames, workflow: "charlie4").answer?.livenessResult == true)
    }

    @Test func anAcceptedCaptureIsKnownAgainAlsoMirroredAndAfterARestart() async throws {
        let server = try await TestServer()
        let cast = try Cast()
        let first = try EnrollmentClient(credentials: server.clientCredentials)
        _ = try await first.enroll(EnrollRequest(username: "a@example.org", email: "a@example.org"))
        _ = try await first.addDevice(identifier: "a")
        #expect(try await first.addFace(frames: cast.frames, workflow: "charlie4").answer?.livenessResult == true)

        try server.killAndRestart()
        let second = try EnrollmentClient(credentials: server.clientCredentials)
        _ = try await second.enroll(EnrollRequest(username: "b@example.org", email: "b@example.org"))
        _ = try await second.addDevice(identifier: "b")
        for isMirrored in [false, true] {
            let changed = try cast.frames.map { frame in
                let image = try Image(decoding: frame.data.bytes)
                return FaceVideo.Frame(
                    data: try (isMirrored ? image.mirrored() : image).jpeg(quality: 80), timestamp: frame.timestamp)
            }
            let replayed = try await second.addFace(frames: changed, workflow: "charlie4")
            #expect(replayed.refusal?.reason == RefusalReason.packageReplayed.rawValue, "\(replayed)")
        }
    }
}

extension TestServer {
    var clientCredentials: OnboardingCalls.TenantCredentials {
        OnboardingCalls.TenantCredentials(
            publicURL: url, realm: credentials.realm, clientID: credentials.clientId,
            clientSecret: credentials.clientSecret, apiKey: credentials.apiKey)
    }
}
