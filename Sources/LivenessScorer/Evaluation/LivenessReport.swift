/// What `onboarding eval liveness --report` writes (decision 0059): what the scorer makes of material whose truth is known.
package struct LivenessReport: Codable, Equatable, Sendable {
    /// The APCER that a species is asked to stay below.
    package static let claim = 0.05

    /// How the report was made.
    package struct Method: Codable, Equatable, Sendable {
        /// The command line, without the folders of its paths.
        package var command: String
        /// `FusionRules.version`.
        package var rulesVersion: Int
        /// The model that compares frames.
        package var descriptor: String
        /// The networks that the cues of texture asked.
        package var textureNetworks: [String]
        package var levels: [LivenessLevel]
        package var packageKinds: [PackageKind]
        package var permitsStills: Bool
        /// Longest side of the frames, in pixels, and the quality of their JPEG files.
        package var longestSide: Int
        /// Whether smaller frames were enlarged to it.
        package var enlarges: Bool
        package var jpegQuality: Int
        /// From this comparison score on, a capture is matched to the image that its list names.
        package var matchThreshold: Double

        package init(
            command: String, descriptor: String, textureNetworks: [String], levels: [LivenessLevel],
            packageKinds: [PackageKind], permitsStills: Bool, longestSide: Int, enlarges: Bool, jpegQuality: Int,
            matchThreshold: Double
        ) {
            self.command = command
            rulesVersion = FusionRules.version
            self.descriptor = descriptor
            self.textureNetworks = textureNetworks
            self.levels = levels
            self.packageKinds = packageKinds
            self.permitsStills = permitsStills
            self.longestSide = longestSide
            self.enlarges = enlarges
            self.jpegQuality = jpegQuality
            self.matchThreshold = matchThreshold
        }
    }

    /// What gave no package, or could not be read.
    package struct Omission: Codable, Equatable, Sendable {
        package var set: String
        package var item: String
        /// nil for an item that could not be read at all.
        package var packageKind: PackageKind?
        /// `PackageShortfall`, or the word of the error.
        package var reason: String

        package init(set: String, item: String, packageKind: PackageKind?, reason: String) {
            self.set = set
            self.item = item
            self.packageKind = packageKind
            self.reason = reason
        }
    }

    /// One kind of package at one level.
    package struct OperatingPoint: Codable, Equatable, Sendable {
        package let level: LivenessLevel
        package let packageKind: PackageKind
        /// All bona fide presentations, bona fide by species, presentation attacks, injection attacks.
        package let species: [SpeciesRates]
        /// One for each attack species.
        package let tradeoffs: [DetectionErrorTradeoff]
        package let histograms: [ScoreHistogram]
        package let cues: [CueFindings]
    }

    package let version: Int
    package let method: Method
    /// In the order of kinds and levels; those without any package are left out.
    package let operatingPoints: [OperatingPoint]
    package let omissions: [Omission]
    /// Every package, in the order of the lists.
    package let results: [PresentationResult]

    package init(method: Method, results: [PresentationResult], omissions: [Omission]) {
        version = 1
        self.method = method
        self.omissions = omissions
        self.results = results
        operatingPoints = method.packageKinds.flatMap { kind in
            method.levels.compactMap { level in
                let ofPoint = results.filter { $0.packageKind == kind && $0.level == level }
                return ofPoint.isEmpty
                    ? nil
                    : OperatingPoint(
                        level: level, packageKind: kind, results: ofPoint, matchThreshold: method.matchThreshold)
            }
        }
    }

    /// The errors: bona fide presentations taken for attacks, the lowest score first, then attacks that were accepted, the
    /// highest score first.
    package var errors: [PresentationResult] {
        let refused = results.filter { $0.subject.presentationClass == .bonaFide && $0.isCalledAttack }
        let accepted = results.filter { $0.subject.presentationClass != .bonaFide && $0.isAccepted }
        return refused.enumerated().sorted {
            ($0.element.scoreInPercent ?? 100, $0.offset) < ($1.element.scoreInPercent ?? 100, $1.offset)
        }.map(\.element)
            + accepted.enumerated().sorted {
                ($1.element.scoreInPercent ?? 0, $0.offset) < ($0.element.scoreInPercent ?? 0, $1.offset)
            }.map(\.element)
    }
}

extension LivenessReport.OperatingPoint {
    fileprivate init(
        level: LivenessLevel, packageKind: PackageKind, results: [PresentationResult], matchThreshold: Double
    ) {
        self.level = level
        self.packageKind = packageKind
        let bonaFide = results.filter { $0.subject.presentationClass == .bonaFide }
        let groups = PresentationClass.allCases.flatMap { presentationClass in
            Dictionary(grouping: results.filter { $0.subject.presentationClass == presentationClass }) {
                $0.subject.species
            }.sorted { $0.key < $1.key }.map { (presentationClass: presentationClass, species: $0.key, of: $0.value) }
        }
        let whole =
            bonaFide.isEmpty
            ? []
            : [
                SpeciesRates(
                    of: bonaFide, presentationClass: .bonaFide, species: nil, matchThreshold: matchThreshold)
            ]
        species =
            whole
            + groups.map {
                SpeciesRates(
                    of: $0.of, presentationClass: $0.presentationClass, species: $0.species,
                    matchThreshold: matchThreshold)
            }
        tradeoffs = groups.filter { $0.presentationClass != .bonaFide }.map {
            DetectionErrorTradeoff(
                of: $0.of, against: bonaFide, presentationClass: $0.presentationClass, species: $0.species)
        }
        histograms = groups.map {
            ScoreHistogram(of: $0.of, presentationClass: $0.presentationClass, species: $0.species)
        }
        let names = results.flatMap { $0.cues.map(\.cue) }
        let cueNames = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        cues = cueNames.flatMap { cue in
            groups.map {
                CueFindings(
                    of: cue, in: $0.of, presentationClass: $0.presentationClass, species: $0.species)
            }
        }
    }
}
