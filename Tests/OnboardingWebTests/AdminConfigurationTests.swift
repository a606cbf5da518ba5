import OnboardingAPI
import OnboardingCore
import OnboardingJSON
import TestSupport
import Testing

@testable import Casework
@testable import OnboardingStorage
@testable import OnboardingWeb
@testable import Tenancy

@Suite struct AdminConfigurationTests {
    private static let attempts = "onboardingConfig.maxFaceAttempts"

    private func form(
        _ section: ConfigurationSection, _ standing: ConfigurationStanding, changing changes: [String: String?]
    ) throws -> ConfigurationForm {
        let shown = ConfigurationForm(section, standing)
        return ConfigurationForm(section, try FormFields(of: shown, changing: changes), standing)
    }

    @Test func everyKeyHasASentenceInEveryLanguage() throws {
        // English ones stand in the table.
        let german = try AdminMaterial.words(.german)
        for key in ConfigurationStanding.keys {
            #expect(!key.purpose.isEmpty)
            #expect(german.text(at: key.wordsPath) != nil, "\(key.name)")
        }
        let known = Set(ConfigurationStanding.keys.map(\.wordsPath))
        #expect(german.paths.filter { $0.hasPrefix("admin.key.") && !known.contains($0) } == [])
    }

    @Test func whatARefusalSaysIsSaidInEveryLanguage() throws {
        for language in Language.allCases {
            let words = try AdminMaterial.words(language)
            for rule in ConfigurationRefusal.Rule.allCases {
                #expect(words.text(at: "admin.rule.\(rule.rawValue)") != nil, "\(rule)")
            }
            for key in ConfigurationStanding.keys {
                #expect(!key.allowedSentence(in: words).contains("admin."), "\(key.name)")
            }
            for section in ConfigurationSection.allCases {
                #expect(words.text(at: "admin.section.\(section.rawValue)") != nil)
                #expect(words.text(at: "admin.sectionLead.\(section.rawValue)") != nil)
            }
        }
    }

    @Test func everyKeyStandsOnThePageOnce() throws {
        let keys = ConfigurationSection.allCases.flatMap(\.keys).map(\.name)
        #expect(keys.count == ConfigurationStanding.keys.count && Set(keys).count == keys.count)
        let (principal, standing, words) = (
            try AdminMaterial.principal(), AdminMaterial.standing(), try AdminMaterial.words()
        )
        for section in ConfigurationSection.shown {
            let view = ConfigurationSectionView(principal, section, standing, words: words)
            let html = try AdminMaterial.html("admin/configuration-section", view, principal)
            for key in ConfigurationStanding.keys {
                let id = "id=\"key-" + key.name.replacing(".", with: "-") + "\""
                let isThere = ConfigurationSection(of: key) == section
                #expect(html.ranges(of: id).count == (isThere && section.isEditable ? 1 : 0), "\(key.name)")
                #expect(html.contains("<code>\(key.name)</code>") == isThere, "\(key.name)")
            }
            #expect(html.ranges(of: "aria-current=\"page\"").count == 3, "the area, the tab and the section")
        }
        let overview = try AdminMaterial.html(
            "admin/configuration", ConfigurationView(principal, standing, history: [], words: words), principal)
        for section in ConfigurationSection.shown {
            #expect(overview.contains("href=\"/admin/configuration/\(section.rawValue)\""), "\(section)")
        }
        let changed = AdminMaterial.standing(["onboardingConfig.maxFaceAttempts": .number(7)])
        let cards = ConfigurationView(principal, changed, history: [], words: words).cards
        #expect(cards.compactMap(\.cardDiffering) == ["1 differs from the default"])
        let shown = try AdminMaterial.html(
            "admin/configuration", ConfigurationView(principal, changed, history: [], words: words), principal)
        #expect(shown.ranges(of: "class=\"mark\"").count == 1, "of one section alone")
    }

