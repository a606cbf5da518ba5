/// Whether anybody still waits for what a task computes.
package struct Addressee: Sendable {
    private let isGoneNow: @Sendable () -> Bool

    /// Somebody waits, as far as can be told.
    @TaskLocal package static var current = Addressee { false }

    package init(isGone: @escaping @Sendable () -> Bool) {
        isGoneNow = isGone
    }

    package var isGone: Bool { isGoneNow() }
}
