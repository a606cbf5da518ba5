import Foundation

/// The input that is being fed, kept in a file that outlives the process: its number and length, 8 bytes each in the
/// machine's order, then its bytes.
///
/// Written through a shared mapping, which costs a copy and no call to the system. Used by one thread.
final class CurrentInput {
    private static let headerByteCount = 16
    private static let capacity = 32 << 20

    private let memory: UnsafeMutableRawPointer

    struct Unusable: Error {}

    init(path: String) throws {
        let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw Unusable() }
        defer { close(file) }
        guard ftruncate(file, off_t(Self.capacity)) == 0,
            let memory = mmap(nil, Self.capacity, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
        else { throw Unusable() }
        self.memory = memory
    }

    deinit {
        munmap(memory, Self.capacity)
    }

    func keep(_ input: [UInt8], number: Int) {
        let kept = min(input.count, Self.capacity - Self.headerByteCount)
        memory.storeBytes(of: UInt64(number), as: UInt64.self)
        memory.storeBytes(of: UInt64(kept), toByteOffset: 8, as: UInt64.self)
        input.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            (memory + Self.headerByteCount).copyMemory(from: start, byteCount: kept)
        }
    }
}
