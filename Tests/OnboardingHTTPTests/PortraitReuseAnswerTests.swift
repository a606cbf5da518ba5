import Foundation
import OnboardingAPI
import TestSupport
import Testing

@testable import Onboarding
@testable import OnboardingHTTP

/// What a client is told of a live face that may be the photograph on the document, rendered from stored results.
@Suite struct PortraitReuseAnswerTests {
    private func result<Result: Decodable>(
        _ type: Result.Type, of name: String, replacing old: String = "", by new: String = ""
    ) throws -> Result {
        let file = Material.packageRoot + "/Tests/OnboardingTests/Golden/\(name)-1.json"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        guard !old.isEmpty else { return try JSONDecoder().decode(type, from: Data(text.utf8)) }
        #expect(text.contains(old))
        return try JSONDecoder().decode(type, from: Data(text.replacing(old, with: new).utf8))
    }

    @Test func aReopenedFaceIsAskedForWithItsTurn() throws {
        let answer = AddDocumentResponse(try result(AddDocument.Result.self, of: "add-document-result-reopened"))
        #expect(answer.matchResult == false && answer.documentVerificationResult && answer.matchScore == 6)
        #expect(answer.enrollmentStatus == .pending && answer.registrationCode == "")
        #expect(answer.reason == .portraitSuspected && answer.nextStep == .addFace && answer.prescribedTurn == .left)
    }

    @Test func aReusedPortraitDoesNotMatchAndAsksForNothing() throws {
        let answer = AddDocumentResponse(
            try result(
                AddDocument.Result.self, of: "add-document-result", replacing: #""decision":"verified""#,
                by: #""decision":"portraitReused""#))
        #expect(answer.matchResult == false && answer.reason == .portraitReused)
        #expect(answer.nextStep == nil && answer.prescribedTurn == nil && !answer.retryDocumentCapture)
    }

    @Test func anAcceptedStepSaysNothingMore() throws {
        let document = AddDocumentResponse(try result(AddDocument.Result.self, of: "add-document-result"))
        #expect(document.matchResult == true && document.reason == nil && document.nextStep == nil)
        let face = AddFaceResponse(try result(AddFace.Result.self, of: "add-face-result"))
        #expect(face.livenessResult && face.reason == nil && face.nextStep == nil)
    }

    @Test func aFaceThatADocumentSpeaksAgainstIsNotLive() throws {
        let words: [(String, StepReason, LivenessDecisionWord)] = [
            ("portraitSuspected", .portraitSuspected, .unableToCalculate),
            ("noFrameNearPortrait", .noFrameNearPortrait, .unableToCalculate),
            ("turnNotShown", .turnNotShown, .unableToCalculate),
        ]
        for (portraitDecision, reason, decision) in words {
            let answer = AddFaceResponse(
                try result(
                    AddFace.Result.self, of: "add-face-result-portrait",
                    replacing: #""portraitDecision":"portraitSuspected""#,
                    by: #""portraitDecision":"\#(portraitDecision)""#))
            #expect(!answer.livenessResult && answer.reason == reason)
            #expect(answer.nextStep == .addFace && answer.prescribedTurn == .left)
            let liveness = answer.faceLivenessResults.video.livenessResult
            #expect(liveness.decision == decision && liveness.score == -1)
        }
    }
}
