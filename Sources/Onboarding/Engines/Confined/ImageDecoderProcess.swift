internal import ChildProcess
internal import Confinement
internal import Foundation
internal import OnboardingCore
internal import Vision

/// One process that decodes images, one after the other, from this side (`ImageDecoding` is its own). One thread at a time.
struct ImageDecoderProcess: Sendable {
    enum Reply {
        case pixels([UInt8])
        /// Any missing or damaged part.
        case damaged
        /// It crashed, or took too long, or said what it may not. It is of no use any more.
        case dead
    }

    private let process: ChildProcess
    /// Our end of the socket.
    private let socket: FileHandle
    private let memory: SharedMemory

    /// A file of 16 MiB, and 25 megapixels.
    static let sharedMemory = 96 << 20
    /// What is kept for the next image: a file, and a page of 12 megapixels. The rest is given back.
    private static let keptMemory = 44 << 20

    /// - Returns: nil where it cannot be started.
    init?(program: URL) {
        var ends: [Int32] = [-1, -1]
        guard let memory = SharedMemory(size: Self.sharedMemory),
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        else { return nil }
        let (ours, theirs) = (
            FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
            FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        )
        guard
            let process = try? ChildProcess(
                program.path, [ImageDecoding.command], environment: Self.environment, input: .handle(theirs),
                beside: memory.descriptor, leadsGroup: true)
        else { return nil }
        (self.process, socket, self.memory) = (process, ours, memory)
    }

    /// The C library's own cache hands memory on as it is, where `CVision` has it filled.
    private static let environment = ["GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"]

    var identifier: Int32 { process.identifier }

    /// Whether it has ended, of whatever.
    var hasEnded: Bool { process.hasEnded }

    /// Ends it.
    func end() { _ = process.endGroup() }

    /// - Parameter patience: until then it has answered, or is of no use any more; what gives up the work that waits for it ends
    ///   it sooner.
    func decode(_ order: DecodingOrder, _ file: [UInt8], patience: Duration) -> Reply {
        let offset = ImageDecoding.offsetOfPixels(behind: order.byteCount)
        let end = offset + order.pixelByteCount
        guard order.byteCount <= file.count, end <= memory.bytes.count else { return .damaged }
        file.withUnsafeBytes { memory.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<order.byteCount])) }
        guard send(order.numbers), let answer = answer(patience: patience) else { return .dead }
        defer { if end > Self.keptMemory { memory.release(after: Self.keptMemory) } }
        switch answer {
        case 0: return .damaged
        case 1: return .pixels(copy(of: memory.bytes[offset..<end]))
        default: return .dead
        }
    }

    private func copy(of bytes: Slice<UnsafeMutableRawBufferPointer>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: bytes.count) { target, initializedCount in
            UnsafeMutableRawBufferPointer(target).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
            initializedCount = bytes.count
        }
    }

    private func send(_ numbers: [Int32]) -> Bool {
        numbers.withUnsafeBytes {
            Foundation.send(socket.fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count
        }
    }

    /// Nil where there is none.
    private func answer(patience: Duration) -> UInt8? {
        let end = ContinuousClock.now + patience
        let begun = process.processorSeconds
        var charged = begun
        defer { charge(&charged) }
        while true {
            var waiting = pollfd(fd: socket.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Self.lookMilliseconds)
            if ready > 0 {
                var answer: UInt8 = 0
                return read(socket.fileDescriptor, &answer, 1) == 1 ? answer : nil
            }
            guard ready == 0 || errno == EINTR else { return nil }
            charge(&charged)
            guard ContinuousClock.now < end, charged - begun < Self.mostSecondsOfProcessor, Checkpoint.givenUp == nil
            else {
                return nil
            }
        }
    }

    /// As of a whole job.
    private static let mostSecondsOfProcessor = Double(Limit.jobTime.seconds)

    /// How often somebody looks whether the work is still wanted.
    private static let lookMilliseconds: Int32 = 50

    /// Its time counts as that of the work that waits for it.
    private func charge(_ charged: inout Double) {
        let now = process.processorSeconds
        Checkpoint.charge(seconds: max(0, now - charged))
        charged = now
    }
}
