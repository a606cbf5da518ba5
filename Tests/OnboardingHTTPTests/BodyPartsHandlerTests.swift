import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import OnboardingHTTP

@Suite struct BodyPartsHandlerTests {
    @Test func partsThatWereReadAtOneTimeAreOnePart() throws {
        let channel = EmbeddedChannel(handler: BodyPartsHandler())
        func arrives(_ part: HTTPRequestPart) { channel.pipeline.fireChannelRead(part) }
        func arrives(_ text: String) { arrives(.body(ByteBuffer(string: text))) }
        func passedOn() throws -> HTTPRequestPart? { try channel.readInbound() }

        let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/"))
        arrives(head)
        #expect(try passedOn() == head)
        arrives("a")
        arrives("b")
        #expect(try passedOn() == nil)
        channel.pipeline.fireChannelReadComplete()
        #expect(try passedOn() == .body(ByteBuffer(string: "ab")))
        arrives("c")
        arrives("d")
        arrives(.end(nil))
        #expect(try passedOn() == .body(ByteBuffer(string: "cd")))
        #expect(try passedOn() == .end(nil))
        channel.pipeline.fireChannelReadComplete()
        #expect(try passedOn() == nil)
        #expect(try channel.finish().isClean)
    }
}
