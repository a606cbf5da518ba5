/// Where a case stands, as far as anybody outside may know.
package enum CaseStatus: String, CaseIterable, Codable, Sendable {
    case pending, complete, failed, cancelled
}
