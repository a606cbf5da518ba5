import NIOCore
import OnboardingCore
import Testing

@testable import OnboardingAPI
@testable import Onboarding
@testable import OnboardingHTTP
@testable import Tenancy

/// A refusal names the member, the limit, the values and the step that would be right, and nothing of what was sent.
@Suite struct RefusalDetailsTests {
    private func details<Message: Decodable>(_ type: Message.Type, _ body: String) -> RefusalDetails? {
        do {
            _ = try readJSON(type, from: ByteBuffer(string: body))
            return nil
        } catch {
            return error.details
        }
    }

    @Test func aBodyThatDoesNotReadNamesTheMember() {
        #expect(details(AddDeviceRequest.self, #"{"enrollmentToken":"t"}"#)?.member == "deviceId")
        #expect(details(AddDeviceRequest.self, #"{"enrollmentToken":1,"deviceId":"d"}"#)?.member == "enrollmentToken")
        let frames = #"{"data":"AAAA","timestamp":1},{"data":"AAAA","timestamp":"later"}"#
        let face =
            #"{"enrollmentToken":"t","faceLivenessData":{"video":{"workflow_data":{"workflow":"w","frames":[\#(frames)]}}}}"#
        #expect(
            details(AddFaceRequest.self, face)?.member
                == "faceLivenessData.video.workflow_data.frames[1].timestamp")
        #expect(
            details(AddFaceRequest.self, face.replacing("AAAA", with: "not base64"))?.member
                == "faceLivenessData.video.workflow_data.frames[0].data")
    }

    @Test func aTextThatIsTooLongNamesItsLimit() throws {
        let long = String(repeating: "x", count: 257)
        do {
            _ = try long.checked(.username, as: "username")
            Issue.record("taken")
        } catch {
            #expect(error.details == RefusalDetails(member: "username", limit: .username))
        }
    }

    @Test func aRejectionNamesTheNextStep() throws {
        let deadline = Instant(millisecondsSince1970: 9)
        let started: [Event] = [.triggered(until: deadline), .started(Policy(), deadline: deadline)]
        for (events, next) in [
            (Array(started.prefix(1)), "enroll"), (started, "addDevice"), (started + [.deviceAdded], "addFace"),
            (started + [.cancelled], nil),
        ] {
            let enrollment = try #require(replay(events))
            #expect(Refusal(.stepOutOfOrder, of: enrollment).details.nextStep == next)
        }
    }

    @Test func theEnvelopeSaysIt() throws {
        let refusal = Refusal(
            .tooManyFrames, member: "faceLivenessData.video.workflow_data.frames", limit: .frames)
        let text = RefusalForm.awareID.render(refusal, nil, Instant(millisecondsSince1970: 0), [:]).text
        #expect(
            text.contains(
                #""details":{"limit":15,"member":"faceLivenessData.video.workflow_data.frames","unit":"count"}"#))
        let plain = RefusalForm.awareID.render(Refusal(.tokenUnknown), nil, Instant(millisecondsSince1970: 0), [:]).text
        #expect(!plain.contains("details"))
    }
}
