internal import Foundation

/// What is asked of the labelled images, field by field, with the floors that a change has to keep
/// (docs/measurements/face-attributes.md).
struct AttributeChecks: Sendable {
    private typealias Found = (label: Bool, look: AttributeMeasurements)

    let dataset: AttributeDataset
    /// Nil in it where no face was found.
    var measured: [AttributeSample: AttributeMeasurements?] = [:]

    private let ages: [AttributeDataset.Line]?
    private let eyes: [AttributeDataset.Line]?
    private let mouths: [AttributeDataset.Line]?
    private let smiles: [AttributeDataset.Line]?
    private let lenses: [AttributeDataset.Line]?
    private let london: [(labels: IdentityLabels, neutral: String, smiling: String)]
    private let celeba: [(file: String, labels: AttributeDataset.Labels)]
    private let closed: [String]
    private let expressions: [(file: String, labels: AttributeDataset.Labels)]

    private static let turns = [10.0, 20, 40]

    init(dataset: AttributeDataset) {
        self.dataset = dataset
        ages = dataset.lines(of: "age.csv")
        eyes = dataset.lines(of: "eyes.csv")
        mouths = dataset.lines(of: "mouth.csv")
        smiles = dataset.lines(of: "smile.csv")
        lenses = dataset.lines(of: "glasses.csv")
        london = dataset.london
        celeba = dataset.files(below: "celeba-half/")
        closed = dataset.files(below: "cew/").map(\.file)
        expressions = dataset.files(below: "fer/")
    }

    /// Every image that some check needs, once.
    var samples: [AttributeSample] {
        let lists = [ages, eyes, mouths, smiles, lenses].compactMap(\.self).flatMap { $0.compactMap { $0["file"] } }
        let files =
            lists + london.flatMap { [$0.neutral, $0.smiling] } + celeba.map(\.file) + closed
            + expressions.map(\.file)
        let turned = london.flatMap { person in
            Self.turns.flatMap { [$0, -$0] }.map { AttributeSample(file: person.neutral, turnInDegrees: $0) }
        }
        return Set(files).sorted().map { AttributeSample(file: $0) } + turned
    }

    var skipped: [String] {
        var lines = [
            ("age.csv", ages), ("eyes.csv", eyes), ("mouth.csv", mouths), ("smile.csv", smiles),
            ("glasses.csv", lenses),
        ].filter { ($0.1 ?? []).isEmpty }.map { "\($0.0): there is no such list, or none of its images" }
        if london.isEmpty { lines.append("London portraits: there is no ../faces/identities.csv") }
        for (name, isEmpty) in [("celeba-half", celeba.isEmpty), ("cew", closed.isEmpty), ("fer", expressions.isEmpty)]
        where isEmpty {
            lines.append("\(name)/: the manifest names none of it")
        }
        return lines + [
            "orientation: no image with a measured yaw or pitch is known; rendered heads hold their signs (tests)",
            "mustache, attractive, emotions.confused: never estimated",
        ]
    }

    var rows: [AttributeReport.Row] { blink + mouth + smile + age + male + glasses + emotions + roll }

    private func look(_ file: String?, turned: Double = 0) -> AttributeMeasurements? {
        guard let file else { return nil }
        return measured[AttributeSample(file: file, turnInDegrees: turned)] ?? nil
    }

    // Fields.

    private var blink: [AttributeReport.Row] {
        let shut = closed.compactMap { look($0) }
        let portraits = london.flatMap { [look($0.neutral), look($0.smiling)] }.compactMap(\.self)
        let hard = found(eyes) { $0["eyes"] == "closed" ? true : $0["eyes"] == "open-narrow" ? false : nil }
        func isClosed(_ look: AttributeMeasurements) -> Bool { (look.blink ?? 0) >= 0.45 }
        return [
            .init(
                .blink, "closed eyes found (CEW)", images: closed.count, judged: shut.count, share(shut, isClosed),
                .share, floor: 0.85),
            .init(
                .blink, "open eyes called closed (London)", images: london.count * 2, judged: portraits.count,
                share(portraits, isClosed), .share, floor: 0, isAtMost: true),
            curve(.blink, "closed against narrow eyes (eyes.csv)", eyes?.count ?? 0, hard, floor: 0.93) { $0.blink },
        ]
    }

