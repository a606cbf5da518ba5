internal import OnboardingCore

/// The tables in which a report is shown.
extension MonthlyReport {
    struct Table {
        let caption: String
        /// What the table is about, under it; nil where it says itself.
        var note: String?
        let columns: [String]
        /// The first cell is the heading of its row.
        let rows: [[String]]
        /// How many columns in front have no numbers.
        var words = 1
    }

    /// What stands where a count is withheld.
    static let withheld = "withheld"

    var tables: [Table] {
        var tables = [
            Table(
                caption: "Enrollments",
                note:
                    "Open before + begun = registered + registered by the tenant's client + refused + expired + "
                    + "cancelled + pending. Nobody judged the images by which the tenant's client registered somebody.",
                columns: ["What", "Enrollments"], rows: enrollments.rows),
            Table(
                caption: "Refused, by step and reason", columns: ["Step", "Reason", "Last check", "Enrollments"],
                rows: refusedFor.map { [$0.step, $0.reason, $0.lastReason, "\($0.count)"] }, words: 3),
            Table(
                caption: "Checks decided against the person", columns: ["Step", "Reason", "Checks"],
                rows: refusals.map { [$0.step, $0.reason, "\($0.count)"] }, words: 2),
            Table(
                caption: "Recaptures, by cause", columns: ["Step", "Cause", "Checks"],
                rows: recaptures.map { [$0.step, $0.reason, "\($0.count)"] }, words: 2),
            Table(
                caption: "What was wrong with refused documents",
                note: "A document may have several; of enrollments alone.", columns: ["What", "Field", "Documents"],
                rows: documentFindings.map { [$0.code, $0.field ?? "", "\($0.count)"] }, words: 2),
            Table(
                caption: "Time needed, of those registered",
                columns: ["Step", "Registered", "Median", "90 % within"],
                rows: [times.registration.row("all")] + times.steps.map { $0.time.row($0.step) }),
            Table(
                caption: "Looked at by a human", columns: ["What", "Enrollments"],
                rows: [
                    ["requested", "\(reviews.requested)"], ["accepted", "\(reviews.accepted)"],
                    ["refused", "\(reviews.refused)"], ["registered", "\(reviews.registered)"],
                ]),
            Table(
                caption: "Faces of another registration", columns: ["What", "Enrollments"],
                rows: [["found", "\(duplicates.found)"], ["refused", "\(duplicates.refused)"]]),
        ]
        tables += authentications.tables
        if let registered = demographics?.registered {
            tables.append(registered.table("Registered, by sex and age", isIncomplete: demographics?.isIncomplete))
        }
        if let refused = demographics?.refused {
            tables.append(refused.table("Refused, by sex and age", isIncomplete: demographics?.isIncomplete))
        }
        return tables
    }
}

extension MonthlyReport.Authentications {
    /// What a purpose and a check are called among people.
    private static let names = [
        AuthenticationPurpose.authenticate.rawValue: "authentication",
        AuthenticationPurpose.reEnroll.rawValue: "re-enrollment",
        AuthenticationCheck.verifyDevice.rawValue: "device", AuthenticationCheck.verifyFace.rawValue: "face",
        AuthenticationCheck.addDocument.rawValue: "document",
    ]

    private static func name(_ word: String) -> String { names[word] ?? word }

    /// `notMatching`, said as two words.
    private static func spaced(_ word: String) -> String {
        word.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
    }

    fileprivate var tables: [MonthlyReport.Table] {
        let names = purposes.first?.figures.map(\.name) ?? []
        return [
            MonthlyReport.Table(
                caption: "Authentications and re-enrollments",
                note: "Open before + begun = completed + failed + expired + cancelled + pending.",
                columns: ["What"] + purposes.map { Self.name($0.purpose) },
                rows: names.enumerated().map { index, name in
                    [name] + purposes.map { "\($0.figures[index].count)" }
                }),
            MonthlyReport.Table(
                caption: "Failed authentications, by reason", columns: ["Purpose", "Reason", "Authentications"],
                rows: failedFor.map { [Self.name($0.purpose), $0.reason, "\($0.count)"] }, words: 2),
            MonthlyReport.Table(
                caption: "Checks of authentications decided against the person",
                columns: ["Check", "Decision", "Checks"],
                rows: refusals.map { [Self.name($0.check), Self.spaced($0.decision), "\($0.count)"] }, words: 2),
            MonthlyReport.Table(
                caption: "Recaptures of authentications, by cause", columns: ["Check", "Cause", "Checks"],
                rows: recaptures.map { [Self.name($0.check), Self.spaced($0.decision), "\($0.count)"] }, words: 2),
            MonthlyReport.Table(
                caption: "Locks and devices", columns: ["What", "Registrations"],
                rows: [
                    ["locked by failures", "\(locks)"], ["device added", "\(devicesAdded)"],
                    ["devices replaced", "\(devicesReplaced)"],
                ]),
        ]
    }
}

extension MonthlyReport.Enrollments {
    fileprivate var rows: [[String]] {
        [
            ["open before", "\(openBefore)"], ["begun", "\(begun)"], ["registered", "\(registered)"],
            ["registered by the tenant's client", "\(handedIn)"],
            ["refused", "\(refused)"], ["expired", "\(expired)"], ["cancelled", "\(cancelled)"],
            ["pending", "\(pending)"],
        ]
    }
}

extension MonthlyReport.Time {
    fileprivate func row(_ step: String) -> [String] {
        [step, "\(count)", medianInSeconds.map(Self.text) ?? "", p90InSeconds.map(Self.text) ?? ""]
    }

    private static func text(seconds: Int64) -> String { seconds == 0 ? "< 1 s" : "\(seconds) s" }
}

extension MonthlyReport.Persons {
    fileprivate func table(_ caption: String, isIncomplete: Bool?) -> MonthlyReport.Table {
        let words = [
            "under18": "under 18", "from18to29": "18–29", "from30to44": "30–44", "from45to59": "45–59", "from60": "60+",
        ]
        let ages = AgeBand.allCases.map(\.rawValue) + [Self.all]
        let rows = (StatedSex.allCases.map(\.rawValue) + [Self.all]).map { sex in
            [sex]
                + cells.filter { $0.sex == sex }.map { $0.count.map(String.init) ?? MonthlyReport.withheld }
        }
        var note =
            "As documents say that are still kept. Counts of one to four persons are withheld, and others from which "
            + "they would follow."
        if isIncomplete == true {
            note += " More documents are kept than a report opens: the first of the month are counted."
        }
        if total == nil { note += " There are too few to tell of any." }
        return MonthlyReport.Table(
            caption: caption, note: note, columns: ["Sex"] + ages.map { words[$0] ?? $0 },
            rows: total == nil ? [] : rows)
    }
}
