import Foundation

/// The demonstration's output: one line a step, with its time and whether it came out as it must.
final class DemoTable {
    private(set) var isAllAsExpected = true

    /// Runs `step`, prints its line.
    /// - Parameter step: gives what happened in a few words, and whether that is what must happen.
    func line<Value>(_ name: String, _ step: () async throws -> (Value, words: String, isAsExpected: Bool)) async throws
        -> Value
    {
        let clock = ContinuousClock()
        let start = clock.now
        do {
            let (value, words, isAsExpected) = try await step()
            show(name, clock.now - start, words, isAsExpected)
            return value
        } catch {
            show(name, clock.now - start, "\(error)", false)
            throw error
        }
    }

    func heading(_ text: String) {
        print("\n\(text)")
    }

    private func show(_ name: String, _ duration: Duration, _ words: String, _ isAsExpected: Bool) {
        if !isAsExpected { isAllAsExpected = false }
        let milliseconds = Int((duration / .milliseconds(1)).rounded())
        let time = String(repeating: " ", count: max(0, 6 - String(milliseconds).count)) + "\(milliseconds) ms"
        let label = name.padding(toLength: max(32, name.count), withPad: " ", startingAt: 0)
        print("  \(isAsExpected ? "ok  " : "FAIL")  \(label) \(time)   \(words)")
    }
}
