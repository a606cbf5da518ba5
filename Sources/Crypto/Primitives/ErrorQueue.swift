internal import COpenSSL

/// Runs `operation` and empties OpenSSL's error queue afterwards.
///
/// The queue belongs to the thread: an error left behind would be reported by whatever OpenSSL call comes next on the
/// same thread, TLS of a database driver included. Every entry into OpenSSL goes through here.
func emptyingErrorQueue<Value, Failure: Error>(_ operation: () throws(Failure) -> Value) throws(Failure) -> Value {
    defer { ERR_clear_error() }
    return try operation()
}

/// Throws unless `status`, as OpenSSL's functions answer it, says success (1 or more).
func require(_ status: Int32, else error: CryptoError = .libraryFailure) throws(CryptoError) {
    guard status > 0 else { throw error }
}