    private var mouth: [AttributeReport.Row] {
        let wide = found(mouths) { $0["mouth"] == "open" }
        let slight = labelled { $0.mouthSlightlyOpen }
        func isRight(_ one: Found) -> Bool { (one.look.lipGap >= 0.10) == one.label }
        return [
            .init(
                .mouthOpen, "errors, wide open or closed (mouth.csv)", images: mouths?.count ?? 0, judged: wide.count,
                wide.isEmpty ? nil : Double(wide.filter { !isRight($0) }.count), .images, floor: 2, isAtMost: true),
            .init(
                .mouthOpen, "slightly open, right (celeba-half)", images: celeba.count, judged: slight.count,
                share(slight, isRight), .share, floor: 0.83),
            curve(.mouthOpen, "slightly open (celeba-half)", celeba.count, slight) { $0.lipGap },
        ]
    }

    private var smile: [AttributeReport.Row] {
        func score(_ look: AttributeMeasurements) -> Double? {
            look.smile.flatMap { smile in look.expression.map { (smile + $0[1]) / 2 } }
        }
        let slight = labelled { $0.smiling }
        let parts = [("London", "../", 0.94), ("SMILEs", "smile64/", 0.93)].map { name, prefix, floor in
            let lines = smiles?.filter { $0["file"]?.hasPrefix(prefix) ?? false }
            return curve(
                .smiling, "smiling against neutral (\(name))", lines?.count ?? 0,
                found(lines) { $0["expression"] == "smiling" }, floor: floor, by: score)
        }
        return parts + [
            .init(
                .smiling, "smiling, right (celeba-half)", images: celeba.count, judged: slight.count,
                share(slight) { ((score($0.look) ?? 0) >= 0.40) == $0.label }, .share, floor: 0.82),
            curve(.smiling, "smiling (celeba-half)", celeba.count, slight, by: score),
            curve(.smiling, "smiling, model set clean (celeba-half)", celeba.count, slight) { $0.smile },
        ]
    }

    private var adults: [(line: AttributeDataset.Line, years: Double, look: AttributeMeasurements)] {
        (ages ?? []).compactMap { line in
            guard let years = line["age"].flatMap(Double.init), (18...75).contains(years), let look = look(line["file"])
            else { return nil }
            return (line, years, look)
        }
    }

    private var portraits: [(labels: IdentityLabels, look: AttributeMeasurements)] {
        london.flatMap { person in
            [look(person.neutral), look(person.smiling)].compactMap(\.self).map { (person.labels, $0) }
        }
    }

    private var age: [AttributeReport.Row] {
        let known = portraits.compactMap { person in person.labels.ageInYears.map { (Double($0), person.look) } }
        let everyday = adults
        func errors(_ people: [(Double, AttributeMeasurements)], _ age: (AttributeMeasurements) -> Double?) -> [Double]
        {
            people.compactMap { years, look in age(look).map { abs($0 - years) } }
        }
        func isWithin(_ years: Double, _ look: AttributeMeasurements) -> Bool {
            let estimate = look.age.map { AgeEstimate(years: $0) }
            return estimate.map { ($0.least...$0.greatest).contains(years) } ?? false
        }
        let pairs = everyday.map { ($0.years, $0.look) }
        let groups = Set(everyday.compactMap { $0.line["race"] }).sorted().map { group -> AttributeReport.Row in
            let people = everyday.filter { $0.line["race"] == group }
            return .init(
                .age, "mean error, adults 18–75, \(group) (UTK)", images: people.count, judged: people.count,
                mean(errors(people.map { ($0.years, $0.look) }) { $0.age }), .years, floor: nil)
        }
        let young = (ages ?? []).filter { line in line["age"].flatMap(Double.init).map { $0 < 16 } ?? false }
        let children = young.compactMap { look($0["file"]) }
        return [
            .init(
                .age, "mean error (London)", images: london.count * 2, judged: known.count,
                mean(errors(known) { $0.age }), .years, floor: 4.2, isAtMost: true),
            .init(
                .age, "mean error, adults 18–75 (UTK)", images: everyday.count, judged: everyday.count,
                mean(errors(pairs) { $0.age }), .years, floor: 6.5, isAtMost: true),
            .init(
                .age, "within ageRange (London)", images: london.count * 2, judged: known.count,
                share(known) { isWithin($0.0, $0.1) }, .share, floor: nil),
            .init(
                .age, "within ageRange, adults 18–75 (UTK)", images: everyday.count, judged: everyday.count,
                share(pairs) { isWithin($0.0, $0.1) }, .share, floor: nil),
            .init(
                .age, "mean error, model set clean (London)", images: london.count * 2, judged: known.count,
                mean(errors(known) { $0.secondAge }), .years, floor: nil),
            .init(
                .age, "children under 16 estimated under 16 (UTK)", images: young.count, judged: children.count,
                share(children) { ($0.age ?? 99) < 16 }, .share, floor: nil),
            .init(
                .age, "the same called 18 to 45, model set clean", images: young.count, judged: children.count,
                share(children) { (18...45).contains($0.secondAge ?? 0) }, .share, floor: nil),
        ] + groups
    }

