internal import Casework
internal import Foundation
internal import OnboardingCore
internal import OnboardingJSON
internal import Tenancy

/// What `admin/configuration.mustache` shows: where each setting is found, and what was changed.
struct ConfigurationView {
    struct Card {
        let cardPath: String
        let cardName: String
        let cardLead: String
        /// How many of its settings are not as a new tenant has them.
        let cardDiffering: String?
    }

    let tabs: [AdminTabView]
    let profile: String
    let differing: Int
    let configurationVersion: Int
    let changedAt: ShownTime
    let cards: [Card]
    let unknownKeys: [UnknownKeyView]
    let history: [ConfigurationChangeView]

    init(
        _ principal: Principal, _ standing: ConfigurationStanding, history: [TenantTrail.Entry], words: Words
    ) {
        tabs = AdminTabView.all(for: principal, at: .configuration, words: words)
        profile = standing.profile.rawValue
        differing = standing.differing.count
        configurationVersion = standing.version
        changedAt = ShownTime(standing.changedAt, words)
        cards = ConfigurationSection.shown.map { section in
            let count = section.keys.filter { standing.differing.contains($0.name) }.count
            return Card(
                cardPath: section.path, cardName: words("admin.section.\(section.rawValue)"),
                cardLead: words("admin.sectionLead.\(section.rawValue)"),
                cardDiffering: count == 0
                    ? nil : words("admin.configuration.differing\(count == 1 ? "One" : "")", ["n": "\(count)"]))
        }
        unknownKeys = standing.unknown.map { UnknownKeyView(unknownName: $0.name, nearestName: $0.nearest) }
        self.history = history.map { ConfigurationChangeView($0, words: words) }
    }
}

extension ConfigurationSection {
    /// Those that have a page, in its order.
    static var shown: [ConfigurationSection] { allCases.filter { !$0.keys.isEmpty } }

    var path: String { "\(AdminTab.configuration.path)/\(rawValue)" }
}

/// What `admin/configuration-section.mustache` shows.
struct ConfigurationSectionView {
    /// What the form that was sent has done.
    enum Done: String {
        case changed, same, logo
    }

    struct Link {
        let linkPath: String
        let linkName: String
        let isShown: Bool
    }

    let tabs: [AdminTabView]
    let links: [Link]
    let section: SectionView
    /// What was saved; nil where nobody has saved just now, or nothing is told of it any more.
    let change: ConfigurationChangeView?
    let isSaved: Bool
    /// The form had nothing to save.
    let isSame: Bool
    /// Why the file that was sent is no logo; nil where none was refused.
    let refusedLogo: String?

    /// - Parameter newest: what whoever asks has changed last.
    init(
        _ principal: Principal, _ section: ConfigurationSection, _ standing: ConfigurationStanding,
        _ form: ConfigurationForm? = nil, done: Done? = nil, newest: TenantTrail.Entry? = nil,
        logoRefusal: LogoRefusal? = nil, words: Words
    ) {
        tabs = AdminTabView.all(for: principal, at: .configuration, words: words)
        links = ConfigurationSection.shown.map {
            Link(linkPath: $0.path, linkName: words("admin.section.\($0.rawValue)"), isShown: $0 == section)
        }
        var view = SectionView(form ?? ConfigurationForm(section, standing), standing, words: words)
        if section == .pages {
            view.appearance = AppearanceView(
                principal.tenant, logoRefusal, logoIsSaved: done == .logo, words: words)
        }
        self.section = view
        change = done == .changed ? newest.map { ConfigurationChangeView($0, words: words) } : nil
        (isSaved, isSame) = (done == .changed, done == .same)
        refusedLogo = logoRefusal.map { AppearanceView.sentence(for: $0, words) }
    }
}

struct UnknownKeyView {
    let unknownName: String
    let nearestName: String?
}

