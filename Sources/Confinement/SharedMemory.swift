internal import CConfinement

/// Memory that this process has in common with another. Neither can make it smaller under the other, which would end that one.
///
/// Whoever uses it takes care that it is one thread at a time; what the other process writes meanwhile is its own affair.
public final class SharedMemory: @unchecked Sendable {
    /// Hand it on as a file of the other process, which has none any more once it has attached it: -1.
    public let descriptor: Int32
    public let bytes: UnsafeMutableRawBufferPointer

    /// Made here, of zeros; pages take room once they are written. Nil where the system has none.
    public init?(size: Int) {
        var descriptor: Int32 = -1
        guard let start = cconfinement_make_shared(size, &descriptor) else { return nil }
        self.descriptor = descriptor
        bytes = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    /// Made by the other process, from which this one has the file. Nil where that is none.
    public init?(attaching descriptor: Int32) {
        var size = 0
        guard let start = cconfinement_attach_shared(descriptor, &size) else { return nil }
        self.descriptor = -1
        bytes = UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    /// Gives the room back of what lies behind the first so many bytes; they are zeros again.
    public func release(after count: Int) {
        cconfinement_release_shared(descriptor, count, bytes.count)
    }

    deinit { cconfinement_end_shared(descriptor, bytes.baseAddress, bytes.count) }
}
