internal import HummingbirdCore
internal import NIOCore
internal import OnboardingCore
internal import OnboardingCrypto
internal import Tenancy

/// Collects request bodies within three bounds, of which the library has the first: bytes a request, time a request, and
/// their sender's share of the memory for all bodies (`BodyRoom`).
///
/// A sender that drips is refused at the chunk that comes too late, one that falls silent when `SilenceHandler` says so.
final class BodyCollector: Sendable {
    private let room = BodyRoom()

    /// Runs `use` with the whole body and its SHA-256. The body is counted as buffered until `use` returns.
    func withBody<Result>(
        of request: HummingbirdCore.Request, on connection: Connection, limit: Limit,
        _ use: (ByteBuffer, _ digest: [UInt8]) async throws -> Result
    ) async throws -> Result {
        try Self.checkCodings(of: request)
        // A length that is no `Int` is beyond all limits: the library has refused what is no number.
        if let declared = request.headers[.contentLength], (Int(declared) ?? .max) > limit.value {
            throw Self.tooLarge(limit)
        }
        let clock = ContinuousClock()
        var rate = ArrivalRate(from: clock.now)
        var body = ByteBuffer()
        // Piece by piece, because no thread that all requests share may be held for megabytes at once.
        var digest = RunningDigest()
        let place = room.enter(.current) { connection.refuseBody() }
        defer { room.leave(place) }
        var chunks = request.body.makeAsyncIterator()
        while let chunk = try await next(of: &chunks, at: place) {
            let size = chunk.readableBytes
            guard body.readableBytes + size <= limit.value else { throw Self.tooLarge(limit) }
            try room.grow(place, by: size)
            guard rate.takes(size, at: clock.now) else { throw Refusal(.requestTimeout) }
            chunk.withUnsafeReadableBytes { digest.update($0) }
            body.writeImmutableBuffer(chunk)
        }
        try room.arrived(place)
        return try await use(body, digest.finish())
    }

    private static func tooLarge(_ limit: Limit) -> Refusal {
        Refusal(.bodyTooLarge, details: RefusalDetails(limit: limit))
    }

    /// A body that was compressed would be refused as no JSON, which hides the cause.
    private static func checkCodings(of request: HummingbirdCore.Request) throws(Refusal) {
        // RFC 9112 §6.1: the library looks at the last coding alone.
        if let transfer = request.headers[.transferEncoding], transfer.lowercased() != "chunked" {
            throw Refusal(.bodyMalformed)
        }
        if let content = request.headers[.contentEncoding], !content.isEmpty, content.lowercased() != "identity" {
            throw Refusal(.contentEncodingUnsupported)
        }
    }

    private func next(of chunks: inout RequestBody.AsyncIterator, at place: Int) async throws -> ByteBuffer? {
        do {
            return try await chunks.next()
        } catch is CancellationError {
            throw CancellationError()
        } catch is BodyStalled {
            throw Refusal(.requestTimeout)
        } catch is BodyEvicted where room.isEvicted(place) {
            throw BodyRoom.refusal
        } catch {
            // What the library's parser says of the sender's framing.
            throw Refusal(.bodyMalformed)
        }
    }
}
