import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import OnboardingHTTP

@Suite struct SilenceHandlerTests {
    private let channel = EmbeddedChannel(handler: SilenceHandler(limit: .seconds(30)))

    private func opensRequest() throws {
        try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.writeInbound(HTTPRequestPart.head(.init(method: .get, scheme: nil, authority: nil, path: "/")))
        try channel.writeInbound(HTTPRequestPart.end(nil))
    }

    private func isOpen(after seconds: Int64) -> Bool {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
        return channel.isActive
    }

    @Test func whoWaitsForAnAnswerMayBeSilent() throws {
        try opensRequest()
        #expect(isOpen(after: 300))
    }

    @Test func whoDoesNotReadAnAnswerIsCutOff() throws {
        try opensRequest()
        #expect(isOpen(after: 20))
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(isOpen(after: 29))
        #expect(!isOpen(after: 31))
    }
}
