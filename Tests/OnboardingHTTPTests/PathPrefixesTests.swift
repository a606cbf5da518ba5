import NIOCore
import Testing

@testable import OnboardingAPI
@testable import OnboardingHTTP
@testable import Tenancy

/// Routes lie below the path of the public URL as well, an operator's own do not; and what nobody reads is named.
@Suite struct PathPrefixesTests {
    private static let routes = [
        Route(.get, "/a/b", for: .anyone) { _ in .text("a route\n") },
        Route(.get, "/own", for: .anyone, isBelowPrefixes: false) { _ in .text("the operator's\n") },
    ]

    @Test func thePathOfThePublicURLMayBeLeftInPlace() async throws {
        let server = try await TestServer(publicURL: "https://onboarding.test/kyc/v1")
        try await Wire.open(to: Self.routes, on: server) { wire in
            for (path, status) in [
                ("/a/b", 200), ("/kyc/v1/a/b", 200), ("/kyc/a/b", 404), ("/kyc/v1a/b", 404), ("/own", 200),
                ("/kyc/v1/own", 404), ("/kyc/v1/kyc/v1/a/b", 404), ("/nobody/a/b", 404), ("/kyc/v1", 404),
            ] {
                try await wire.get(path)
                let head = try await wire.response().head
                #expect(head.hasPrefix("HTTP/1.1 \(status)"), "\(path): \(head)")
            }
            try await wire.get("/kyc/v1/a/b", method: "DELETE")
            #expect(try await wire.response().head.hasPrefix("HTTP/1.1 405"))
        }
    }
}

/// Which members of a body nobody reads.
@Suite struct IgnoredMembersTests {
    private func ignored(_ body: String) throws -> String? {
        let request = Request(
            path: "/", parameters: [:], headers: [:], queryText: "", body: ByteBuffer(string: body), bodyDigest: [],
            senderBlock: "",
            now: .init(millisecondsSince1970: 0), principal: nil)
        _ = try request.read(TriggerRequest.self)
        return request.ignored.header
    }

    @Test func theyAreNamedHoweverDeepTheyLie() throws {
        #expect(try ignored(#"{"username":"a","email":"b","notifyOptions":{"notifyByEmail":true}}"#) == nil)
        #expect(
            try ignored(#"{"usrname":"a","notifyOptions":{"notifyByFax":true,"notifyByEmail":false},"phone":1}"#)
                == "notifyOptions.notifyByFax, phone, usrname")
    }

    @Test func aMessageOfWhichTheyWouldChangeTheSenseIsRefused() {
        let request = Request(
            path: "/", parameters: [:], headers: [:], queryText: "", body: ByteBuffer(string: #"{"foo":1,"bar":2}"#),
            bodyDigest: [], senderBlock: "", now: .init(millisecondsSince1970: 0), principal: nil)
        #expect {
            _ = try request.read(EnrollmentSearchRequest.self, refusingUnknownMembersAs: .searchInvalid)
        } throws: { error in
            let refusal = error as? Refusal
            return refusal?.reason == .searchInvalid && refusal?.details == RefusalDetails()
        }
    }

    @Test func aNullIsNoMember() throws {
        #expect(try ignored(#"{"username":"a","email":null,"other":null}"#) == nil)
    }

    /// Nothing of a header's own syntax, and nothing long, comes back.
    @Test func aNameThatIsNoneIsNotRepeated() throws {
        let long = String(repeating: "x", count: 65)
        #expect(try ignored(#"{"a\r\nSet-Cookie: b":1,"Ada Lovelace":1,"\#(long)":1}"#) == "?, ?, ?")
        let many = (0..<40).map { #""m\#($0)":1"# }.joined(separator: ",")
        #expect(try ignored("{\(many)}")?.split(separator: ",").count == 16)
    }

    @Test func ofALargeMessageTheOutermostAreNamed() throws {
        let body = #"{"enrollmentToken":"t","documentsInfo":{"documentImage":[],"x":1},"surplus":{"y":1}}"#
        let request = Request(
            path: "/", parameters: [:], headers: [:], queryText: "", body: ByteBuffer(string: body), bodyDigest: [],
            senderBlock: "",
            now: .init(millisecondsSince1970: 0), principal: nil)
        let incoming = request.incoming(AddDocumentRequest.self) { $0.enrollmentToken }
        #expect(try incoming.decode() == "t")
        #expect(request.ignored.header == "surplus")
    }
}
