/// Runs what takes a millisecond or more without waiting (many look-ups, keys of many tenants) on the threads that Swift
/// has for tasks: no connection waits for those, as connections wait for an event loop.
package func awayFromTheLoops<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
) async rethrows -> Value {
    try await withTaskExecutorPreference(globalConcurrentExecutor, operation: work)
}
