internal import CZlib

/// The checksum of ZIP and gzip (ISO 3309).
package enum CRC32 {
    package static func of(_ bytes: [UInt8]) -> UInt32 { UInt32(truncatingIfNeeded: crc32_z(0, bytes, bytes.count)) }
}
