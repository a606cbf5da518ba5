package import OnboardingCore

/// What was measured of a case, in the words and rounded numbers that a list is filtered by. They identify nobody, so they stand
/// in the clear (decision 0094); what they were rounded from is sealed with the evidence.
package struct CaseMeasurements: Equatable, Sendable {
    /// Of the last face that was judged, `charlie4`.
    package var workflow: String?
    /// Of the last face that had a score: whole percent, rounded down, 0 … 100.
    package private(set) var liveness: Int?
    /// Of the last comparison of face and portrait: tenths of −log10 of the false match rate, rounded down, 0 … `mostPortrait`.
    package private(set) var portrait: Int?
    /// The kind of the last document that was read, `Passport`.
    package var documentType: String?
    /// Who issued it: three letters of ICAO's table. What is in no table stands nowhere in the clear, because it may be anything
    /// that was misread.
    package var issuingState: String?

    /// Scores above are counted as this one: a chance match in 10¹⁹ is as good as none.
    package static let mostPortrait = 199

    /// - Parameters:
    ///   - livenessInPercent: as it was computed.
    ///   - portraitScore: −log10 of the false match rate.
    package init(
        workflow: String? = nil, livenessInPercent: Double? = nil, portraitScore: Double? = nil,
        documentType: String? = nil, issuingState: String? = nil
    ) {
        self.workflow = workflow
        liveness = livenessInPercent.flatMap { Self.rounded($0, to: 0...100) }
        portrait = portraitScore.flatMap { Self.rounded($0 * 10, to: 0...Self.mostPortrait) }
        self.documentType = documentType
        self.issuingState = issuingState
    }

    /// As they are stored.
    init(workflow: String?, liveness: Int?, portrait: Int?, documentType: String?, issuingState: String?) {
        self.workflow = workflow
        self.liveness = liveness
        self.portrait = portrait
        self.documentType = documentType
        self.issuingState = issuingState
    }

    /// The same with what was measured since.
    package func updated(by newer: CaseMeasurements) -> CaseMeasurements {
        CaseMeasurements(
            workflow: newer.workflow ?? workflow, liveness: newer.liveness ?? liveness,
            portrait: newer.portrait ?? portrait, documentType: newer.documentType ?? documentType,
            issuingState: newer.issuingState ?? issuingState)
    }

    /// Nil for what is no number.
    package static func rounded(_ value: Double, to range: ClosedRange<Int>) -> Int? {
        guard !value.isNaN else { return nil }
        return Int(min(max(value.rounded(.down), Double(range.lowerBound)), Double(range.upperBound)))
    }
}

/// A case as a list of them shows it.
package struct CaseRow: Equatable, Sendable {
    package let id: EnrollmentID
    package let tenantID: TenantID
    package let place: SearchPlace
    package let outline: CaseOutline
    package let measured: CaseMeasurements
    /// Nil once it has ended.
    package let deadline: Instant?
    /// The code that it has from its beginning, whatever became of it.
    package let registrationCode: String?
    /// As `StoredEnrollment.sealedPerson`.
    package let sealedPerson: [UInt8]?
    /// Whether a legal hold keeps it from being erased.
    package let isHeld: Bool
    /// Whether a colleague is to look at it.
    package let isFlagged: Bool
    /// Whether its face was found among the registrations.
    package let isDuplicate: Bool
}

/// A page of cases, the newest first, and where the pages beside it begin.
package struct CasePage: Equatable, Sendable {
    package let rows: [CaseRow]
    /// Nil where there are none that are older.
    package let older: SearchPlace?
    /// Nil where there are none that are newer.
    package let newer: SearchPlace?

    /// - Parameters:
    ///   - rows: in the direction of the search.
    ///   - end: where the search goes on; nil at its end.
    package init(_ rows: some BidirectionalCollection<CaseRow>, from start: PageStart, end: SearchPlace?) {
        let back = start.back(from: rows.first?.place)
        self.rows = start.isNewestFirst ? Array(rows) : rows.reversed()
        (older, newer) = start.isNewestFirst ? (end, back) : (back, end)
    }
}

/// The words that a tenant's cases have, in their order, for whoever chooses among them.
package struct CaseWords: Equatable, Sendable {
    package var workflows: [String]
    package var documentTypes: [String]
    package var issuingStates: [String]

    package init(workflows: [String] = [], documentTypes: [String] = [], issuingStates: [String] = []) {
        self.workflows = workflows
        self.documentTypes = documentTypes
        self.issuingStates = issuingStates
    }
}
