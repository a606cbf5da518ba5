/// A request whose body is not decoded yet. What was answered before is replayed by the body's digest, and a full queue
/// refuses, before anybody reads megabytes of JSON.
package struct Incoming<Request: Sendable>: Sendable {
    /// SHA-256 of the raw body.
    package let bodyDigest: [UInt8]
    package let decode: @Sendable () throws -> Request
    /// Finds the token of the case in the body without decoding it; nil where that cannot be told, also of a body that is not
    /// worth decoding. Takes a millisecond or two.
    let readToken: @Sendable () -> String?

    /// - Parameter decode: throws `Refusal` for a body that is not such a request. Called at most once, on whatever thread
    ///   the use case finds right.
    package init(
        bodyDigest: [UInt8], readToken: @escaping @Sendable () -> String? = { nil },
        decode: @escaping @Sendable () throws -> Request
    ) {
        self.bodyDigest = bodyDigest
        self.readToken = readToken
        self.decode = decode
    }
}
