import Casework
import DemoMaterial
import FaceEngine
import Foundation
import OnboardingAPI
import OnboardingCalls
import SimulatedPhone
import Tenancy
import TestSupport
import Testing
import Vision

/// The attack that matches best of all, against a real server: the portrait of the document itself, animated.
@Suite(.serialized) struct PortraitReuseTests {
    @Test func theDocumentsOwnPortraitIsNoLiveFace() async throws {
        let server = try await TestServer()
        let cast = try ReuseCast()
        let phone = try await enrolled("e@example.org", on: server)
        let face = try await phone.addFace(frames: cast.animatedPortrait, workflow: "charlie4")
        #expect(face.answer?.livenessResult == true, "\(face)")
        let answer = try #require(try await phone.addDocument(images: [.init(image: cast.scan)]).answer)
        #expect(answer.reason == .portraitReused && answer.matchResult == false, "\(answer.reason?.rawValue ?? "none")")
        #expect(answer.enrollmentStatus == .pending && answer.nextStep == nil)
        // Nor does another attempt get through.
        let again = try #require(try await phone.addDocument(images: [.init(image: cast.photographed)]).answer)
        #expect(again.enrollmentStatus != .complete && again.matchResult == false)

        let auditor = try Auditor(
            dataFolder: server.dataFolder,
            masterKeyFile: ServerConfiguration.defaultMasterKeyFile(besides: server.dataFolder))
        #expect(try await auditor.verify().findings == [])
    }

    private func enrolled(_ username: String, on server: TestServer) async throws -> EnrollmentClient {
        let client = try EnrollmentClient(credentials: server.clientCredentials)
        _ = try await client.enroll(EnrollRequest(username: username, email: username))
        _ = try await client.addDevice(identifier: username)
        return client
    }
}

/// A page and a capture that show one photograph.
private struct ReuseCast {
    let animatedPortrait: [FaceVideo.Frame]
    let scan: [UInt8]
    let photographed: [UInt8]

    init() throws {
        let engine = try FaceEngine(models: ModelFolder(path: Material.models), workers: 1)
        let photograph = try Image(decoding: Material.photograph("obama.jpg"))
        animatedPortrait = try RenderedHead(photograph: photograph, engine: engine).frames(HeadMotion()).map {
            FaceVideo.Frame(data: $0.bytes, timestamp: $0.timeInMilliseconds)
        }
        let today = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date())
        let page = try PassportPage(
            holder: .fictitious(
                today: PageDate(year: today.year ?? 1970, month: today.month ?? 1, day: today.day ?? 1)),
            photograph: photograph, engine: engine)
        scan = try page.image.jpeg(quality: 92)
        photographed = try page.photographed()
    }
}
