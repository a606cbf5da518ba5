import ArgumentParser
import Foundation
import Synchronization
import Tenancy

/// Whether a command that takes long says how far it has come.
struct ProgressOptions: ParsableArguments {
    @Flag(help: "Say on standard error how far it has come, though that is no terminal.")
    var progress = false

    /// - Parameters:
    ///   - noun: what is counted: `images`.
    ///   - output: how the command prints; with JSON nothing is said.
    func line(_ noun: String, beside output: OutputOptions? = nil) -> ProgressLine {
        let isTerminal = isatty(STDERR_FILENO) == 1
        return ProgressLine(noun, isShown: (progress || isTerminal) && output?.json != true, isTerminal: isTerminal)
    }
}

/// How far a command has come: on a terminal one line that is written over, elsewhere a line each time.
final class ProgressLine: Sendable {
    private struct State {
        var shownAt: ContinuousClock.Instant?
        var isOpen = false
    }

    private let noun: String
    private let isShown: Bool
    private let isTerminal: Bool
    private let begun: ContinuousClock.Instant
    private let write: @Sendable (String) -> Void
    private let state = Mutex(State())

    init(
        _ noun: String, isShown: Bool, isTerminal: Bool, from begun: ContinuousClock.Instant = ContinuousClock().now,
        write: @escaping @Sendable (String) -> Void = StandardError.write
    ) {
        (self.noun, self.isShown, self.isTerminal, self.begun, self.write) = (noun, isShown, isTerminal, begun, write)
    }

    /// Says it, but at most once a second.
    /// - Parameter total: nil where nobody knows it.
    func report(_ done: Int, of total: Int? = nil, at now: ContinuousClock.Instant = ContinuousClock().now) {
        guard isShown else { return }
        state.withLock { state in
            if let shownAt = state.shownAt, now - shownAt < .seconds(1) { return }
            (state.shownAt, state.isOpen) = (now, isTerminal)
            let text = Self.text(noun, done, total, after: now - begun)
            write(isTerminal ? "\r\(text)\u{1B}[K" : text + "\n")
        }
    }

    /// Whether nothing is ever said.
    var isSilent: Bool { !isShown }

    /// Leaves the line empty for what is printed next.
    func end() {
        state.withLock { state in
            if state.isOpen { write("\r\u{1B}[K") }
            state.isOpen = false
        }
    }

    /// `250 of 1000 images, 25 a second`
    static func text(_ noun: String, _ done: Int, _ total: Int?, after duration: Duration) -> String {
        let rate = Double(done) / max(duration / .seconds(1), 0.001)
        let shown = rate < 10 ? (rate * 10).rounded() / 10 : rate.rounded()
        let figure = shown == shown.rounded() ? "\(Int(shown))" : "\(shown)"
        return "\(done)\(total.map { " of \($0)" } ?? "") \(noun), \(figure) a second"
    }
}
