internal import HummingbirdCore

/// Hands the library's writer, which is not `Sendable`, to the one child task that writes. `@unchecked Sendable`: nobody else
/// touches it until that task has ended, because whoever made it waits for it.
struct SoleWriter: @unchecked Sendable {
    let writer: any ResponseBodyWriter
}
