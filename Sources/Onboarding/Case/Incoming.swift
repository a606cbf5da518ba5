/// A request whose body is not decoded yet. What was answered before is replayed by the body's digest, and a full queue
/// refuses, before anybody reads megabytes of JSON.
package struct Incoming<Request: Sendable>: Sendable {
    /// SHA-256 of the raw body.
    package let bodyDigest: [UInt8]
    package let decode: @Sendable () throws -> Request

    /// - Parameter decode: throws `Refusal` for a body that is not such a request. Called at most once, on whatever thread
    ///   the use case finds right.
    package init(bodyDigest: [UInt8], decode: @escaping @Sendable () throws -> Request) {
        self.bodyDigest = bodyDigest
        self.decode = decode
    }
}
