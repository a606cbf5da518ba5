import Foundation
import OnboardingAPI
import Testing

/// The shapes that existing clients read.
@Suite struct AnswerShapeTests {
    @Test func aTriggerAnswerWritesNullForWhatIsAbsent() throws {
        #expect(
            try sortedJSON(
                TriggerResponse(
                    sessionCallbackURL: "https://h/onboarding?data=x", qrcodeImage: "aQ==", sessionToken: "t"))
                    == """
                    {"errorSummary":null,"qrcodeImage":"aQ==","sessionCallbackURL":"https://h/onboarding?data=x",\
                    "sessionToken":"t","status":"SUCCESS"}
                    """)
        #expect(
            try sortedJSON(TriggerResponse(failure: "no", reason: .rateLimited, retryAt: "2026-11-25T00:00:00.000Z"))
                == """
                {"errorSummary":"no","qrcodeImage":null,"reason":"RATE_LIMITED","retryAt":"2026-11-25T00:00:00.000Z",\
                "sessionCallbackURL":null,"sessionToken":null,"status":"FAILURE"}
                """)
        let sampleWeb = TriggerResponse(sessionCallbackURL: "u", qrcodeImage: "q", sessionToken: "t", jwtToken: "j")
        #expect(try sortedJSON(sampleWeb).contains(#""jwtToken":"j""#))
        let mailed = TriggerResponse(sessionCallbackURL: "u", qrcodeImage: "q", sessionToken: "t", emailQueued: true)
        #expect(try sortedJSON(mailed).contains(#""emailQueued":true"#))
        #expect(try !sortedJSON(sampleWeb).contains("emailQueued"))
    }

    @Test func aTokenAnswerHasTheSevenFieldsOfTheGuide() throws {
        #expect(
            try sortedJSON(TokenResponse(accessToken: "a", expiresIn: 300, idToken: "i", scope: "openid")) == """
                {"access_token":"a","expires_in":300,"id_token":"i","not-before-policy":0,"refresh_expires_in":0,\
                "scope":"openid","token_type":"Bearer"}
                """)
        let withoutOpenID = TokenResponse(accessToken: "a", expiresIn: 300, idToken: nil, scope: "")
        #expect(try !sortedJSON(withoutOpenID).contains("id_token"))
        #expect(
            try sortedJSON(OAuthError(error: "invalid_client", errorDescription: "no"))
                == #"{"error":"invalid_client","error_description":"no"}"#)
    }

    @Test func sessionAnswers() throws {
        #expect(
            try sortedJSON(ValidateSessionResponse(accessToken: "a", expiresIn: 600))
                == #"{"accessToken":"a","expiresIn":600,"tokenType":"Bearer"}"#)
        #expect(
            try sortedJSON(OperationStatusResponse(completionStatus: .pending)) == #"{"completionStatus":"Pending"}"#)
        #expect(
            try sortedJSON(PublicKeysResponse(rsa: .init(kid: "1", pem: "a"), ec: .init(kid: "2", pem: "b")))
                == #"{"ec":{"kid":"2","pem":"b"},"rsa":{"kid":"1","pem":"a"}}"#)
    }

    @Test func whatAPersonIsAskedForIsListedInOrder() throws {
        let challenge = Challenge(
            id: "0c", kind: .movement, leadIn: 1000,
            steps: [.init(prompt: .turnLeft, duration: 1600), .init(prompt: .blinkTwice, duration: 1900)],
            expiresIn: 60)
        #expect(
            try sortedJSON(ChallengeResponse(challenge: challenge)) == """
                {"challenge":{"expiresIn":60,"id":"0c","kind":"movement","leadIn":1000,"steps":[\
                {"duration":1600,"prompt":"turnLeft"},{"duration":1900,"prompt":"blinkTwice"}]}}
                """)
        #expect(
            try sortedJSON(OperationStatusResponse(completionStatus: .pending, challengeRequired: true))
                == #"{"challengeRequired":true,"completionStatus":"Pending"}"#)
    }

    @Test func enrollmentAnswers() throws {
        let begun = EnrollResponse(
            enrollmentToken: "t", requiredChecks: RequiredCheck.allCases, recordVideo: false)
        #expect(
            try sortedJSON(begun) == """
                {"enrollmentToken":"t","recordVideo":false,"requiredChecks":["addDevice","addFace","addDocument"],\
                "userExistsAlready":false}
                """)
        let finished = EnrollResponse(userExistsAlready: nil, requiredChecks: [], recordVideo: false)
        #expect(
            try sortedJSON(finished) == #"{"recordVideo":false,"requiredChecks":[],"userExistsAlready":true}"#)
        let known = EnrollResponse(userExistsAlready: "r", requiredChecks: [.verifyFace], recordVideo: false)
        #expect(
            try sortedJSON(known) == """
                {"reEnrollmentToken":"r","recordVideo":false,"requiredChecks":["verifyFace"],"userExistsAlready":true}
                """)
        #expect(
            try sortedJSON(StepResponse(enrollmentStatus: .complete, registrationCode: "C"))
                == #"{"enrollmentStatus":2,"registrationCode":"C"}"#)
    }

    @Test func aFaceAnswerNestsTheVendorsWords() throws {
        let result = AddFaceResponse.LivenessResult(
            decision: .unableToCalculate, feedback: [.insufficientFrames], score: -1, scoreFRR: -1,
            algorithmResults: [.init(name: "flatness", score: 2.5, feedback: [])])
        let answer = AddFaceResponse(
            livenessResult: false, enrollmentStatus: .pending, registrationCode: "",
            video: result)
        #expect(
            try sortedJSON(answer) == """
                {"enrollmentStatus":1,"faceLivenessResults":{"video":{"liveness_result":{"algorithm_results":\
                [{"feedback":[],"name":"flatness","score":2.5}],"decision":"UNABLE_TO_CALCULATE_LIVENESS",\
                "feedback":["INSSUFFICIENT FRAMES"],"score":-1,"score_frr":-1}}},"livenessResult":false,\
                "registrationCode":""}
                """)
    }

    @Test func whatHasToBeDoneOnceMoreStandsBesideTheVendorsMembers() throws {
        #expect(
            try sortedJSON(
                OperationStatusResponse(completionStatus: .pending, nextStep: .addFace, prescribedTurn: .left))
                == #"{"completionStatus":"Pending","nextStep":"addFace","prescribedTurn":"left"}"#)
        #expect(
            try sortedJSON(OperationStatusResponse(completionStatus: .pending)) == #"{"completionStatus":"Pending"}"#)
        let result = AddFaceResponse.LivenessResult(
            decision: .unableToCalculate, feedback: [], score: -1, scoreFRR: -1, algorithmResults: [])
        let answer = AddFaceResponse(
            livenessResult: false, enrollmentStatus: .pending, registrationCode: "", video: result,
            reason: .turnNotShown, nextStep: .addFace, prescribedTurn: .right)
        let json = try sortedJSON(answer)
        #expect(
            json.hasSuffix(
                #""nextStep":"addFace","prescribedTurn":"right","reason":"TURN_NOT_SHOWN","registrationCode":""}"#))
        #expect(try decoded(AddFaceResponse.self, from: json) == answer)
    }

    @Test func aDocumentAnswerWritesNullForChipsUntilTheyAreRead() throws {
        let reading = OCRResults(
            mrzPresence: true, documentType: "P", fidType: "", fidTypeId: "", countryName: "Utopia", icaoCode: "UTO",
            overallResult: .undefined, overallResultScore: 50,
            overallResultInfo: .init(
                fieldErrorCodes: [], analysisEngineErrorCodes: [], numberOfImages: 1, imagePairValid: false),
            portraitImage: "", documentValidationRulesResult: nil,
            fieldType: [.init(name: "surname", typeId: 8, overallResult: .ok, fieldResult: .init(mrz: "ERIKSSON"))])
        let answer = AddDocumentResponse(
            enrollmentStatus: .pending, registrationCode: "", matchResult: false, matchScore: 0, ocrResults: reading,
            retryDocumentCapture: false, documentVerificationResult: false)
        let json = try sortedJSON(answer)
        #expect(json.contains(#""icaoChipValidationResults":null"#))
        #expect(json.contains(#""rfidValidationResults":null"#))
        #expect(json.contains(#""mrz":"ERIKSSON","mrzBarcodeCompareValid":"NOT_COMPARED""#))
        #expect(!json.contains("documentValidationRulesResult"))
        #expect(try decoded(AddDocumentResponse.self, from: json) == answer)
    }
}
