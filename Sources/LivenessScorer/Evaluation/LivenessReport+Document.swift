internal import Foundation

extension LivenessReport {
    /// For people: what went wrong first, then rates, then everything else.
    package var document: ReportDocument {
        ReportDocument(
            title: "Liveness evaluation",
            blocks: introduction + errorBlocks + unansweredBlocks + rateBlocks + omissionBlocks,
            details: scoreBlocks + detailBlocks)
    }

    /// A page with more rows would be slow to open on a phone; the JSON file has them all.
    static let shownResults = 200

    private var introduction: [ReportBlock] {
        [
            .paragraph(
                "\(method.command); rules \(method.rulesVersion); networks of texture: "
                    + "\(method.textureNetworks.isEmpty ? "none" : method.textureNetworks.joined(separator: ", ")); frames of "
                    + "\(method.enlarges ? "" : "at most ")\(method.longestSide) pixels, JPEG quality \(method.jpegQuality); stills are \(method.permitsStills ? "" : "not ")permitted."
            ),
            .paragraph(
                "A capture is accepted if the decision is live, called an attack if it is presentationAttack, and "
                    + "without response otherwise. Every rate is a share of all packages of a species: APCER of attacks "
                    + "accepted, BPCER of bona fide captures called attacks, APNRR and BPNRR of those without response."
            ),
            .paragraph(
                "Packages of one person are alike, so the 95 % interval (Wilson) is that of the mean over persons, each "
                    + "of whom counts once. Tries are the first packages of a person that do not overlap, at most "
                    + "\(TriesOfPersons.maximumTries). Species are never averaged. An APCER of at most "
                    + "\(percent(Self.claim)) is shown if the whole interval is below, which takes "
                    + "\(WilsonInterval.presentationsNeeded(toShow: Self.claim)) persons without an error; else it is "
                    + "not shown."),
        ]
    }

    private var errorBlocks: [ReportBlock] {
        let errors = errors
        guard !errors.isEmpty else {
            return [
                .heading("Errors"),
                .paragraph("No bona fide capture was called an attack, and no attack was accepted."),
            ]
        }
        var blocks: [ReportBlock] = [
            .heading("Errors"),
            .paragraph(
                "Bona fide captures that were called attacks, the lowest score first; then attacks that were accepted, "
                    + "the highest score first."),
            .table(Self.table(of: errors.prefix(Self.shownResults))),
        ]
        if errors.count > Self.shownResults {
            blocks.append(.paragraph("\(errors.count - Self.shownResults) more stand in the JSON file."))
        }
        return blocks
    }

    private var unansweredBlocks: [ReportBlock] {
        let unanswered = results.filter { $0.subject.presentationClass == .bonaFide && $0.isWithoutResponse }
        guard !unanswered.isEmpty else { return [] }
        let more = unanswered.count - Self.shownResults
        return [
            .folded(
                summary: "\(unanswered.count) bona fide packages without response",
                [.table(Self.table(of: unanswered.prefix(Self.shownResults)))]
                    + (more > 0 ? [.paragraph("\(more) more stand in the JSON file.")] : []))
        ]
    }

    private var omissionBlocks: [ReportBlock] {
        var blocks: [ReportBlock] = [.heading("Not measured")]
        let notServed = method.packageKinds.filter { $0.shape == nil }.map(\.rawValue)
        if !notServed.isEmpty {
            blocks.append(
                .paragraph("Not served yet, so nothing is measured: packages \(notServed.joined(separator: ", "))."))
        }
        guard !omissions.isEmpty else {
            return blocks + [.paragraph("Every recording gave packages of every other kind.")]
        }
        let counts = Dictionary(grouping: omissions) { [$0.packageKind?.rawValue ?? "any", $0.reason] }
        return blocks + [
            .paragraph("Recordings that gave no package of a kind:"),
            .table(
                ReportTable(
                    columns: [.init("kind"), .init("why"), .init("recordings", isNumber: true)],
                    rows: counts.sorted { $0.key.joined() < $1.key.joined() }.map { $0.key + [String($0.value.count)] }
                )),
            .folded(
                summary: "Which recordings",
                [
                    .table(
                        ReportTable(
                            columns: ["set", "item", "kind", "why"].map { .init($0) },
                            rows: omissions.map { [$0.set, $0.item, $0.packageKind?.rawValue ?? "any", $0.reason] }))
                ]),
        ]
    }

    /// One row a package, with what every cue found.
    static func table(of results: some Sequence<PresentationResult>) -> ReportTable {
        ReportTable(
            columns: [
                .init("item"), .init("species"), .init("level"), .init("kind"), .init("from, s", isNumber: true),
                .init("decision"), .init("reason"), .init("score", isNumber: true), .init("cues"),
            ],
            rows: results.map { result in
                [
                    result.subject.item, result.subject.species, result.level.rawValue, result.packageKind.rawValue,
                    String(format: "%.0f", result.startInMilliseconds / 1000),
                    result.decision?.rawValue ?? "not assessed", result.reason,
                    result.scoreInPercent.map { String(format: "%.0f", $0) } ?? "–",
                    result.cues.map { "\($0.cue): \($0.result.words)" }.joined(separator: "; "),
                ]
            })
    }

    func percent(_ share: Double?) -> String { share.map { String(format: "%.1f %%", $0 * 100) } ?? "–" }
}

extension CueResult {
    /// In one phrase.
    package var words: String {
        switch self {
        case .measured(let score, .bonaFide, _): String(format: "bona fide (%.0f)", score)
        case .measured(let score, .attack(let reason), _): String(format: "attack (%.0f), ", score) + reason.rawValue
        case .measured(let score, .unclear(let reason), _): String(format: "unclear (%.0f), ", score) + reason.rawValue
        case .abstained(let reason): "abstained, \(reason.rawValue)"
        }
    }
}