    private var male: [AttributeReport.Row] {
        func score(_ look: AttributeMeasurements) -> Double { ((look.male ?? 0.5) + (look.secondMale ?? 0.5)) / 2 }
        func isRight(_ isMale: Bool, _ look: AttributeMeasurements) -> Bool { (score(look) > 0.5) == isMale }
        func isAnswered(_ look: AttributeMeasurements) -> Bool { !(0.2...0.8).contains(score(look)) }
        let known = portraits.compactMap { person in
            person.labels.sex.map { ($0.lowercased().hasPrefix("m"), person.look) }
        }
        let everyday = adults.map { ($0.line["gender"] == "male", $0.look, $0.line["race"] ?? "") }
        let groups = Set(everyday.map(\.2)).sorted().map { group -> AttributeReport.Row in
            let people = everyday.filter { $0.2 == group }
            return .init(
                .male, "right, adults 18–75, \(group) (UTK)", images: people.count, judged: people.count,
                share(people) { isRight($0.0, $0.1) }, .share, floor: 0.90)
        }
        return [
            .init(
                .male, "right (London)", images: london.count * 2, judged: known.count,
                share(known) { isRight($0.0, $0.1) }, .share, floor: 0.97),
            .init(
                .male, "right, adults 18–75 (UTK)", images: everyday.count, judged: everyday.count,
                share(everyday) { isRight($0.0, $0.1) }, .share, floor: 0.95),
            .init(
                .male, "answered, adults 18–75 (UTK)", images: everyday.count, judged: everyday.count,
                share(everyday) { isAnswered($0.1) }, .share, floor: nil),
            .init(
                .male, "right where answered, adults 18–75 (UTK)", images: everyday.count, judged: everyday.count,
                share(everyday.filter { isAnswered($0.1) }) { isRight($0.0, $0.1) }, .share, floor: nil),
        ] + groups
    }

