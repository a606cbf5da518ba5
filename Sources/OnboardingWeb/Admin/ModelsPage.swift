internal import Foundation
internal import Onboarding
internal import OnboardingHTTP
internal import Tenancy

/// Which networks decide here, what was measured of them, and which attacks they were held against: all read from what lies in
/// the installation.
struct ModelsPage: Sendable {
    let site: Site
    let modelsInUse: ModelsInUse

    private static let attacks = AdminTab.models.path + "/attacks"

    var routes: [Route] {
        [
            site.adminRoute(.get, AdminTab.models.path, of: .models) { request in
                try site.page(
                    "admin/models",
                    ModelsView(
                        try request.authenticated, modelsInUse,
                        AttackList(page: Self.attackPage), words: try site.words(for: request)),
                    for: request)
            },
            site.adminRoute(.get, Self.attacks, of: .models) { request in
                try site.page(
                    "admin/attacks",
                    AttacksView(
                        try request.authenticated, AttackList(page: Self.attackPage),
                        words: try site.words(for: request)),
                    for: request)
            },
        ]
    }

    /// `docs/attacks.md`; empty where the installation came without it.
    private static var attackPage: String {
        FileManager.default.contents(atPath: Installation.root + "/docs/attacks.md")
            .map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// The attacks of `docs/attacks.md`, which is made from the suite itself.
struct AttackList: Equatable {
    struct Group: Equatable {
        let heading: String
        let attacks: [Attack]
    }

    struct Attack: Equatable {
        let number: String
        let instrument: String
        let what: String
        let species: String
        let refusedBy: String
    }

    let groups: [Group]

    var count: Int { groups.map(\.attacks.count).reduce(0, +) }

    /// Reads the tables below headings: number, instrument, what it is, made from, also takes, species, built to refuse it.
    init(page: String) {
        var groups: [(heading: String, attacks: [Attack])] = []
        for line in page.split(separator: "\n") {
            if line.hasPrefix("### ") {
                groups.append((String(line.dropFirst(4)), []))
            } else if !groups.isEmpty, line.hasPrefix("| ") {
                let cells = line.dropFirst(2).dropLast(2).split(separator: " | ", omittingEmptySubsequences: false)
                guard cells.count == 7, let number = cells.first, number.first?.isLetter == true,
                    number.dropFirst().allSatisfy(\.isNumber), number.count > 1
                else { continue }
                groups[groups.count - 1].attacks.append(
                    Attack(
                        number: String(number), instrument: Self.plain(cells[1]), what: Self.plain(cells[2]),
                        species: Self.plain(cells[5]), refusedBy: Self.plain(cells[6])))
            }
        }
        self.groups = groups.filter { !$0.attacks.isEmpty }.map { Group(heading: $0.heading, attacks: $0.attacks) }
    }

    private static func plain(_ cell: Substring) -> String { String(cell.filter { $0 != "`" }) }
}

/// What `admin/models.mustache` shows.
struct ModelsView {
    struct ModelView {
        let modelPurpose: String
        let modelName: String
        let digest: String
    }

    struct AccuracyView {
        let falseMatches: String
        let misses: String
        let low: String
        let high: String
    }

    struct CalibrationView {
        let calibrationDigest: String
        let calibrationModel: String
        let impostorPairs: String
        let identities: Int
        let madeBy: String
        let measuredUpTo: String
    }

    struct TextureView {
        struct KindView {
            let attackKind: String
            let taken: String
        }

        let network: String
        let level: String
        let bonaFideRefused: String
        let worst: String
        let kinds: [KindView]
    }

    let tabs: [AdminTabView]
    let models: [ModelView]
    let calibration: CalibrationView?
    let accuracy: AccuracyView?
    /// What the tenant asks of a portrait, and what counts with this descriptor.
    let tenantThreshold: String
    let countingThreshold: String
    let isRaised: Bool
    let oneIn: String
    let livenessLevel: Int
    let texture: [TextureView]
    let runtime: String
    let modelLock: String
    let attackCount: Int
    let hasAttacks: Bool

    init(_ principal: Principal, _ inUse: ModelsInUse, _ attacks: AttackList, words: Words) {
        func percent(_ share: Double) -> String { words.percent(share) }
        let settings = principal.tenant.settings
        tabs = AdminTabView.all(for: principal, at: .models, words: words)
        models = inUse.models.map { model in
            ModelView(
                modelPurpose: words("admin.models.purpose.\(model.purpose.rawValue)"), modelName: model.name,
                digest: model.digest)
        }
        calibration = inUse.calibration.map { table in
            CalibrationView(
                calibrationDigest: table.digest, calibrationModel: table.model,
                impostorPairs: words.whole(Double(table.impostorPairs)),
                identities: table.identities, madeBy: table.madeBy, measuredUpTo: words.decimal(table.measuredUpTo, 1))
        }
        accuracy = inUse.accuracy.map { measured in
            AccuracyView(
                falseMatches: Self.oneIn(measured.falseMatchRate, words), misses: percent(measured.falseNonMatchRate),
                low: percent(measured.low), high: percent(measured.high))
        }
        let counting = max(settings.portraitMatchThreshold, inUse.leastMatchThreshold)
        tenantThreshold = words.decimal(settings.portraitMatchThreshold, 1)
        countingThreshold = words.decimal(counting, 1)
        isRaised = counting > settings.portraitMatchThreshold
        oneIn = Self.oneIn(pow(10, -counting), words)
        livenessLevel = settings.minimumLivenessLevel.rawValue
        texture = inUse.texture.map { measured in
            TextureView(
                network: measured.network, level: measured.level, bonaFideRefused: percent(measured.bonaFideRefused),
                worst: measured.attacksTaken.first.map { "\(percent($0.share)) (\($0.kind))" } ?? "–",
                kinds: measured.attacksTaken.map { .init(attackKind: $0.kind, taken: percent($0.share)) })
        }
        runtime = inUse.runtime
        modelLock = inUse.modelLock
        attackCount = attacks.count
        hasAttacks = attacks.count > 0
    }

    /// A rate as one in so many.
    private static func oneIn(_ rate: Double, _ words: Words) -> String {
        guard rate > 0, rate <= 1 else { return words.percent(rate) }
        return words("admin.models.oneIn", ["number": words.whole((1 / rate).rounded())])
    }
}

/// What `admin/attacks.mustache` shows.
struct AttacksView {
    struct GroupView {
        let heading: String
        let headingLanguage: String
        let attacks: [AttackView]
    }

    struct AttackView {
        let number: String
        let instrument: String
        let what: String
        let species: String
        let refusedBy: String
    }

    /// How the headings of the suite's page begin, and the texts that name their families.
    private static let families = [
        ("JPEG files", "files"), ("A virtual camera that", "videoCamera"),
        ("A virtual camera in a browser", "browserCamera"), ("Shown to a camera", "shown"),
    ]
    private static let defences = [
        "active workflow": "activeWorkflow", "living motion": "livingMotion",
        "comparison with the document's photograph": "portraitComparison", "replay guard": "replayGuard",
        "flatness": "flatness", "texture": "texture", "traces of a camera": "cameraTraces",
        "stillness": "stillness", "frame times": "frameTimes", "duration": "duration",
    ]

    let tabs: [AdminTabView]
    let groups: [GroupView]
    let attackCount: Int

    init(_ principal: Principal, _ attacks: AttackList, words: Words) {
        tabs = AdminTabView.all(for: principal, at: .models, words: words)
        groups = attacks.groups.map { group in
            let family = Self.families.first { group.heading.hasPrefix($0.0) }
            let heading = family.flatMap { words.text(at: "admin.models.family.\($0.1)") }
            return GroupView(
                heading: heading ?? group.heading,
                headingLanguage: heading == nil ? Language.english.rawValue : words("admin.language"),
                attacks: group.attacks.map { attack in
                    AttackView(
                        number: attack.number, instrument: attack.instrument, what: attack.what,
                        species: words.text(at: "case.species.\(attack.species)") ?? attack.species,
                        refusedBy: Self.defences(attack.refusedBy, words))
                })
        }
        attackCount = attacks.count
    }

    private static func defences(_ list: String, _ words: Words) -> String {
        list.components(separatedBy: ", ").map { name in
            defences[name].flatMap { words.text(at: "admin.models.defence.\($0)") } ?? name
        }.joined(separator: ", ")
    }
}

extension Words {
    /// With the mark that the language has before decimals.
    fileprivate func decimal(_ number: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", number).replacing(".", with: self("admin.decimalMark"))
    }

    fileprivate func percent(_ share: Double) -> String { decimal(share * 100, 1) + " %" }

    /// With a gap between thousands.
    fileprivate func whole(_ number: Double) -> String {
        var (left, parts) = (Int(exactly: number) ?? 0, [String]())
        while left >= 1000 {
            parts.append(String(format: "%03d", left % 1000))
            left /= 1000
        }
        return ([String(left)] + parts.reversed()).joined(separator: "\u{202F}")
    }
}
