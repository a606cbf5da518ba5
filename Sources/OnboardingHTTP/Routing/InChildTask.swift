/// Runs `work` in a child task, whose memory goes with it: a task keeps the memory of the deepest function that it ever ran, and a
/// connection's own task lives as long as the connection does (docs/measurements/streams.md).
func inChildTask<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    async let value = work()
    return try await value
}
