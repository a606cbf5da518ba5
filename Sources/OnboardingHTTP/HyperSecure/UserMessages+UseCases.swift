internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore

extension UserResult {
    init(_ profile: Users.Profile) {
        self.init(
            userId: profile.userID, roles: profile.roles, createdDate: profile.createdAt.millisecondsSince1970,
            details: profile.details, groups: profile.groups.map { Group(groupId: $0.groupID, role: $0.role) },
            faces: profile.faces)
    }
}

extension NewFacesResult {
    init(_ faces: [FaceID], of asked: UserOperationRequest) {
        self.init(faceIds: zip(asked.images, faces).map { Face(label: $0.label, faceId: $1.text) })
    }
}

extension MatchResult {
    init(_ match: Users.Match) {
        guard let user = match.user else {
            self.init(exists: false, conf: match.confidence)
            return
        }
        self.init(
            exists: true, conf: match.confidence, faceId: user.faceID, personId: user.userID,
            userDetails: Details(userId: user.userID, details: user.details))
    }
}

extension GroupResult {
    init(_ group: UserGroups.Group) {
        self.init(
            groupname: group.name, sizeLimit: String(group.sizeLimit),
            createdDate: group.createdAt.millisecondsSince1970)
    }
}

extension GroupMembersResult.User {
    init(_ member: UserGroups.Member) {
        self.init(
            userId: member.userID, details: member.details, createdTime: member.addedAt.millisecondsSince1970,
            faces: member.faces)
    }
}

extension UserOperationRequest {
    /// That the person has given to the client.
    var consent: OnboardingCore.Consent? {
        get throws {
            let keys = ["textHash", "textVersion", "language", "acceptedAt"]
            guard let given = try object("consent", keys: Set(keys)) else { return nil }
            let texts = try keys.map { try given.text($0) ?? "" }
            return OnboardingCore.Consent(
                textHash: texts[0], textVersion: texts[1], language: texts[2], acceptedAt: texts[3])
        }
    }
}
