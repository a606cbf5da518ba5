internal import Foundation

/// Sends bytes to another process and collects what it answers, both at once, so that neither waits for the other, and not
/// for ever: whoever holds the other ends may do anything with them.
struct PipeExchange {
    private let input: FileHandle
    private let output: FileHandle
    private let greatestAnswer: Int
    private let end: ContinuousClock.Instant

    /// - Parameters:
    ///   - input: where the other process reads; closed once everything was sent. This process ignores SIGPIPE.
    ///   - output: where it writes.
    ///   - end: when there is no waiting any more.
    init(to input: FileHandle, from output: FileHandle, atMost greatestAnswer: Int, end: ContinuousClock.Instant) {
        self.input = input
        self.output = output
        self.greatestAnswer = greatestAnswer
        self.end = end
    }

    /// - Returns: the answer; nil where it is longer than it may be, or not complete in time.
    func run(sending bytes: [UInt8]) -> [UInt8]? {
        let (writing, reading) = (input.fileDescriptor, output.fileDescriptor)
        for descriptor in [writing, reading] {
            guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else { return nil }
        }
        var (sent, answer) = (0, [UInt8]())
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var isWriting = true
        while true {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { return nil }
            // A descriptor below 0 is not waited for.
            var waiting = [
                pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isWriting ? writing : -1, events: Int16(POLLOUT), revents: 0),
            ]
            let ready = poll(&waiting, 2, Int32(min(left / .milliseconds(1), 1000)) + 1)
            guard ready >= 0 || errno == EINTR else { return nil }
            if isWriting, waiting[1].revents != 0 {
                let written = bytes[sent...].withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
                if written > 0 { sent += written }
                // Nobody reads it any more: what was said until then may be an answer all the same.
                let isBroken = written < 0 && errno != EAGAIN && errno != EINTR
                if sent == bytes.count || isBroken {
                    isWriting = false
                    try? input.close()
                }
            }
            if waiting[0].revents != 0 {
                let count = read(reading, &buffer, buffer.count)
                if count == 0 { return answer }
                guard count > 0 else {
                    guard errno == EAGAIN || errno == EINTR else { return nil }
                    continue
                }
                answer += buffer.prefix(count)
                guard answer.count <= greatestAnswer else { return nil }
            }
        }
    }
}
