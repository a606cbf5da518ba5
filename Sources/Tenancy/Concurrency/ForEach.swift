/// Does `body` for every item, and throws the first of its errors at the end: what cannot be done for one keeps nothing
/// from the others.
package func forEach<Item>(_ items: [Item], _ body: (Item) async throws -> Void) async throws {
    var first: (any Error)?
    for item in items {
        do {
            try await body(item)
        } catch let error as CancellationError {
            throw error
        } catch {
            first = first ?? error
        }
    }
    if let first { throw first }
}
