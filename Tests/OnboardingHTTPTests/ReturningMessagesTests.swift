import Foundation
import NIOCore
import OnboardingAPI
import OnboardingJSON
import TestSupport
import Testing

@testable import Onboarding
@testable import OnboardingHTTP
@testable import Tenancy

/// What somebody who comes back sends and is told.
@Suite struct ReturningMessagesTests {
    private typealias Face = ReturningRequest<AuthTokenMember, FaceContent>
    private typealias ReEnrollingFace = ReturningRequest<ReEnrollmentTokenMember, FaceContent>

    private func read<Message: Decodable>(_ type: Message.Type, _ body: String) throws -> Message {
        try readJSON(type, from: ByteBuffer(string: body))
    }

    private func member<Message: Decodable>(_ type: Message.Type, _ body: String) -> String? {
        do {
            _ = try readJSON(type, from: ByteBuffer(string: body))
            return nil
        } catch {
            return error.details.member
        }
    }

    private let package = #""faceLivenessData":{"v":2,"kid":"k","enc":"AA==","ct":"AA=="}"#

    @Test func eachFlowHasItsOwnToken() throws {
        let face = try read(Face.self, #"{"authToken":"t",\#(package)}"#)
        #expect(face.token == "t" && face.content.challenge == nil)
        #expect(
            String(decoding: try sortedKeyJSON(face), as: UTF8.self)
                == #"{"authToken":"t","faceLivenessData":{"ct":"AA==","enc":"AA==","kid":"k","v":2}}"#)
        #expect(try read(ReEnrollingFace.self, #"{"reEnrollmentToken":"t",\#(package)}"#).token == "t")
        #expect(member(Face.self, #"{"reEnrollmentToken":"t",\#(package)}"#) == "authToken")
        #expect(member(ReEnrollingFace.self, #"{"authToken":"t",\#(package)}"#) == "reEnrollmentToken")
        #expect(member(Face.self, #"{"authToken":1,\#(package)}"#) == "authToken")
        #expect(member(Face.self, #"{"authToken":"t"}"#) == "faceLivenessData")
        #expect(Face.memberNames == ["authToken", "faceLivenessData", "challenge"])
        let empty = ReturningRequest<AuthTokenMember, NoContent>(token: "t", NoContent())
        #expect(String(decoding: try sortedKeyJSON(empty), as: UTF8.self) == #"{"authToken":"t"}"#)
    }

    @Test func aSignatureIsBase64() {
        #expect(member(VerifyDeviceRequest.self, #"{"authToken":"t","deviceId":"d","signature":"%"}"#) == "signature")
        #expect(member(VerifyDeviceRequest.self, #"{"authToken":"t","deviceId":"d","signature":null}"#) == nil)
    }

    @Test func aDeviceIsAddedOrReplacesAndNothingElse() throws {
        for (number, change) in [(nil, "add"), (0, "add"), (1, "replaceAll")] as [(Int?, String)] {
            let request = CompleteReEnrollRequest(reEnrollmentToken: "t", deviceId: "d", addOrUpdate: number)
            #expect(try request.request.change.rawValue == change)
        }
        for number in [-1, 2, .max] {
            let request = CompleteReEnrollRequest(reEnrollmentToken: "t", deviceId: "d", addOrUpdate: number)
            #expect(throws: Refusal(.wrongType)) { _ = try request.request }
        }
    }

    @Test func aFaceThatMatchesSaysHowWell() throws {
        let file = Material.packageRoot + "/Tests/OnboardingTests/Golden/verify-face-result-1.json"
        let stored = try Data(contentsOf: URL(fileURLWithPath: file))
        let answer = VerifyFaceResponse(try JSONDecoder().decode(VerifyFace.Result.self, from: stored))
        #expect(answer.livenessResult && answer.matchResult && answer.matchScore == 6 && answer.authStatus == .pending)
        let text = String(decoding: stored, as: UTF8.self)
            .replacing(#""isMatching":true,"matchScore":6,"#, with: "")
            .replacing(#""decision":"live""#, with: #""decision":"presentationAttack""#)
        let spoof = VerifyFaceResponse(try JSONDecoder().decode(VerifyFace.Result.self, from: Data(text.utf8)))
        #expect(!spoof.livenessResult && !spoof.matchResult && spoof.matchScore == nil)
    }

    @Test func ofSeveralWaysToNameAPersonTheSessionCountsFirst() throws {
        let request = try read(
            AuthenticateRequest.self, #"{"sessionToken":"s","username":"u","registrationCode":"c"}"#)
        guard case .ofSession("s") = request.request.person else {
            Issue.record("another person was named")
            return
        }
        let named = try read(AuthenticateRequest.self, #"{"email":"e"}"#)
        guard case .named("e") = named.request.person else {
            Issue.record("an e-mail names nobody")
            return
        }
    }
}
