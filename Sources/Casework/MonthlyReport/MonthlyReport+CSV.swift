internal import Onboarding
internal import OnboardingJSON

extension MonthlyReport {
    /// A form in which it is given.
    package enum Form: String, CaseIterable, Sendable {
        case json, csv, html
    }

    package func bytes(as form: Form) throws -> [UInt8] {
        switch form {
        case .json: try sortedKeyJSON(self)
        case .csv: [UInt8](csv.utf8)
        case .html: [UInt8](html.utf8)
        }
    }

    /// One figure a line, with a line of names before them (RFC 4180). What does not apply is empty.
    var csv: String {
        let names = ["tenant", "month", "section", "item", "step", "reason", "last_reason", "sex", "age", "value"]
        return ([names] + records.map { [tenant, month] + $0 }).map(CSVLine.text).joined()
    }

    /// With the purpose, or the check, as the step.
    private var authenticationRecords: [[String]] {
        func record(_ section: String, _ item: String, step: String = "", reason: String = "", _ value: Int) -> [String]
        {
            [section, item, step, reason, "", "", "", "\(value)"]
        }
        let ends = authentications.purposes.flatMap { ends in
            ends.figures.map {
                record("authentications", $0.name.replacing(" ", with: "_"), step: ends.purpose, $0.count)
            }
        }
        func checks(_ section: String, _ decisions: [CheckDecision]) -> [[String]] {
            decisions.map { record(section, "checks", step: $0.check, reason: $0.decision, $0.count) }
        }
        return [record("duplicates", "found", duplicates.found), record("duplicates", "refused", duplicates.refused)]
            + ends
            + authentications.failedFor.map {
                record("authentications_failed", "authentications", step: $0.purpose, reason: $0.reason, $0.count)
            }
            + checks("authentication_refusals", authentications.refusals)
            + checks("authentication_recaptures", authentications.recaptures)
            + [
                record("locks", "registrations", authentications.locks),
                record("devices", "added", authentications.devicesAdded),
                record("devices", "replaced", authentications.devicesReplaced),
            ]
    }

    private var records: [[String]] {
        func record(
            _ section: String, _ item: String, step: String = "", reason: String = "", last: String = "",
            sex: String = "", age: String = "", _ value: String
        ) -> [String] {
            [section, item, step, reason, last, sex, age, value]
        }
        func times(_ time: Time, step: String) -> [[String]] {
            [
                record("time", "count", step: step, "\(time.count)"),
                record("time", "median_in_seconds", step: step, time.medianInSeconds.map(String.init) ?? ""),
                record("time", "p90_in_seconds", step: step, time.p90InSeconds.map(String.init) ?? ""),
            ]
        }
        func persons(_ persons: Persons?, _ item: String) -> [[String]] {
            guard let persons else { return [] }
            // With nothing told of them there is a line that says so.
            guard persons.total != nil else {
                return [record("demographics", item, sex: Persons.all, age: Persons.all, Self.withheld)]
            }
            return persons.cells.map {
                record("demographics", item, sex: $0.sex, age: $0.age, $0.count.map(String.init) ?? Self.withheld)
            }
        }
        let counts = [
            ("open_before", enrollments.openBefore), ("begun", enrollments.begun),
            ("registered", enrollments.registered), ("handed_in", enrollments.handedIn),
            ("refused", enrollments.refused),
            ("expired", enrollments.expired), ("cancelled", enrollments.cancelled), ("pending", enrollments.pending),
        ]
        let looks = [
            ("requested", reviews.requested), ("accepted", reviews.accepted), ("refused", reviews.refused),
            ("registered", reviews.registered),
        ]
        let about = [("counted_at", countedAt), ("is_over", "\(isOver)"), ("test", "\(test)")]
        return about.map { record("report", $0, $1) } + counts.map { record("enrollments", $0, "\($1)") }
            + refusedFor.map {
                record(
                    "refused", "enrollments", step: $0.step, reason: $0.reason, last: $0.lastReason, "\($0.count)")
            }
            + refusals.map { record("refusals", "checks", step: $0.step, reason: $0.reason, "\($0.count)") }
            + recaptures.map { record("recaptures", "checks", step: $0.step, reason: $0.reason, "\($0.count)") }
            + documentFindings.map {
                record("document_findings", $0.field ?? "document", step: "addDocument", reason: $0.code, "\($0.count)")
            }
            + times(self.times.registration, step: "") + self.times.steps.flatMap { times($0.time, step: $0.step) }
            + looks.map { record("reviews", $0, "\($1)") }
            + authenticationRecords
            + (demographics.map { [record("demographics", "state", $0.state.rawValue)] } ?? [])
            + (demographics?.isIncomplete.map { [record("demographics", "is_incomplete", "\($0)")] } ?? [])
            + persons(demographics?.registered, "registered") + persons(demographics?.refused, "refused")
    }
}