    private var glasses: [AttributeReport.Row] {
        let any = labelled { $0.glasses }
        let web = found(lenses) { $0["glasses"] == "with_glasses" }
        func isDark(_ look: AttributeMeasurements) -> Bool {
            (look.glasses ?? 0) > 0 && (look.lensDarkness ?? 1) < 0.65
        }
        func shown(_ lenses: String) -> [AttributeMeasurements] {
            celeba.filter { $0.labels.lenses == lenses }.compactMap { look($0.file) }
        }
        let bare = any.filter { !$0.label }.map(\.look)
        let (dark, clear) = (shown("dark"), shown("clear"))
        return [
            curve(.eyeglasses, "any glasses (celeba-half)", celeba.count, any, floor: 0.95) { $0.glasses },
            .init(
                .eyeglasses, "glasses missed (celeba-half)", images: celeba.count, judged: any.count - bare.count,
                share(any.filter(\.label)) { ($0.look.glasses ?? 0) <= 0 }, .share, floor: 0.20, isAtMost: true),
            .init(
                .eyeglasses, "bare eyes called glasses (celeba-half)", images: celeba.count, judged: bare.count,
                share(bare) { ($0.glasses ?? 0) > 0 }, .share, floor: 0.10, isAtMost: true),
            .init(
                .eyeglasses, "errors (glasses.csv)", images: lenses?.count ?? 0, judged: web.count,
                web.isEmpty ? nil : Double(web.filter { (($0.look.glasses ?? 0) > 0) != $0.label }.count), .images,
                floor: 2, isAtMost: true),
            .init(
                .sunglasses, "dark lenses found (celeba-half)", images: dark.count, judged: dark.count,
                share(dark, isDark), .share, floor: 0.70),
            .init(
                .sunglasses, "clear lenses called dark (celeba-half)", images: clear.count, judged: clear.count,
                share(clear, isDark), .share, floor: 0.10, isAtMost: true),
            .init(
                .sunglasses, "bare eyes called dark (celeba-half)", images: bare.count, judged: bare.count,
                share(bare, isDark), .share, floor: 0.02, isAtMost: true),
        ]
    }

    private var emotions: [AttributeReport.Row] {
        let names = ["neutral", "happy", "sad", "angry", "fear", "disgust", "surprise"]
        let asked = expressions.filter { $0.labels.emotion != "fear" }
        let found = asked.compactMap { sample in
            look(sample.file)?.expressions.map { (sample.labels.emotion ?? "", $0) }
        }
        func largest(_ shares: [Double]) -> String {
            names[shares.indices.filter { names[$0] != "fear" }.max { shares[$0] < shares[$1] } ?? 0]
        }
        return [
            .init(
                .emotions, "six expressions, right (FER)", images: asked.count, judged: found.count,
                share(found) { largest($0.1) == $0.0 }, .share, floor: 0.58)
        ]
    }

    private var roll: [AttributeReport.Row] {
        Self.turns.map { turn in
            let errors = london.flatMap { person in
                [turn, -turn].compactMap { signed -> Double? in
                    guard let upright = look(person.neutral), let turned = look(person.neutral, turned: signed) else {
                        return nil
                    }
                    // The image was turned clockwise, roll counts the other way.
                    return abs(turned.orientation.rollInDegrees - upright.orientation.rollInDegrees + signed)
                }
            }
            return .init(
                .orientation, "error of roll, turned by \(Int(turn))° (London)", images: london.count * 2,
                judged: errors.count, mean(errors), .degrees, floor: 0.5, isAtMost: true)
        }
    }

    // Sums.

    /// Those with a face, by the label of their line; nil leaves a line out.
    private func found(_ lines: [AttributeDataset.Line]?, _ label: (AttributeDataset.Line) -> Bool?) -> [Found] {
        (lines ?? []).compactMap { line in
            guard let label = label(line), let look = look(line["file"]) else { return nil }
            return (label, look)
        }
    }

    private func labelled(_ label: (AttributeDataset.Labels) -> Int?) -> [Found] {
        celeba.compactMap { sample in
            guard let label = label(sample.labels), let look = look(sample.file) else { return nil }
            return (label == 1, look)
        }
    }

    private func curve(
        _ field: FaceAttribute, _ check: String, _ images: Int, _ found: [Found], floor: Double? = nil,
        by score: (AttributeMeasurements) -> Double?
    ) -> AttributeReport.Row {
        let scores = found.map { (label: $0.label, score: score($0.look) ?? 0) }
        let (positive, negative) = (scores.filter(\.label).map(\.score), scores.filter { !$0.label }.map(\.score))
        var sum = 0.0
        for one in positive {
            for other in negative { sum += one > other ? 1 : one == other ? 0.5 : 0 }
        }
        let pairs = Double(positive.count * negative.count)
        return .init(
            field, check, images: images, judged: found.count, pairs > 0 ? sum / pairs : nil, .areaUnderCurve,
            floor: floor)
    }

    private func share<Value>(_ values: [Value], _ isCounted: (Value) -> Bool) -> Double? {
        values.isEmpty ? nil : Double(values.filter(isCounted).count) / Double(values.count)
    }

    private func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
}
