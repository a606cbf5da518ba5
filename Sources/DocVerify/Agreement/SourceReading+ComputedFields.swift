extension SourceReading {
    /// Its values and those that follow from its dates on `today`; an expiry in the past is invalid. Nothing follows from what
    /// nothing vouches for.
    func fields(on today: CalendarDate) -> [SourceField] {
        guard kind.isProtected else { return fields }
        let dated = fields.map { field in
            field.type == .dateOfExpiry && field.date?.latest.map { $0 < today } == true
                ? SourceField(field.type, field.value, .invalid, printed: field.printed) : field
        }
        return dated + Self.computedFields(from: dated, on: today)
    }

    /// A computed value has the status of the date that it is computed from.
    private static func computedFields(from fields: [SourceField], on today: CalendarDate) -> [SourceField] {
        let birth = fields.first { $0.type == .dateOfBirth }
        let expiry = fields.first { $0.type == .dateOfExpiry }
        let issue = fields.first { $0.type == .dateOfIssue }
        let issued = issue?.date?.earliest
        let ageAtIssue = issued.flatMap { issued in birth?.date?.complete?.wholeYears(until: issued) }
        return [
            computed(.age, birth?.date?.age(on: today), from: birth),
            // Negative after the last day of validity.
            computed(.monthsToExpire, expiry?.date?.latest.map { today.wholeMonths(until: $0) }, from: expiry),
            computed(.ageAtIssue, ageAtIssue, from: birth),
            computed(.yearsSinceIssue, issued?.wholeYears(until: today), from: issue),
        ].compactMap { $0 }
    }

    private static func computed(_ type: DocumentFieldType, _ number: Int?, from date: SourceField?) -> SourceField? {
        guard let number, let date else { return nil }
        return SourceField(type, .text(String(number)), date.status)
    }
}

extension SourceField {
    fileprivate var date: PartialDate? {
        if case .date(let date) = value { date } else { nil }
    }
}
