package import LivenessScorer

/// What `onboarding eval injection --report` writes (decision 0060): each attack of the suite, and what refused it.
package struct InjectionReport: Codable, Equatable, Sendable {
    /// The share of attacks made from one still or a document's portrait that a method may get through.
    package static let claim = 1.0 / 150

    /// How the report was made.
    package struct Method: Codable, Equatable, Sendable {
        /// The command line, without the folders of its paths.
        package var command: String
        /// The model that compares frames.
        package var descriptor: String
        /// The networks that the cues of texture asked.
        package var textureNetworks: [String]
        package var level: LivenessLevel
        /// Whether a program was there for virtual cameras.
        package var hasVideoProgram: Bool

        package init(
            command: String, descriptor: String, textureNetworks: [String], level: LivenessLevel, hasVideoProgram: Bool
        ) {
            self.command = command
            self.descriptor = descriptor
            self.textureNetworks = textureNetworks
            self.level = level
            self.hasVideoProgram = hasVideoProgram
        }
    }

    /// One number of the suite.
    package struct AttackRow: Codable, Equatable, Sendable {
        package let attack: String
        package let method: AttackMethod
        package let instrument: String
        package let needs: AttackNeeds
        package let species: String
        /// Attacks that were made and assessed, and how many were accepted, called attacks or got no response.
        package let accepted: PresentationShare
        package let calledAttack: Int
        package let withoutResponse: Int
        /// Of the accepted ones, how many match the document that they were cut from at 3.0 and more; nil without documents.
        package let matched: Int?
        package let refusals: [Count]
        package let notMade: [Count]
    }

    /// All attacks of one method that are made from one kind of source.
    package struct MethodRow: Codable, Equatable, Sendable {
        package let method: AttackMethod
        package let needs: AttackNeeds
        package let attacks: Int
        package let refused: PresentationShare
        /// Whether at most `claim` of them get through: asked of what is made from one still or a document's portrait.
        package let claim: ClaimFinding?
    }

    /// How often a word was given: the cue that refused with its reason, else the reason of the gate or error; or why an
    /// attack was not made.
    package struct Count: Codable, Equatable, Sendable {
        package let word: String
        package let count: Int
    }

    package let method: Method
    package let methods: [MethodRow]
    package let attacks: [AttackRow]
    package let trials: [AttackTrial]

    /// - Parameter trials: of any order; the report's is that of the suite, then of set and item.
    package init(_ method: Method, of suite: [Attack], trials: [AttackTrial]) {
        self.method = method
        let order = Dictionary(uniqueKeysWithValues: suite.enumerated().map { ($1.code, $0) })
        self.trials = trials.sorted { Self.key(of: $0, order) < Self.key(of: $1, order) }
        let byAttack = Dictionary(grouping: self.trials, by: \.attack)
        attacks = suite.map { Self.row(of: $0, trials: byAttack[$0.code] ?? []) }
        methods = AttackMethod.allCases.flatMap { method in
            AttackNeeds.allCases.compactMap { needs in
                let members = suite.filter { $0.method == method && $0.needs == needs }
                let results = members.flatMap { byAttack[$0.code] ?? [] }.compactMap(\.result)
                return results.isEmpty
                    ? nil : Self.row(of: method, needs: needs, attacks: members.count, results: results)
            }
        }
    }

    private static func key(of trial: AttackTrial, _ order: [String: Int]) -> (Int, String, String) {
        (order[trial.attack] ?? .max, trial.result?.subject.set ?? "", trial.result?.subject.item ?? "")
    }

    private static func row(of attack: Attack, trials: [AttackTrial]) -> AttackRow {
        let results = trials.compactMap(\.result)
        let compared = results.filter(\.hasReference)
        return AttackRow(
            attack: attack.code, method: attack.method, instrument: attack.instrument.name, needs: attack.needs,
            species: attack.instrument.species.rawValue,
            accepted: PresentationShare(of: results, where: \.isAccepted),
            calledAttack: results.count(where: \.isCalledAttack),
            withoutResponse: results.count(where: \.isWithoutResponse),
            matched: compared.isEmpty ? nil : compared.count { ($0.referenceScore ?? 0) >= Self.matchThreshold },
            refusals: counted(results.compactMap(\.refusal)), notMade: counted(trials.compactMap(\.notMade)))
    }

    private static let matchThreshold = 3.0

    private static func row(
        of method: AttackMethod, needs: AttackNeeds, attacks: Int, results: [PresentationResult]
    ) -> MethodRow {
        let isClaimed = method.isInjection && (needs == .still || needs == .documentPortrait)
        let accepted = PresentationShare(of: results, where: \.isAccepted)
        return MethodRow(
            method: method, needs: needs, attacks: attacks,
            refused: PresentationShare(of: results) { !$0.isAccepted },
            claim: isClaimed ? Self.finding(on: accepted) : nil)
    }

    /// By the number of attacks made, as the claim is put.
    private static func finding(on accepted: PresentationShare) -> ClaimFinding {
        guard let interval = accepted.interval else { return .notShown }
        if interval.high <= claim { return .shown }
        return interval.low > claim ? .refuted : .notShown
    }

    /// The most frequent first.
    private static func counted(_ words: [String]) -> [Count] {
        Dictionary(grouping: words, by: { $0 }).map { Count(word: $0.key, count: $0.value.count) }
            .sorted { ($1.count, $0.word) < ($0.count, $1.word) }
    }
}

extension PresentationResult {
    /// What refused the capture, in words; nil for an accepted one.
    fileprivate var refusal: String? {
        refusedBy.map { $0 == reason ? $0 : "\($0) (\(reason))" }
    }
}
