import ChildProcess
import DemoMaterial
import Foundation
import OnboardingAPI
import OnboardingCalls
import OnboardingCore
import SimulatedPhone
import Testing

@Suite(.enabled(if: FrameFiles.program(named: "ffmpeg") != nil, "no program ffmpeg on this machine"))
struct VideoPackageTests {
    /// A head that turns, as a phone records it.
    private func video(_ codec: [String], _ ending: String, in server: TestServer) throws -> [UInt8] {
        let folder = server.folder + "/video-" + ending
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let frames = try Cast().frames
        for (index, frame) in frames.enumerated() {
            let name = String(format: "%@/%02d.jpg", folder, index)
            try Data(frame.data.bytes).write(to: URL(fileURLWithPath: name))
        }
        _ = try ChildProcess.run(
            try #require(FrameFiles.program(named: "ffmpeg")),
            ["-loglevel", "error", "-framerate", "6.5", "-i", folder + "/%02d.jpg"] + codec + [folder + "/v." + ending],
            errors: .inherited)
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/v." + ending)))
    }

    private func client(_ name: String, at server: TestServer) async throws -> EnrollmentClient {
        let client = try EnrollmentClient(credentials: server.clientCredentials)
        _ = try await client.enroll(EnrollRequest(username: name, email: "\(name)@example.org"))
        _ = try await client.addDevice(identifier: name)
        return client
    }

    private func send(_ video: [UInt8], by client: EnrollmentClient) async throws -> StepResult<AddFaceResponse> {
        try await client.addFace(
            FacePackageContent(video: FaceVideo(workflowData: .init(workflow: "charlie4", video: video))))
    }

    @Test(arguments: [
        (["-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "20"], "mp4"),
        (["-c:v", "libvpx", "-b:v", "3M", "-pix_fmt", "yuv420p"], "webm"),
    ])
    func aVideoOfATurningHeadIsLiveAndAnythingElseIsRefused(codec: [String], ending: String) async throws {
        let server = try await TestServer()
        let client = try await client("a", at: server)
        let video = try video(codec, ending, in: server)
        let wrong: [([UInt8], RefusalReason)] = [
            ([UInt8](repeating: 7, count: 1000), .videoUnreadable),
            (video + [UInt8](repeating: 0, count: Limit.video.value), .videoTooLarge),
        ]
        for (bytes, reason) in wrong {
            #expect(try await send(bytes, by: client).refusal?.reason == reason.rawValue)
        }
        // WebM is made to be read while it is written, so a part of it is a shorter video.
        let part = try await send(Array(video.prefix(video.count / 3)), by: client)
        #expect(part.answer?.livenessResult != true, "\(part)")
        let answer = try await send(video, by: client)
        #expect(answer.answer?.livenessResult == true, "\(answer)")
    }
}
