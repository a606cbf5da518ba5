package import FaceEngine
internal import OnboardingCore
package import OnboardingCrypto
package import OnboardingStorage

/// What an accepted capture is known by when it comes again, as it is stored under the enrollment's data key:
///
///     0x01 ‖ for each frame, in order, the 64 bytes of `FrameCode.bytes`
package struct CaptureCodes: Equatable, Sendable {
    private static let version: UInt8 = 1

    package let frames: [FrameCode]

    init(_ frames: [FrameCode]) {
        self.frames = frames
    }

    /// - Throws: `storedValueInvalid` for bytes of another form.
    init(bytes: [UInt8]) throws(StorageError) {
        let content = bytes.dropFirst()
        guard bytes.first == Self.version, content.count.isMultiple(of: FrameCode.byteCount) else {
            throw .storedValueInvalid
        }
        frames = stride(from: content.startIndex, to: content.endIndex, by: FrameCode.byteCount).compactMap {
            FrameCode(bytes: content[$0..<$0 + FrameCode.byteCount])
        }
    }

    package var bytes: [UInt8] { [Self.version] + frames.flatMap(\.bytes) }

    func sealed(for enrollment: EnrollmentID, under dataKey: SealingKey) throws -> [UInt8] {
        try dataKey.seal(bytes, associated: Self.label(enrollment))
    }

    package init(_ stored: StoredCaptureCodes, under dataKey: SealingKey) throws {
        try self.init(bytes: try dataKey.open(stored.sealed, associated: Self.label(stored.enrollmentID)))
    }

    private static func label(_ enrollment: EnrollmentID) -> [UInt8] {
        [UInt8]("capture codes:\(enrollment.text)".utf8)
    }
}