    /// A label is a question or names a thing; a choice is said, and not spelled as programs do.
    @Test(arguments: Language.allCases) func everySettingIsCalledInWords(language: Language) throws {
        let words = try AdminMaterial.words(language)
        var labels: Set<String> = []
        for key in ConfigurationStanding.keys {
            let label = key.label(in: words)
            #expect(label != key.name && !label.contains("_") && !label.hasSuffix("."), "\(key.name)")
            #expect(label.firstMatch(of: /[a-z][A-Z]|`/) == nil, "\(label)")
            if case .flag = key.values { #expect(label.hasSuffix("?"), "\(key.name)") }
            labels.insert(label)
            if case .flag = key.values { continue }
            for word in key.values.listed {
                #expect(words.text(at: "admin.choice.\(key.path.last ?? "").\(word)") != nil, "\(key.name) \(word)")
            }
        }
        #expect(labels.count == ConfigurationStanding.keys.count, "no two are called the same")
        let known = Set(ConfigurationStanding.keys.map { $0.name.replacing(".", with: "_") })
        for path in words.paths where path.hasPrefix("admin.label.") {
            #expect(known.contains(String(path.dropFirst("admin.label.".count))), "\(path)")
        }
        for unit in ConfigurationKey.Unit.allCases { #expect(words.text(at: "admin.unit.\(unit.rawValue)") != nil) }
    }

    @Test func aSettingStandsWithItsUnitAndItsDefault() throws {
        let principal = try AdminMaterial.principal()
        let standing = AdminMaterial.standing(["onboardingConfig.sessionLifetimeSeconds": .number(900)])
        let view = ConfigurationSectionView(principal, .attempts, standing, words: try AdminMaterial.words())
        let html = try AdminMaterial.html("admin/configuration-section", view, principal)
        let id = "key-onboardingConfig-sessionLifetimeSeconds"
        #expect(html.contains("<label for=\"\(id)\">How long the link waits for the person to begin</label>"))
        #expect(html.contains("<span id=\"\(id)-unit\">seconds</span>"))
        #expect(html.contains("Default: 600 seconds (10 min)."))
        #expect(html.contains("Differs. In force: 900 seconds (15 min)."))
        let access = ConfigurationSectionView(principal, .faces, standing, words: try AdminMaterial.words())
        let faces = try AdminMaterial.html("admin/configuration-section", access, principal)
        #expect(faces.contains(">once captures gave no result</option>") && faces.contains("Default: No."))
    }

    @Test func aChangeShowsBeforeAndAfterInWords() throws {
        let changes = """
            [{"path":"/onboardingConfig/sessionLifetimeSeconds","before":600,"after":900},\
            {"path":"/onboardingConfig/requireConsent","before":false,"after":true},\
            {"path":"/onboardingConfig/replayGuard","before":"near","after":"exact"},\
            {"path":"/no/such","after":{"a":1}}]
            """
        let entry = TenantTrail.Entry(
            AuditEntry(
                sequence: 7, at: AdminMaterial.now, tenantID: nil, kind: "configurationChanged",
                detail: ["actor": "operator root", "changes": changes]))
        let words = try AdminMaterial.words()
        let view = ConfigurationChangeView(entry, words: words)
        #expect(
            view.lines.map { [$0.changedLabel, $0.before, $0.after] } == [
                ["How long the link waits for the person to begin", "600 seconds (10 min)", "900 seconds (15 min)"],
                ["Does a capture need consent?", "No", "Yes"],
                [
                    "Which images that were used before are refused?", "the same images, also where they were changed",
                    "the same images",
                ],
                ["no.such", "none", #"{"a":1}"#],
            ])
        #expect(view.at.said == "15 Jan 2027, 08:00 UTC")
        let principal = try AdminMaterial.principal()
        func page(_ done: ConfigurationSectionView.Done?) throws -> String {
            let section = ConfigurationSectionView(
                principal, .attempts, AdminMaterial.standing(), done: done, newest: entry, words: words)
            return try AdminMaterial.html("admin/configuration-section", section, principal)
        }
        #expect(try page(.changed).contains("<strong>600 seconds (10 min)</strong>"))
        #expect(try page(.same).contains("nothing was saved") && !page(.same).contains("<strong>600"))
        #expect(try !page(nil).contains("role=\"status\""))
    }

    @Test func whatBelongsTogetherStandsTogether() {
        func section(_ name: String) -> ConfigurationSection? {
            ConfigurationStanding.keys.first { $0.name == "onboardingConfig." + name }.map(ConfigurationSection.init)
        }
        for name in [
            "onboardingOptions.authentication.verifyFace", "onboardingOptions.reenrollment.addDocument",
            "finishedUsername", "maxAuthenticationAttempts", "authenticationLockSeconds",
        ] {
            #expect(section(name) == .returning, "\(name)")
        }
        let search = "onboardingOptions.enrollment.checkDuplicateEnrollment.enabled"
        #expect(section(search) == .duplicates && section("duplicateEnrollment") == .duplicates)
        #expect(section("onboardingOptions.enrollment.ageEstimation.minAge") == .attributes)
        #expect(section("faceMatchThreshold") == .documents)
        #expect(ConfigurationSection.further.keys.map(\.name) == [], "each has a part where it is looked for")
    }

    @Test func aFormThatNobodyHasChangedChangesNothing() throws {
        let standings = [
            AdminMaterial.standing(),
            ConfigurationStanding(
                stored: CustomerConfiguration.initial(.strict), version: 1, changedAt: AdminMaterial.now),
            AdminMaterial.standing([
                "ui.alternative": .object(["en": .string("a\nb"), "de": .string("c"), "fr": .string("d")]),
                "ui.consentText": .string("line\n\nline"),
                "onboardingConfig.privacyContact": .string("a\nb"),
                "onboardingConfig.ocrPortraitSelfieMatchThreshold": .number(3.25),
                "onboardingConfig.allowedWorkflows": .array([.string("foxtrot"), .string("charlie")]),
            ]),
        ]
        for standing in standings {
            for section in ConfigurationSection.allCases {
                var form = try form(section, standing, changing: [:])
                #expect(form.change() == nil, "\(section)")
                #expect(form.problems.isEmpty, "\(section): \(form.problems)")
            }
        }
    }

    @Test func aFormChangesWhatWasChangedInItAndNothingElse() throws {
        let standing = AdminMaterial.standing()
        var attempts = try form(.attempts, standing, changing: [Self.attempts: " 7 "])
        #expect(attempts.change() == .object(["onboardingConfig": .object(["maxFaceAttempts": .number(7)])]))

        var faces = try form(
            .faces, standing,
            changing: [
                "onboardingConfig.allowedWorkflows:delta": nil, "onboardingConfig.allowStillPackages": "on",
                "onboardingConfig.replayGuard": "exact",
            ])
        let words = ["charlie", "hotel", "foxtrot"].map(JSONValue.string)
        #expect(
            faces.change()
                == .object([
                    "onboardingConfig": .object([
                        "allowedWorkflows": .array(words), "allowStillPackages": .bool(true),
                        "replayGuard": .string("exact"),
                    ])
                ]))

        var documents = try form(
            .documents, standing, changing: ["onboardingConfig.ocrPortraitSelfieMatchThreshold": "3,5"])
        #expect(
            documents.change()?.value(atKey: "onboardingConfig.ocrPortraitSelfieMatchThreshold") == .number(3.5),
            "with the comma that is usual elsewhere")
    }

