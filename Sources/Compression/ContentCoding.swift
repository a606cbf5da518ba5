/// How text is made smaller on its way (RFC 9110 §8.4.1). Raw values are the names in `Accept-Encoding`; the smaller
/// one comes first.
package enum ContentCoding: String, CaseIterable, Sendable {
    case brotli = "br"
    case gzip

    /// The text in this coding: about a millisecond for 50 kB, at the effort beyond which either coding takes ten times as
    /// long for a few hundredths (decision 0136). Equal text gives equal bytes.
    /// - Returns: nil where the library has no memory.
    package func compressed(_ text: [UInt8]) -> [UInt8]? {
        switch self {
        case .brotli: Brotli.compressed(text)
        case .gzip: Gzip.compressed(text)
        }
    }
}
