import OnboardingAPI
import Testing

/// `/face/attributes` in the shape of the SuperID guide.
@Suite struct FaceAttributesShapeTests {
    private typealias Response = FaceAttributesResponse

    /// A field of each kind, as clients of the guide read it.
    private var whole: Response {
        var response = Response(models: ["landmarks": "c7d54204ce04"])
        response.smiling = .init(score: 0.001059)
        response.male = .init(score: 0.999986)
        response.age = 26.85
        response.ageRange = [19.85, 33.85]
        response.mustache = .init(reason: "NO_DEFENSIBLE_MODEL")
        response.emotions = ["calm": 0.75, "confused": nil, "happy": 0.25]
        response.orientation = .init(yaw: 3.85, pitch: -0.84, roll: -4.25)
        response.blink = .init(score: 0.5)
        response.blinkByEye = .init(left: 0.5, right: 0.25)
        response.mouthOpen = .init(score: 0.49)
        response.components = .init(
            leftEye: [170.5, 327.5], rightEye: [295, 332.5], nose: [223, 385], mouthLeft: [176.5, 467],
            mouthRight: [276.5, 469])
        response.position = .init(top: 264, left: 134, right: 408, bottom: 538)
        response.unavailable = ["emotions.confused": "CLASS_NOT_ESTIMATED"]
        return response
    }

    @Test func theAnswerHasTheGuidesNamesAndNullsWithReasons() throws {
        #expect(
            try sortedJSON(whole) == """
                {"age":26.85,"ageRange":[19.85,33.85],"blink":{"result":1,"score":0.5},\
                "blinkByEye":{"left":0.5,"right":0.25},\
                "components":{"left_eye":[170.5,327.5],"mouth_left":[176.5,467],"mouth_right":[276.5,469],\
                "nose":[223,385],"right_eye":[295,332.5]},\
                "emotions":{"calm":0.75,"confused":null,"happy":0.25},\
                "male":{"result":1,"score":0.999986},"models":{"landmarks":"c7d54204ce04"},\
                "mouth_open":{"result":0,"score":0.49},\
                "mustache":{"reason":"NO_DEFENSIBLE_MODEL","result":null,"score":null},\
                "orientation":{"pitch":-0.84,"roll":-4.25,"yaw":3.85},\
                "position":{"bottom":538,"left":134,"right":408,"top":264},\
                "smiling":{"result":0,"score":0.001059},"unavailable":{"emotions.confused":"CLASS_NOT_ESTIMATED"}}
                """)
        #expect(try decoded(Response.self, from: sortedJSON(whole)) == whole)
    }

    @Test func whatIsOffIsAbsentAndWhatCannotBeJudgedIsNull() throws {
        #expect(try sortedJSON(Response()) == #"{"models":{}}"#)
        var response = Response()
        response.unavailable = ["age": "UNDER_AGE_OR_UNCERTAIN"]
        #expect(
            try sortedJSON(response)
                == #"{"age":null,"models":{},"unavailable":{"age":"UNDER_AGE_OR_UNCERTAIN"}}"#)
    }

    @Test func oneImageOrAListOrAPackageIsTaken() throws {
        typealias Request = FaceAttributesRequest
        #expect(try decoded(Request.self, from: #"{"image":"AQID"}"#) == Request(image: [1, 2, 3]))
        #expect(try decoded(Request.self, from: #"{"images":["AQID"]}"#) == Request(image: [1, 2, 3]))
        #expect(try decoded(Request.self, from: #"{"images":[]}"#) == .images([]))
        #expect(
            try decoded(Request.self, from: #"{"images":["AQID","AQ=="]}"#)
                == .images([Base64Bytes([1, 2, 3]), Base64Bytes([1])]))
        #expect(
            try decoded(Request.self, from: #"{"v":2,"kid":"k","enc":"AQ==","ct":"Ag=="}"#)
                == .package(.sealed(kid: "k", encapsulatedKey: [1], ciphertext: [2])))
        for missing in ["{}", #"{"photo":"AQID"}"#] {
            let error = #expect(throws: DecodingError.self) { try decoded(Request.self, from: missing) }
            guard case .keyNotFound(let key, _)? = error else {
                Issue.record("another error: \(String(describing: error))")
                continue
            }
            #expect(key.stringValue == "image")
        }
        #expect(throws: DecodingError.self) { try decoded(Request.self, from: #"{"image":7}"#) }
        #expect(throws: DecodingError.self) { try decoded(Request.self, from: #"{"image":"*"}"#) }
    }
}
