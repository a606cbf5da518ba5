internal import OnboardingJSON
internal import OnboardingStorage

/// Refuses a configuration under which something takes two operators that fewer can do. What took two before is not held against
/// it: somebody may have left since.
enum FourEyesRule {
    static func check(
        _ stored: JSONValue, _ result: JSONValue, operators: [OperatorRow]
    ) throws(ConfigurationRefusal) {
        let before = actions(in: stored)
        let lacking = actions(in: result).filter { action in
            !before.contains(action) && operators.filter(action.isOpen).count < 2
        }
        guard lacking.isEmpty else {
            throw ConfigurationRefusal(
                kind: .conflict,
                message: "fourEyes needs two operators with the right for what it names: "
                    + lacking.map { "\($0.rawValue) (\($0.right.rawValue))" }.joined(separator: ", "),
                rule: .twoOperators, key: ConfigurationTable.key("onboardingConfig.fourEyes"))
        }
    }

    private static func actions(in document: JSONValue) -> [FourEyesAction] {
        guard case .array(let words)? = CustomerConfiguration.filled(document).value(atKey: "onboardingConfig.fourEyes")
        else { return [] }
        return FourEyesAction.allCases.filter { words.contains(.string($0.rawValue)) }
    }
}
