import Foundation
import OnboardingAPI
import OnboardingJSON
import Testing

/// What clients send, in the forms that are tolerated.
@Suite struct RequestShapeTests {
    @Test func base64ToleratesADataPrefixAndLineBreaks() {
        #expect(Base64Bytes.decode("AQIDBA==") == [1, 2, 3, 4])
        #expect(Base64Bytes.decode("") == [])
        #expect(Base64Bytes.decode("AQID\r\nBA==\n") == [1, 2, 3, 4])
        #expect(Base64Bytes.decode("data:image/jpeg;base64,AQIDBA==") == [1, 2, 3, 4])
        #expect(Base64Bytes.decode("data:image/png;name=a;base64,AQ\nIDBA==") == [1, 2, 3, 4])
        #expect(Base64Bytes.decode("data:Image/PNG;base64,AQIDBA==") == [1, 2, 3, 4])
    }

    @Test(arguments: ["_-8B", "_-8", "-_A=", "-_A", "_-8BAgM", "_-8\nBAg==", "data:image/png;base64,_-8", "AQIDBA"])
    func base64URLIsTakenToo(_ text: String) throws {
        let basic = text.replacing("-", with: "+").replacing("_", with: "/").replacing("\n", with: "")
        let digits = try #require(basic.split(separator: ",").last).filter { $0 != "=" }
        let padding = String(repeating: "=", count: (4 - digits.count % 4) % 4)
        #expect(Base64Bytes.decode(text) == Base64Bytes.decode(digits + padding))
        #expect(Base64Bytes.decode(text)?.isEmpty == false)
    }

    @Test(arguments: [
        "AQIDBA=", "A", "AQIDB", "AQI*BA==", "AQ-_+A==", "AQ-/BA==", "data:image/jpeg,AQIDBA==", "data:AQIDBA==",
        "AQIDBA===", "AQIDBA=====", "AQ=D", "AQ==AQ==", "AQID====", "====", "=", "data:;base64,AQ===",
        "data:text/html;base64,AQIDBA==", "data:;base64,AQIDBA==", "data:imagery;base64,AQIDBA==",
        "AQIDBA==AQ==", "é", "\u{0}AQIDBA==",
    ])
    func otherTextIsNotBase64(_ text: String) {
        #expect(Base64Bytes.decode(text) == nil)
    }

    @Test func badBase64CanBeToldFromBadJSON() throws {
        let error = #expect(throws: DecodingError.self) { try decoded([Base64Bytes].self, from: #"["*"]"#) }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(context.underlyingError is Base64Bytes.NotBase64)
    }

    @Test func bytesAreWrittenAsPlainBase64() throws {
        #expect(try sortedJSON([Base64Bytes([1, 2, 3, 4])]) == #"["AQIDBA=="]"#)
    }

