internal import CZlib

/// The checksum of ZIP (ISO 3309).
enum CRC32 {
    static func of(_ bytes: [UInt8]) -> UInt32 { UInt32(truncatingIfNeeded: crc32_z(0, bytes, bytes.count)) }
}
