package import OnboardingCore

/// What a member may do with a group. A word is never renamed.
package enum GroupRole: String, CaseIterable, Sendable {
    case user
    case groupAdmin
}

/// A group of a tenant's users.
package struct GroupRow: Equatable, Sendable {
    /// The group that every tenant has.
    package static let defaultID = "default"

    package let id: String
    package let tenantID: TenantID
    package var name: String
    package var sizeLimit: Int
    package let createdAt: Instant

    package init(id: String, tenantID: TenantID, name: String, sizeLimit: Int, createdAt: Instant) {
        self.id = id
        self.tenantID = tenantID
        self.name = name
        self.sizeLimit = sizeLimit
        self.createdAt = createdAt
    }
}

/// A user in a group.
package struct GroupMember: Equatable, Sendable {
    package let enrollmentID: EnrollmentID
    package let subjectID: SubjectID
    package let role: GroupRole
    package let addedAt: Instant
}

/// A group that a user is in.
package struct GroupMembership: Equatable, Sendable {
    package let groupID: String
    package let role: GroupRole
}

/// What is kept of a user beside the registration.
package struct UserRow: Equatable, Sendable {
    /// Nil where nobody has written any.
    package let sealedDetails: [UInt8]?
    /// By the ids of the groups.
    package let groups: [GroupMembership]
    /// Oldest first.
    package let faces: [UserFaceRow]
}

/// A face that a tenant's client has handed in.
package struct UserFaceRow: Equatable, Sendable {
    package let id: FaceID
    package let enrollmentID: EnrollmentID
    package let templateNumber: Int
    /// Nil once images are kept no longer.
    package let sealedImage: [UInt8]?
    package let createdAt: Instant
}

/// A face that is handed in.
package struct UserFaceWrite: Equatable, Sendable {
    package let id: FaceID
    package let template: TemplateWrite
    package let sealedImage: [UInt8]
    /// Keyed digest of the whole image, by which it is known as a capture; nil where nothing goes by that.
    package let imageDigest: [UInt8]?

    package init(id: FaceID, template: TemplateWrite, sealedImage: [UInt8], imageDigest: [UInt8]? = nil) {
        self.id = id
        self.template = template
        self.sealedImage = sealedImage
        self.imageDigest = imageDigest
    }
}

/// Somebody whom a tenant's client registers.
package struct NewUser: Sendable {
    /// With all that happens to the enrollment, which is complete with it.
    package var enrollment: NewEnrollment
    package var sealedDetails: [UInt8]?
    package var faces: [UserFaceWrite]
    package var groupID: String

    package init(
        enrollment: NewEnrollment, sealedDetails: [UInt8]?, faces: [UserFaceWrite], groupID: String
    ) {
        self.enrollment = enrollment
        self.sealedDetails = sealedDetails
        self.faces = faces
        self.groupID = groupID
    }
}

/// A token of a user that counts.
package struct UserTokenRow: Equatable, Sendable {
    package let id: String
    package let enrollmentID: EnrollmentID
    package let createdAt: Instant
    package let expiresAt: Instant

    package init(id: String, enrollmentID: EnrollmentID, createdAt: Instant, expiresAt: Instant) {
        self.id = id
        self.enrollmentID = enrollmentID
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// A template with the face that it was made from; nil for one that the person's own capture made.
package struct FaceOfUser: Equatable, Sendable {
    package let faceID: FaceID?
    package let template: TemplateWrite
}
