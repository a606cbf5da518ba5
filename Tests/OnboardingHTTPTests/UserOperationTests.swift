import HTTPTypes
import NIOCore
import OnboardingAPI
import OnboardingCore
import Testing

@testable import Onboarding
@testable import OnboardingHTTP
@testable import Tenancy

/// How operations on users are read, and how they are refused.
@Suite struct UserOperationTests {
    private static let now = Instant(millisecondsSince1970: 1_800_000_000_000)

    private func request(_ body: [UInt8], type: String? = "application/json") -> Request {
        var headers: HTTPFields = [:]
        headers[.contentType] = type
        return Request(
            path: "/hypersecure/v1/user/enroll", parameters: [:], headers: headers, queryText: "",
            body: ByteBuffer(bytes: body), bodyDigest: [], senderBlock: "", now: Self.now, principal: nil)
    }

    private func read(
        _ text: String, takesImages: Bool = true, type: String? = "application/json"
    ) throws -> UserOperationRequest {
        try UserOperationRequest(
            request([UInt8](text.utf8), type: type), keys: ["userId", "sizeLimit", "permanent", "params"],
            takesImages: takesImages)
    }

    private func expect(_ error: UserError, _ text: String, takesImages: Bool = true) {
        #expect(throws: error, "\(text.prefix(80))") { _ = try read(text, takesImages: takesImages) }
    }

    @Test func everyNumberHasItsNameStatusAndForm() {
        for number in UserError.Number.allCases {
            let response = RefusalForm.response(to: UserError(number), at: Self.now)
            let status = [615: 404, 617: 404, 622: 404, 616: 409, 618: 409][number.rawValue] ?? 400
            #expect(response.status == status)
            #expect(
                response.text
                    == #"{"errorCode":\#(number.rawValue),"errorMsg":"\#(number.name)","reason":"\#(number.name)","status":\#(status),"#
                    + #""timestamp":"2027-01-15T08:00:00.000Z"}"#)
        }
        #expect(Set(UserError.Number.allCases.map(\.name)).count == UserError.Number.allCases.count)
        #expect(RefusalForm.response(to: UserError(.groupFull), at: Self.now).text.contains(#""reason":"GROUP_FULL""#))
    }

    @Test(arguments: [
        (RefusalReason.tokenMissing, 401, 3), (.roleMissing, 403, 3), (.internalError, 500, 4), (.overloaded, 503, 4),
        (.bodyTooLarge, 413, 699), (.rateLimited, 429, 699),
    ]) func whatConcernsNoOperationHasANumberOfTheTransport(reason: RefusalReason, status: Int, code: Int) {
        let response = RefusalForm.hyperSecure.response(to: Refusal(reason), nil, Self.now, [:])
        #expect(response.status == status && response.text.hasPrefix(#"{"errorCode":\#(code),"#))
        #expect((response.extraHeaders[.wwwAuthenticate]?.hasPrefix("Basic ") ?? false) == (status == 401))
    }

    @Test func imagesAreReadInTheOrderOfTheirNumbers() throws {
        let read = try read(#"{"userId":"ada","image2":"Ag==","image1":"AQ==","image":"AA=="}"#)
        #expect(read.images.map(\.label) == ["image", "image1", "image2"])
        #expect(read.images.map(\.bytes) == [[0], [1], [2]])
        #expect(try read.text("userId") == "ada")
    }

    @Test func aFormIsReadAsJSONIs() throws {
        let form = MultipartForm(parts: [
            .init(name: "request", bytes: Array(#"{"userId":"ada"}"#.utf8)), .init(name: "image1", bytes: [9, 13, 10]),
        ])
        let asked = try UserOperationRequest(
            request(form.encoded(boundary: "b"), type: "multipart/form-data; boundary=b"), keys: ["userId"],
            takesImages: true)
        #expect(asked.images.map(\.bytes) == [[9, 13, 10]])
        #expect(try asked.text("userId") == "ada")
        #expect(throws: UserError(.bodyMalformed)) {
            _ = try read("junk", type: "multipart/form-data; boundary=b")
        }
    }

    @Test func whatIsWrongHasAnAnswerEach() throws {
        expect(UserError(.illegalParameter), #"{"colour":1}"#)
        expect(UserError(.illegalParameter), #"{"image":"AA=="}"#, takesImages: false)
        expect(UserError(.invalidImage), #"{"image":"%"}"#)
        expect(UserError(.wrongType), #"{"image":1}"#)
        let six = (1...6).map { #""image\#($0)":"AA==""# }.joined(separator: ",")
        expect(UserError(.tooManyImages), "{\(six)}")
        expect(UserError(.tooManyImages), #"{"image6":"AA=="}"#)
        for text in ["", "[]", "{", String(repeating: "[", count: 100_000)] { expect(UserError(.bodyMalformed), text) }
        let odd = try read(#"{"userId":1,"sizeLimit":1.5,"permanent":"yes"}"#)
        #expect(throws: UserError(.wrongType)) { _ = try odd.text("userId") }
        #expect(throws: UserError(.wrongType)) { _ = try odd.wholeNumber("sizeLimit") }
        #expect(throws: UserError(.wrongType)) { _ = try odd.flag("permanent") }
        #expect(try read(#"{"sizeLimit":50}"#).wholeNumber("sizeLimit") == 50)
        #expect(throws: UserError(.wrongType)) { _ = try read(#"{"sizeLimit":"50"}"#).wholeNumber("sizeLimit") }
        #expect(try read(#"{"userId":null}"#).text("userId") == nil)
        let nested = try read(#"{"params":{"colour":1}}"#)
        #expect(throws: UserError(.illegalParameter)) { _ = try nested.object("params", keys: ["groupname"]) }
    }
}