    @Test func whatAnArrayHoldsIsReadInItsOrderWhateverItsKinds() throws {
        let json = #"[1,[2.5,"a",[]],"3",null,{"b":[-4,true]},1e99,0]"#
        #expect(
            try decoded(JSONValue.self, from: json)
                == .array([
                    .number(1), .array([.number(2.5), .string("a"), .array([])]), .string("3"), .null,
                    .object(["b": .array([.number(-4), .bool(true)])]), .number(1e99), .number(0),
                ]))
    }

    @Test func aPlainPackageIsAVideo() throws {
        let json = """
            {"video":{"workflow_data":{"workflow":"charlie4","rotation":90,"timestamp":1.5,
            "frames":[{"data":"AQI=","timestamp":1800000000000},{"data":"AwQ=","timestamp":null}]}}}
            """
        let frames = [
            FaceVideo.Frame(data: [1, 2], timestamp: 1_800_000_000_000), .init(data: [3, 4], timestamp: nil),
        ]
        let video = FaceVideo(
            workflowData: .init(workflow: "charlie4", rotation: 90, timestamp: 1.5, frames: frames))
        #expect(try decoded(FacePackage.self, from: json) == .plain(video))
        #expect(try decoded(FacePackageContent.self, from: json).video == video)
    }

    @Test func aPackageThatAnswersAChallengeNamesIt() throws {
        let json = #"{"challenge":"0c","v":2,"kid":"k","enc":"BA==","ct":"AQ=="}"#
        let package = ActiveFacePackage(
            challenge: "0c", package: .sealed(kid: "k", encapsulatedKey: [4], ciphertext: [1]))
        #expect(try decoded(ActiveFacePackage.self, from: json) == package)
        #expect(try sortedJSON(package) == #"{"challenge":"0c","ct":"AQ==","enc":"BA==","kid":"k","v":2}"#)
        #expect(throws: DecodingError.self) {
            try decoded(ActiveFacePackage.self, from: #"{"v":2,"kid":"k","enc":"BA==","ct":"AQ=="}"#)
        }
        let request = #"{"enrollmentToken":"t","challenge":"0c","faceLivenessData":\#(json)}"#
        #expect(try decoded(AddFaceRequest.self, from: request).challenge == "0c")
    }

    @Test func whatAClientStatesBesidesIsKept() throws {
        let json = """
            {"video":{"client_version":"3.1","meta_data":{"client_device_model":"Pixel","session_id":null},
            "workflow_data":{"workflow":"charlie4","autocapture_minimum_frame_count":3,"beyond":1e999,
            "frames":[{"data":"AQI=","timestamp":7,"tags":["left"]}]}}}
            """
        let video = try decoded(FacePackageContent.self, from: json).video
        #expect(video.others["client_version"] == .string("3.1"))
        #expect(
            video.others["meta_data"] == .object(["client_device_model": .string("Pixel"), "session_id": .null]))
        // A number beyond what can be kept is left out and disturbs nothing.
        #expect(video.workflowData.others == ["autocapture_minimum_frame_count": .number(3)])
        #expect(video.workflowData.frames.first?.others == ["tags": .array([.string("left")])])
        #expect(try decoded(FacePackage.self, from: sortedJSON(FacePackage.plain(video))) == .plain(video))
    }

    @Test(arguments: [
        #"{"key":"AQ==","iv":"Ag==","p":"AwQ="}"#, #"{"key":"AQ==","iv":[2],"p":[3,4]}"#,
        #"{"key":"AQ==","iv":[2],"p":"AwQ=","video":null,"v":null}"#,
    ])
    func aWrappedPackageMayWriteItsBytesAsNumbers(_ json: String) throws {
        #expect(try decoded(FacePackage.self, from: json) == .wrapped(key: [1], iv: [2], content: [3, 4]))
    }

    @Test(arguments: ["[2,256]", "[-1]", "[1.5]", #"[0,"AQ=="]"#, "[[0]]", "[null]", "7", "{}", "true"])
    func otherThingsThanByteNumbersAndTextAreOfAnotherType(_ value: String) {
        let error = #expect(throws: DecodingError.self) {
            try decoded(FacePackage.self, from: #"{"key":"AQ==","iv":\#(value),"p":"AwQ="}"#)
        }
        guard case .typeMismatch? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
    }

    @Test func aSealedPackageSaysItsVersion() throws {
        let json = #"{"v":2,"kid":"k","enc":"AQ==","ct":"Ag=="}"#
        #expect(try decoded(FacePackage.self, from: json) == .sealed(kid: "k", encapsulatedKey: [1], ciphertext: [2]))
        #expect(try decoded(FacePackage.self, from: #"{"v":3,"video":{}}"#) == .unknown(version: 3))
    }

    @Test func everyFormOfPackageIsReadAsItWasWritten() throws {
        let video = FaceVideo(workflowData: .init(workflow: "delta2", frames: [.init(data: [9], timestamp: 1)]))
        let packages: [FacePackage] = [
            .plain(video), .wrapped(key: [1], iv: [2], content: [3]),
            .sealed(kid: "k", encapsulatedKey: [1], ciphertext: [2]), .unknown(version: 9),
        ]
        for package in packages { #expect(try decoded(FacePackage.self, from: sortedJSON(package)) == package) }
    }

    @Test func aMissingMemberOfAPackageIsNamed() throws {
        for (json, name) in [
            ("{}", "key"), (#"{"key":null}"#, "key"), (#"{"key":"AQ==","iv":"Ag=="}"#, "p"),
            (#"{"v":2,"kid":"k","enc":"AQ=="}"#, "ct"), (#"{"v":2,"kid":null}"#, "kid"),
        ] {
            let error = #expect(throws: DecodingError.self) { try decoded(FacePackage.self, from: json) }
            switch error {
            case .keyNotFound(let key, _)?: #expect(key.stringValue == name)
            case .valueNotFound(_, let context)?: #expect(context.codingPath.last?.stringValue == name)
            default: Issue.record("\(json): \(String(describing: error))")
            }
        }
    }

    @Test func aNullMemberCountsAsMissing() throws {
        let json = #"{"sessionToken":null,"username":"ada","email":"ada@example.org","consent":null}"#
        #expect(try decoded(EnrollRequest.self, from: json) == EnrollRequest(username: "ada", email: "ada@example.org"))
    }

    @Test func aDocumentRequestCarriesImagesOrAContainer() throws {
        let json = """
            {"enrollmentToken":"t","documentsInfo":{"documentImage":[{"image":"AQI=","format":".jpeg","lightingScheme":6}],
            "processParam":{"alreadyCropped":true},"documentPayload":{"request":{"data":{"ContainerList":{"List":
            [{"result_type":1,"light":6,"RawImageContainer":{"format":"JPG","image":"AwQ="}}]}}}}},
            "processingInstructions":{"documentValidationRules":{"validateDocumentNotExpired":true,"minimumAge":18},
            "fieldsToValidate":[{"docTypeKeyword":"Passport","fields":["*"]}],"checkLiveness":true}}
            """
        let request = try decoded(AddDocumentRequest.self, from: json)
        #expect(request.documentsInfo.documentImage?.first?.image.bytes == [1, 2])
        #expect(request.documentsInfo.processParam?.alreadyCropped == true)
        let containers = request.documentsInfo.documentPayload?.request?.data?.containerList?.list
        #expect(containers?.first?.rawImageContainer?.image?.bytes == [3, 4])
        #expect(request.processingInstructions?.documentValidationRules?.minimumAge == 18)
        #expect(
            request.processingInstructions?.fieldsToValidate == [.init(docTypeKeyword: "Passport", fields: ["*"])])
    }
}
