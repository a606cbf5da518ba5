/// Whose word a registration rests on. A word is never renamed or reused.
package enum EnrollmentOrigin: String, CaseIterable, Codable, Sendable {
    /// What the person captured, and a machine or a human judged.
    case enrolled
    /// The tenant's client has registered the person and vouches for the images: nobody judged whether they show somebody alive.
    case handedIn
}