    /// Somebody else has changed a key while the form was open.
    @Test func aFormLeavesAloneWhatWasChangedMeanwhile() throws {
        let opened = ConfigurationForm(.attempts, AdminMaterial.standing())
        let meanwhile = AdminMaterial.standing(["onboardingConfig.maxDocumentAttempts": .number(9)])
        var sent = ConfigurationForm(
            .attempts, try FormFields(of: opened, changing: [Self.attempts: "7"]), meanwhile)
        #expect(sent.change() == .object(["onboardingConfig": .object(["maxFaceAttempts": .number(7)])]))
    }

    @Test func aTextForEverybodyStaysOneUntilItIsTranslated() throws {
        let standing = AdminMaterial.standing(["ui.alternative": .string("Come to us.")])
        func changed(_ english: String, _ german: String, _ standing: ConfigurationStanding) throws -> JSONValue? {
            var form = try form(
                .pages, standing, changing: ["ui.alternative:en": english, "ui.alternative:de": german])
            return form.change()?.value(atKey: "ui.alternative")
        }
        #expect(try changed("Come to us.", "", standing) == nil)
        #expect(try changed("Come by.", "", standing) == .string("Come by."))
        let both = JSONValue.object(["en": .string("Come to us."), "de": .string("Kommen Sie.")])
        #expect(try changed("Come to us.", "Kommen Sie.", standing) == both)
        let translated = AdminMaterial.standing(["ui.alternative": both])
        #expect(
            try changed("Come to us.", "", translated)
                == .object(["en": .string("Come to us."), "de": .string("")]))
        #expect(standing.namesAlternative && translated.namesAlternative)
        #expect(!AdminMaterial.standing().namesAlternative)
    }

    @Test(arguments: [
        (ConfigurationSection.attempts, "onboardingConfig.maxFaceAttempts", "many"),
        (.attempts, "onboardingConfig.maxFaceAttempts", ""),
        (.documents, "onboardingConfig.ocrPortraitSelfieMatchThreshold", "1e3"),
        (.documents, "onboardingConfig.ocrPortraitSelfieMatchThreshold", "0x3"),
        (.attempts, "onboardingConfig.maxFaceAttempts", "99999999999999999999"),
    ]) func whatIsNoNumberIsSaidBesideItsField(section: ConfigurationSection, key: String, text: String) throws {
        var form = try form(section, AdminMaterial.standing(), changing: [key: text])
        #expect(form.change() == nil)
        #expect(form.problems == [key: .notANumber])
    }

    @Test func aRefusedValueIsShownBesideItsFieldWithWhatIsAllowed() throws {
        let standing = AdminMaterial.standing()
        let nasty = #""><script>alert(1)</script>"#
        var form = try form(
            .attempts, standing,
            changing: [Self.attempts: "0", "onboardingConfig.sessionLifetimeSeconds": nasty])
        #expect(form.change() == nil)
        let posted = JSONValue.object(["onboardingConfig": .object(["maxFaceAttempts": .number(0)])])
        do throws(ConfigurationRefusal) {
            _ = try ConfigurationChange.result(of: posted, on: CustomerConfiguration.initial(.compatible))
            Issue.record("accepted")
        } catch {
            form.take(error)
        }
        let principal = try AdminMaterial.principal()
        let view = ConfigurationSectionView(
            principal, .attempts, standing, form, words: try AdminMaterial.words())
        let html = try AdminMaterial.html("admin/configuration-section", view, principal)
        let said = "This is not allowed. A whole number from 1 to 100."
        #expect(html.contains(#"id="key-onboardingConfig-maxFaceAttempts-error">\#(said)<"#))
        #expect(html.contains(##"href="#key-onboardingConfig-maxFaceAttempts""##), "the summary leads to it")
        #expect(html.contains(#"name="onboardingConfig.maxFaceAttempts" value="0""#), "the input is kept")
        #expect(html.contains("&quot;&gt;&lt;script&gt;") && !html.contains("<script>alert"))
        #expect(html.contains(#"name="csrf""#))
    }

    @Test func everyWrongValueOfAFormIsSaidAtOnce() throws {
        var form = try form(
            .attempts, AdminMaterial.standing(),
            changing: [
                Self.attempts: "0", "onboardingConfig.maxDocumentAttempts": "101",
                "onboardingConfig.sessionLifetimeSeconds": "soon", "onboardingConfig.enrollmentLifetimeSeconds": "60",
            ])
        #expect(form.change() == nil)
        #expect(
            form.problems == [
                Self.attempts: .notAllowed, "onboardingConfig.maxDocumentAttempts": .notAllowed,
                "onboardingConfig.sessionLifetimeSeconds": .notANumber,
            ])
    }

    @Test func twoKeysThatContradictEachOtherAreBothMarked() throws {
        let ages = "onboardingConfig.onboardingOptions.enrollment.ageEstimation."
        var form = try form(
            .attributes, AdminMaterial.standing(), changing: [ages + "minAge": "60", ages + "maxAge": "18"])
        let changed = form.change()
        let document = try #require(changed)
        do throws(ConfigurationRefusal) {
            _ = try ConfigurationChange.result(of: document, on: CustomerConfiguration.initial(.compatible))
            Issue.record("accepted")
        } catch {
            form.take(error)
        }
        #expect(form.conflict == nil)
        #expect(form.problems == [ages + "minAge": .rule(.agesInOrder), ages + "maxAge": .rule(.agesInOrder)])
    }

    @Test func aContradictionIsSaidAboveTheFieldsOfItsSection() throws {
        let standing = AdminMaterial.standing()
        var form = try form(
            .checks, standing,
            changing: ["onboardingConfig.onboardingOptions.enrollment.addFace": nil])
        let changed = form.change()
        let document = try #require(changed)
        do throws(ConfigurationRefusal) {
            _ = try ConfigurationChange.result(of: document, on: CustomerConfiguration.initial(.compatible))
            Issue.record("accepted")
        } catch {
            form.take(error)
        }
        #expect(form.conflict == .faceBeforeLaterFaces)
        let section = SectionView(form, standing, words: try AdminMaterial.words())
        #expect(section.hasProblems && section.conflictSentence?.contains("addFace") == true)
    }

    @Test func attributesThatNobodyHasSaidAPurposeOfAreSaidToHaveNoEffect() throws {
        func warning(_ changes: [String: JSONValue]) throws -> String? {
            let standing = AdminMaterial.standing(changes)
            let section = SectionView(
                ConfigurationForm(.attributes, standing), standing, words: try AdminMaterial.words())
            return section.effectSentence
        }
        var changes: [String: JSONValue] = ["faceAttributes.fields": .array([.string("blink")])]
        #expect(try warning(changes) == nil, "off")
        changes["faceAttributes.enabled"] = .bool(true)
        #expect(try warning(changes)?.contains("faceAttributes.purpose") == true)
        changes["faceAttributes.purpose"] = .string("help with captures")
        #expect(try warning(changes) == nil)
        #expect(try warning(["faceAttributes.enabled": .bool(true)]) == nil, "nothing is named")
    }

    @Test func rolesOfAProviderAreALineEach() throws {
        func entry(_ value: String, _ role: String, _ rights: [String]? = nil) -> JSONValue {
            var members: [String: JSONValue] = ["value": .string(value), "role": .string(role)]
            members["rights"] = rights.map { .array($0.map(JSONValue.string)) }
            return .object(members)
        }
        let roles = JSONValue.array([
            entry("kyc auditors", "auditor", ["persons", "export"]), entry("cn=admins,dc=x", "admin"),
        ])
        let text = "kyc auditors = auditor persons export\ncn=admins,dc=x = admin"
        #expect(ProviderRoleLines.text(of: roles) == text)
        #expect(ProviderRoleLines.value(of: text) == roles)
        #expect(
            ProviderRoleLines.value(of: "\n  kyc auditors=auditor persons, export \n\n cn=admins,dc=x =\tadmin\n")
                == roles)
        #expect(ProviderRoleLines.value(of: "") == .array([]) && ProviderRoleLines.text(of: .array([])) == "")
        for line in ["auditor", "a =", "= auditor", " = ", "a = auditor\nb"] {
            #expect(ProviderRoleLines.value(of: line) == nil, "\(line)")
        }
        let standing = AdminMaterial.standing(["oidc.roleMap": roles])
        var unchanged = try form(.provider, standing, changing: [:])
        #expect(unchanged.change() == nil)
        var changed = try form(
            .provider, standing, changing: ["oidc.issuer": " https://idp.example.org ", "oidc.roleMap": "a = operator"])
        let posted = changed.change()
        let document = try #require(posted)
        #expect(document["oidc"]?["issuer"] == .string("https://idp.example.org"))
        #expect(document["oidc"]?["roleMap"] == .array([entry("a", "operator")]))
    }

    @Test func whatDiffersFromANewTenantOfTheNearestProfileIsMarked() {
        let compatible = AdminMaterial.standing([Self.attempts: .number(9)])
        #expect(compatible.profile == .compatible && compatible.differing == [Self.attempts])
        let strict = ConfigurationStanding(
            stored: CustomerConfiguration.initial(.strict), version: 1, changedAt: AdminMaterial.now)
        #expect(strict.profile == .strict && strict.differing.isEmpty)
    }

    @Test func codeInASentenceIsToldFromItsWords() {
        #expect(
            TextRun.all(in: "With `a` or `b`.") == [
                TextRun(runText: "With ", isCode: false), TextRun(runText: "a", isCode: true),
                TextRun(runText: " or ", isCode: false), TextRun(runText: "b", isCode: true),
                TextRun(runText: ".", isCode: false),
            ])
        #expect(TextRun.all(in: "") == [])
    }
}
