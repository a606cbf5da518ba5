/// A list of the desk, as each of them leads to the others.
struct DeskTab {
    enum List: String, CaseIterable {
        case cases, authentications, groups

        var path: String {
            switch self {
            case .cases: "/desk"
            case .authentications: "/desk/authentications"
            case .groups: "/desk/groups"
            }
        }
    }

    let tabPath: String
    let tabName: String
    let isCurrent: Bool

    static func all(at shown: List, words: Words) -> [DeskTab] {
        List.allCases.map { list in
            DeskTab(tabPath: list.path, tabName: words("desk.tab.\(list.rawValue)"), isCurrent: list == shown)
        }
    }
}
