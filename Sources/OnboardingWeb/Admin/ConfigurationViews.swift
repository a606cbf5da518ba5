internal import Casework
internal import OnboardingCore
internal import OnboardingJSON
internal import Tenancy

/// What `admin/configuration.mustache` shows.
struct ConfigurationView {
    let tabs: [AdminTabView]
    let profile: String
    let differing: Int
    let configurationVersion: Int
    let changedAt: String
    let sections: [SectionView]
    let unknownKeys: [UnknownKeyView]
    let history: [ConfigurationChangeView]
    /// Why the file that was sent is no logo; nil where none was refused.
    let refusedLogo: String?

    init(
        _ principal: Principal, _ standing: ConfigurationStanding, _ form: ConfigurationForm?,
        history: [TenantTrail.Entry], done: ConfigurationSection?, logoRefusal: LogoRefusal? = nil,
        logoIsSaved: Bool = false, words: Words
    ) {
        tabs = AdminTabView.all(for: principal, at: .configuration, words: words)
        profile = standing.profile.rawValue
        differing = standing.differing.count
        configurationVersion = standing.version
        changedAt = standing.changedAt.iso8601WithMilliseconds
        sections = ConfigurationSection.allCases.filter { !$0.keys.isEmpty }.map { section in
            let own = form.flatMap { $0.section == section ? $0 : nil }
            var view = SectionView(
                own ?? ConfigurationForm(section, standing), standing, isDone: done == section, words: words)
            if section == .pages {
                view.appearance = AppearanceView(
                    principal.tenant, logoRefusal, logoIsSaved: logoIsSaved, words: words)
            }
            return view
        }
        unknownKeys = standing.unknown.map { UnknownKeyView(unknownName: $0.name, nearestName: $0.nearest) }
        refusedLogo = logoRefusal.map { AppearanceView.sentence(for: $0, words) }
        self.history = history.map { ConfigurationChangeView($0, words: words) }
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
    /// Nothing reads its keys, so that it stands behind the others, folded.
    let isFolded: Bool
    let isDone: Bool
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

    init(_ form: ConfigurationForm, _ standing: ConfigurationStanding, isDone: Bool, words: Words) {
        sectionID = form.section.rawValue
        title = words("admin.section.\(form.section.rawValue)")
        sectionLead = words("admin.sectionLead.\(form.section.rawValue)")
        isEditable = form.section.isEditable
        self.isDone = isDone
        fields = form.section.keys.map { FieldView($0, form, standing, words: words) }
        sectionProblems = fields.compactMap { field in
            field.fieldProblem.map { ProblemView(about: field.fieldID, name: field.keyName, sentence: $0) }
        }
        conflictSentence = form.conflict.map { words("admin.rule.\($0.rawValue)") }
        effectSentence =
            form.section == .attributes && standing.lacksPurposeOfAttributes
            ? words("admin.configuration.purposeMissing") : nil
        hasProblems = !sectionProblems.isEmpty || conflictSentence != nil
        isFolded = form.section == .unread && !hasProblems && !isDone
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
        let choiceText: String
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
    /// Its last word.
    let keyName: String
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
        keyName = key.path.suffix(2).joined(separator: ".").replacing("onboardingConfig.", with: "")
        let translated = words.text(at: key.wordsPath)
        purpose = TextRun.all(in: translated ?? key.purpose)
        purposeLanguage = translated == nil ? Language.english.rawValue : words("admin.language")
        allowed = key.allowedSentence(in: words)
        initialText = key.initial(standing.profile).shownText(in: words)
        presentText = standing.value(of: key)?.shownText(in: words) ?? ""
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
                    choiceName: "\(key.name):\(word)", choiceText: word, isChosen: chosen.contains(word))
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
    var wordsPath: String { "admin.key.\(name.replacing(".", with: "_"))" }

    /// What it may be, in words.
    func allowedSentence(in words: Words) -> String {
        func list(_ name: String, _ list: [String]) -> String {
            words("admin.allowed.\(name)", ["list": list.joined(separator: ", ")])
        }
        func range(_ name: String, _ least: String, _ greatest: String) -> String {
            words("admin.allowed.\(name)", ["least": least, "greatest": greatest])
        }
        switch values {
        case .flag: return allowedWords.contains("true") ? words("admin.allowed.flag") : words("admin.allowed.off")
        case .number(let bounds), .threshold(let bounds):
            return range("number", bounds.lowerBound.plain, bounds.upperBound.plain)
        case .wholeNumber(let bounds): return range("wholeNumber", "\(bounds.lowerBound)", "\(bounds.upperBound)")
        case .wholeNumberOf, .word: return list("oneOf", allowedWords)
        case .words: return list("someOf", allowedWords)
        case .wordsOrNone: return list("anyOf", allowedWords)
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
        let changedKey: String
        let before: String
        let after: String
    }

    let at: String
    let actor: String
    let lines: [Line]
    let isWithdrawn: Bool

    init(_ entry: TenantTrail.Entry, words: Words) {
        at = entry.at.iso8601WithMilliseconds
        actor = entry.actor ?? words("admin.unknownActor")
        isWithdrawn = entry.isWithdrawn
        lines = entry.changes.map { change in
            Line(
                changedKey: change.key, before: Self.short(change.before, words),
                after: Self.short(change.after, words))
        }
    }

    private static func short(_ text: String?, _ words: Words) -> String {
        guard let text else { return words("admin.nothing") }
        return text.count > 80 ? text.prefix(80) + "…" : text
    }
}
