internal import OnboardingCore

extension Principal {
    /// Whether what it asks for takes two operators.
    package func needsColleague(for action: FourEyesAction) -> Bool { tenant.settings.fourEyes.contains(action) }

    /// Asked last, before it is done, so that nothing is proposed which would be refused. What agrees is written with what is done
    /// (`Agreement`).
    /// - Throws: `secondOperatorRequired` where it takes two, and this task has no agreement for it.
    package func requireColleague(for action: FourEyesAction) throws(Refusal) {
        if lacksColleague(for: action) { throw Refusal(.secondOperatorRequired) }
    }

    /// The same for what goes on where no task is, as in a transaction.
    func lacksColleague(for action: FourEyesAction) -> Bool {
        needsColleague(for: action) && AuditActor.current.agreement?.action != action.rawValue
    }
}
