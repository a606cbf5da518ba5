/// The case after `event`. Total: every pair has an answer, and what has ended answers with itself, but for the record of the
/// answer that ended it and a review of what a machine has refused.
package func evolve<Subject: Case>(_ subject: Subject, _ event: Subject.OwnEvent) -> Subject {
    var next = subject
    next.take(event)
    return next
}

extension Case {
    /// The case that `events` tell of. The first must be `triggered`; nil for anything else.
    package static func replay(_ events: [OwnEvent]) -> Self? {
        guard let until = events.first?.beginsUntil else { return nil }
        return events.dropFirst().reduce(.triggered(until: until), evolve)
    }
}