struct SectionView {
    let sectionID: String
    let title: String
    let sectionLead: String
    let isEditable: Bool
    /// What is wrong, with the fields that it is about.
    let sectionProblems: [ProblemView]
    let hasProblems: Bool
    let conflictSentence: String?
    /// Why what is saved has no effect; nil where it has.
    let effectSentence: String?
    let fields: [FieldView]
    /// JSON of the values that the fields began with.
    let shown: String
    /// Of the section whose colours and words persons see; nil for the others.
    var appearance: AppearanceView?

    init(_ form: ConfigurationForm, _ standing: ConfigurationStanding, words: Words) {
        sectionID = form.section.rawValue
        title = words("admin.section.\(form.section.rawValue)")
        sectionLead = words("admin.sectionLead.\(form.section.rawValue)")
        isEditable = form.section.isEditable
        fields = form.section.keys.map { FieldView($0, form, standing, words: words) }
        sectionProblems = fields.compactMap { field in
            field.fieldProblem.map { ProblemView(about: field.fieldID, name: field.label, sentence: $0) }
        }
        conflictSentence = form.conflict.map { words("admin.rule.\($0.rawValue)") }
        effectSentence =
            form.section == .attributes && standing.lacksPurposeOfAttributes
            ? words("admin.configuration.purposeMissing") : nil
        hasProblems = !sectionProblems.isEmpty || conflictSentence != nil
        shown = (try? sortedKeyJSON(JSONValue.object(form.shown))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

struct ProblemView {
    let about: String
    let name: String
    let sentence: String
}

/// A key with its field.
struct FieldView {
    struct Choice {
        let choiceName: String
        /// As it is sent.
        let choiceText: String
        let choiceSaid: String
        let isChosen: Bool
    }

    struct TextView {
        let textField: String
        let textID: String
        let textLanguage: String
        let languageName: String
        let languageText: String
    }

    let fieldID: String
    /// The key, which is also the name of its field.
    let keyPath: String
    /// What it is, or what it asks, in words.
    let label: String
    /// Of a number; nil where it counts.
    let unit: String?
    let purpose: [TextRun]
    let purposeLanguage: String
    let allowed: String
    let initialText: String
    let presentText: String
    let isDifferent: Bool
    /// Nothing reads it yet.
    let isUnread: Bool
    let isFlag: Bool
    let isFlagOn: Bool
    let isNumber: Bool
    let isShortText: Bool
    let isLongText: Bool
    let inputText: String
    /// A text in each language.
    let texts: [TextView]
    let hasTexts: Bool
    /// Of which one is chosen.
    let options: [Choice]
    let hasOptions: Bool
    /// Of which any are.
    let ticks: [Choice]
    let hasTicks: Bool
    let fieldProblem: String?
    let isWrong: Bool

    init(_ key: ConfigurationKey, _ form: ConfigurationForm, _ standing: ConfigurationStanding, words: Words) {
        fieldID = "key-" + key.name.replacing(".", with: "-")
        keyPath = key.name
        label = key.label(in: words)
        unit = key.unit.map { words("admin.unit.\($0.rawValue)") }
        let translated = words.text(at: key.wordsPath)
        purpose = TextRun.all(in: translated ?? key.purpose)
        purposeLanguage = translated == nil ? Language.english.rawValue : words("admin.language")
        allowed = key.allowedSentence(in: words)
        initialText = key.said(key.initial(standing.profile), in: words)
        presentText = standing.value(of: key).map { key.said($0, in: words) } ?? ""
        isDifferent = standing.differing.contains(key.name)
        isUnread = !key.isServed

        let input = form.inputs[key.name]
        var (flag, text, chosen, byLanguage) = (false, "", Set<String>(), [Language: String]())
        switch input {
        case .flag(let isOn): flag = isOn
        case .text(let given): text = given
        case .words(let words): chosen = words
        case .languages(let given): byLanguage = given
        case nil: break
        }
        isFlagOn = flag
        inputText = text
        func choices(_ list: [String], chosen: Set<String>) -> [Choice] {
            list.map { word in
                Choice(
                    choiceName: "\(key.name):\(word)", choiceText: word, choiceSaid: key.choice(word, in: words),
                    isChosen: chosen.contains(word))
            }
        }
        var (isFlag, isNumber, isShortText, isLongText) = (false, false, false, false)
        var (options, ticks, texts): ([Choice], [Choice], [TextView]) = ([], [], [])
        switch key.values {
        case .flag: isFlag = true
        case .number, .wholeNumber, .threshold: isNumber = true
        case .word, .wholeNumberOf: options = choices(key.allowedWords, chosen: [text])
        case .words(let list), .wordsOrNone(let list): ticks = choices(list, chosen: chosen)
        case .origins, .providerRoles: isLongText = true
        case .boundedText(let bound):
            // The names of a provider are no prose.
            isLongText = bound > Self.longestLine && key.path.first != "oidc"
            isShortText = !isLongText
        case .text, .group, .consentVersion, .issuer, .color, .nothing: isShortText = true
        case .localizedText:
            texts = Language.allCases.map { language in
                TextView(
                    textField: "\(key.name):\(language.rawValue)",
                    textID: "key-\(key.name)-\(language.rawValue)".replacing(".", with: "-"),
                    textLanguage: language.rawValue, languageName: language.ownName,
                    languageText: byLanguage[language] ?? "")
            }
        }
        // What is stored stays choosable, also where nothing serves it.
        if !options.isEmpty, !options.contains(where: \.isChosen), !text.isEmpty {
            options += choices([text], chosen: [text])
        }
        (self.isFlag, self.isNumber, self.isShortText, self.isLongText) = (isFlag, isNumber, isShortText, isLongText)
        (self.options, self.ticks, self.texts) = (options, ticks, texts)
        (hasOptions, hasTicks, hasTexts) = (!options.isEmpty, !ticks.isEmpty, !texts.isEmpty)
        fieldProblem = form.problems[key.name].map { problem in
            switch problem {
            case .notAllowed: words("admin.problem.notAllowed", ["allowed": key.allowedSentence(in: words)])
            case .notANumber: words("admin.problem.notANumber", ["allowed": key.allowedSentence(in: words)])
            case .rule(let rule): words("admin.rule.\(rule.rawValue)")
            case .contrast(let shortfall):
                words(
                    "admin.problem.contrast",
                    [
                        "found": ContrastShortfall.text(of: shortfall.found),
                        "needed": ContrastShortfall.text(of: shortfall.needed), "background": shortfall.background.text,
                    ])
            }
        }
        isWrong = fieldProblem != nil
    }

    private static let longestLine = 200
}

extension ConfigurationKey {
    /// Where the words of a language for it stand; English ones are in the table itself.
    var wordsPath: String { "admin.key.\(textName)" }

    /// Names of texts have no point.
    private var textName: String { name.replacing(".", with: "_") }

    /// What it is called, or what it asks, in words; the key itself where nobody has named it.
    func label(in words: Words) -> String { words.text(at: "admin.label.\(textName)") ?? name }

    /// What a number of it counts, where that is not what its label names.
    enum Unit: String, CaseIterable {
        case seconds, days, years, megabytes, percent
    }

    var unit: Unit? {
        let last = path.last ?? ""
        if last.hasSuffix("Seconds") { return .seconds }
        if last.hasSuffix("Days") { return .days }
        if last.hasSuffix("Megabytes") { return .megabytes }
        if path.contains("ageEstimation"), last != "enabled" { return .years }
        return last == "matchThreshold" ? .percent : nil
    }

    /// One of the words that it may be, for people; the word itself where nobody has named it.
    func choice(_ word: String, in words: Words) -> String {
        words.text(at: "admin.choice.\(path.last ?? "").\(word)") ?? word
    }

    /// A value of it, for people.
    func said(_ value: JSONValue, in words: Words) -> String {
        switch (values, value) {
        case (.flag, .bool(let flag)): return words(flag ? "admin.yes" : "admin.no")
        case (.word, .string(let word)): return choice(word, in: words)
        case (.wholeNumberOf, .number(let number)): return choice(number.plain, in: words)
        case (.words, .array(let elements)), (.wordsOrNone, .array(let elements)):
            let chosen = elements.map { element in
                if case .string(let word) = element { choice(word, in: words) } else { element.shownText(in: words) }
            }
            return chosen.isEmpty ? words("admin.nothing") : chosen.joined(separator: ", ")
        case (_, .number(let number)):
            guard let unit else { return number.plain }
            let text = "\(number.plain) \(words("admin.unit.\(unit.rawValue)"))"
            guard unit == .seconds, number >= 120, let seconds = Int64(exactly: number) else { return text }
            return "\(text) (\(SpanOfTime(milliseconds: seconds * 1000).text(in: words)))"
        default: return value.shownText(in: words)
        }
    }

    /// What it may be, in words.
    func allowedSentence(in words: Words) -> String {
        func list(_ name: String, _ list: [String]) -> String {
            words("admin.allowed.\(name)", ["list": list.joined(separator: ", ")])
        }
        func range(_ name: String, _ least: String, _ greatest: String) -> String {
            words("admin.allowed.\(name)", ["least": least, "greatest": greatest])
        }
        let said = allowedWords.map { choice($0, in: words) }
        switch values {
        case .flag: return allowedWords.contains("true") ? words("admin.allowed.flag") : words("admin.allowed.off")
        case .number(let bounds), .threshold(let bounds):
            return range("number", bounds.lowerBound.plain, bounds.upperBound.plain)
        case .wholeNumber(let bounds): return range("wholeNumber", "\(bounds.lowerBound)", "\(bounds.upperBound)")
        case .wholeNumberOf, .word: return list("oneOf", said)
        case .words: return list("someOf", said)
        case .wordsOrNone: return list("anyOf", said)
        case .origins: return words("admin.allowed.origins")
        case .boundedText(let bound): return words("admin.allowed.text", ["greatest": "\(bound)"])
        case .localizedText(let bound): return words("admin.allowed.localizedText", ["greatest": "\(bound)"])
        case .consentVersion:
            return words("admin.allowed.consentVersion", ["greatest": "\(Limit.consentVersion.value)"])
        case .issuer: return words("admin.allowed.issuer")
        case .color: return words("admin.allowed.color")
        case .providerRoles: return words("admin.allowed.providerRoles")
        case .group, .text, .nothing: return words("admin.allowed.anyText")
        }
    }
}

extension JSONValue {
    /// For people: what is on, what is a list, what is nothing.
    func shownText(in words: Words) -> String {
        switch self {
        case .bool(let flag): words(flag ? "admin.on" : "admin.off")
        case .number(let number): number.plain
        case .string(let text): text.isEmpty ? words("admin.nothing") : text
        case .array(let elements):
            elements.isEmpty
                ? words("admin.nothing") : elements.map { $0.shownText(in: words) }.joined(separator: ", ")
        case .object(let members):
            members.isEmpty
                ? words("admin.nothing")
                : members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.shownText(in: words))" }
                    .joined(separator: "; ")
        case .null: words("admin.nothing")
        }
    }
}

/// A change of the configuration, as its history shows it.
struct ConfigurationChangeView {
    struct Line {
        let changedLabel: String
        let changedKey: String
        let before: String
        let after: String
    }

    let at: ShownTime
    let actor: String
    let lines: [Line]
    let isWithdrawn: Bool

    init(_ entry: TenantTrail.Entry, words: Words) {
        at = ShownTime(entry.at, words)
        actor = entry.actor ?? words("admin.unknownActor")
        isWithdrawn = entry.isWithdrawn
        lines = entry.changes.map { change in
            let key = ConfigurationTable.key(change.key)
            return Line(
                changedLabel: key?.label(in: words) ?? change.key, changedKey: change.key,
                before: Self.text(change.before, of: key, words), after: Self.text(change.after, of: key, words))
        }
    }

    /// - Parameter json: nil where there was nothing.
    private static func text(_ json: String?, of key: ConfigurationKey?, _ words: Words) -> String {
        guard let json else { return words("admin.nothing") }
        let value = try? JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
        let text = key.flatMap { key in value.map { key.said($0, in: words) } } ?? json
        return text.count > 80 ? text.prefix(80) + "…" : text
    }
}
