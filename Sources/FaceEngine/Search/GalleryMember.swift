/// Whose a template of a gallery is: 16 bytes for the registration and for the person, so that a million take little memory.
package struct GalleryMember: Hashable, Sendable {
    package let registration: SIMD2<UInt64>
    /// A person may have several registrations.
    package let person: SIMD2<UInt64>

    package init(registration: SIMD2<UInt64>, person: SIMD2<UInt64>) {
        self.registration = registration
        self.person = person
    }
}

/// A template of a gallery beside the one that was looked for.
package struct GalleryMatch: Equatable, Sendable {
    package let member: GalleryMember
    /// The same number as `FaceTemplate.similarity(to:)`.
    package let similarity: Double

    /// The more similar comes first; of equals the registration that is smaller as a number, so that the order says nothing of
    /// when they came.
    func precedes(_ other: GalleryMatch) -> Bool {
        if similarity != other.similarity { return similarity > other.similarity }
        let (own, others) = (member.registration, other.member.registration)
        return own.x == others.x ? own.y < others.y : own.x < others.x
    }
}
