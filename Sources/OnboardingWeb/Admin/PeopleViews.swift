internal import OnboardingCore
internal import Tenancy

/// What `admin/people.mustache` shows.
struct PeopleView {
    struct RowView {
        let personName: String
        let nameInQuery: String
        let roleName: String
        let rightNames: String
        let secondFactor: String
        let secondFactorSign: String
        let lastSeen: ShownTime?
        let isDisabled: Bool
        let isWithoutPassword: Bool
        let isOneself: Bool
    }

    let tabs: [AdminTabView]
    let people: [RowView]
    let newName: String
    let newProblem: String?
    let roles: [GrantView]
    let rights: [GrantView]

    init(_ principal: Principal, _ people: [OperatorSummary], _ form: NewPersonForm, words: Words) {
        tabs = AdminTabView.all(for: principal, at: .people, words: words)
        self.people = people.map { person in
            RowView(
                personName: person.name, nameInQuery: person.name.replacing("+", with: "%2B"),
                roleName: GrantView.roleName(person.role, words),
                rightNames: person.rights.map { words.text(at: "account.right.\($0)") ?? $0 }.joined(separator: ", "),
                secondFactor: words(person.hasSecondFactor ? "admin.yes" : "admin.no"),
                secondFactorSign: person.hasSecondFactor ? "good" : "none",
                lastSeen: person.lastSeenAt.map { ShownTime($0, words) }, isDisabled: person.disabledAt != nil,
                isWithoutPassword: person.disabledAt == nil && !person.hasPassword && !person.isOfProvider,
                isOneself: person.name == principal.operator?.name)
        }
        newName = form.name
        newProblem = form.problem
        roles = GrantView.roles(chosen: form.role, by: principal, words: words)
        rights = GrantView.rights(chosen: Set(form.rights), by: principal, words: words)
    }
}

/// A role or a right that can be given.
struct GrantView {
    let word: String
    let grantName: String
    let grantHint: String
    let isGranted: Bool
    /// Whoever gives it does not have it.
    let isLacking: Bool

    static func roles(chosen: String, by principal: Principal, words: Words) -> [GrantView] {
        let own = principal.operator?.rights ?? []
        return OperatorRole.allCases.map { role in
            GrantView(
                word: role.rawValue, grantName: roleName(role.rawValue, words),
                grantHint: OperatorRight.allCases.filter(role.rights.contains)
                    .map { words("account.right.\($0.rawValue)") }.joined(separator: ", "),
                isGranted: role.rawValue == chosen, isLacking: !role.rights.isSubset(of: own))
        }
    }

    static func rights(chosen: Set<String>, by principal: Principal, words: Words) -> [GrantView] {
        let own = principal.operator?.rights ?? []
        return OperatorRight.allCases.map { right in
            GrantView(
                word: right.rawValue, grantName: words("account.right.\(right.rawValue)"), grantHint: "",
                isGranted: chosen.contains(right.rawValue), isLacking: !own.contains(right))
        }
    }

    static func roleName(_ role: String, _ words: Words) -> String { words.text(at: "admin.role.\(role)") ?? role }
}

/// What `admin/person.mustache` shows.
struct PersonView {
    let tabs: [AdminTabView]
    let personName: String
    let done: String?
    let problem: String?
    let roles: [GrantView]
    let rights: [GrantView]
    let createdAt: ShownTime
    let lastSeen: ShownTime?
    let isDisabled: Bool
    let hasPassword: Bool
    let hasSecondFactor: Bool
    let isOneself: Bool
    /// They have a right that who asks lacks.
    let isBeyondReach: Bool

    init(_ principal: Principal, _ person: OperatorSummary, done: String?, problem: String?, words: Words) {
        tabs = AdminTabView.all(for: principal, at: .people, words: words)
        personName = person.name
        self.done = done
        self.problem = problem
        roles = GrantView.roles(chosen: person.role, by: principal, words: words)
        rights = GrantView.rights(chosen: Set(person.rights), by: principal, words: words)
        createdAt = ShownTime(person.createdAt, words)
        lastSeen = person.lastSeenAt.map { ShownTime($0, words) }
        isDisabled = person.disabledAt != nil
        hasPassword = person.hasPassword
        hasSecondFactor = person.hasSecondFactor
        isOneself = person.name == principal.operator?.name
        let own = principal.operator?.rights ?? []
        isBeyondReach = !person.rights.allSatisfy { word in OperatorRight(rawValue: word).map(own.contains) ?? true }
    }
}

/// What `admin/link.mustache` shows.
struct LinkView {
    let tabs: [AdminTabView]
    let personName: String
    let linkURL: String
}
