internal import OnboardingCore

/// What is written of an enrollment that begins, but for what only a transaction knows. Worked out before one, so that nobody
/// waits for it there.
struct EnrollmentBeginning: Sendable {
    let new: NewEnrollment
    let links: [EventLink]
    let last: EventLink
    let enrollment: Enrollment
    /// JSON of `enrollment`.
    let state: String
    let outline: CaseOutline
    let reasons: [EnrollmentReason]
    /// Whether its face was found among the registrations.
    let isDuplicate: Bool

    /// - Parameter later: what has happened since, in its order.
    init(_ new: NewEnrollment, later: [(at: Instant, event: Event)] = []) throws {
        let events = new.events.map { (at: new.createdAt, event: $0) } + later
        links = EventLink.chain(try events.map { try EventEntry($0.event, at: $0.at) }, of: new.id, after: .start)
        guard let enrollment = replay(events.map(\.event)), let last = links.last else {
            throw StorageError.storedValueInvalid
        }
        self.new = new
        self.last = last
        self.enrollment = enrollment
        state = try SQLiteStore.json(enrollment)
        outline = CaseOutline(after: events)
        reasons = events.compactMap(\.event.reason)
        isDuplicate = events.contains { $0.event.kind == .duplicateFound }
    }
}

/// An event in the chain of its enrollment.
struct EventLink: Sendable {
    let entry: EventEntry<Event>
    /// How far the chain has come with it.
    let end: AuditChain.Position

    /// Takes entries into the chain of `id`, which had come to `position`.
    static func chain(
        _ entries: [EventEntry<Event>], of id: EnrollmentID, after position: AuditChain.Position
    ) -> [EventLink] {
        var end = position
        return entries.map { entry in
            end.append(
                AuditChain.text(
                    enrollment: id, sequence: end.length + 1, at: entry.at.millisecondsSince1970, event: entry.json))
            return EventLink(entry: entry, end: end)
        }
    }
}
