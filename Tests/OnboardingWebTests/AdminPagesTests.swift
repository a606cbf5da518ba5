import Foundation
import OnboardingAPI
import OnboardingCore
import TestSupport
import Testing

@testable import Casework
@testable import Onboarding
@testable import OnboardingHTTP
@testable import OnboardingStorage
@testable import OnboardingWeb
@testable import Tenancy

@Suite struct AdminPagesTests {
    private static let nasty = #"<script>"'&"#
    private static let safe = "&lt;script&gt;&quot;&#39;&amp;"

    @Test func aTabIsOpenToWhoHasItsRightAndToNobodyElse() throws {
        for right in OperatorRight.allCases {
            let principal = try AdminMaterial.principal([right])
            let open = AdminTab.allCases.filter { $0.isOpen(to: principal) }
            let expected: [AdminTab] =
                switch right {
                case .configuration: [.overview, .configuration, .models, .trail]
                case .retention: [.overview, .retention, .trail]
                case .people: [.overview, .people, .trail]
                case .credentials: [.overview, .credentials, .trail]
                case .trigger, .cases, .persons, .export, .review, .erase: []
                }
            #expect(Set(open) == Set(expected), "\(right)")
        }
        let client = Principal(
            tenant: try AdminMaterial.principal().tenant, role: .client(id: "x", scopes: [.configuration]))
        #expect(AdminTab.allCases.allSatisfy { !$0.isOpen(to: client) })
    }

    @Test func whatTheDoctorFindsStandsOnTheOverviewAndAMissingAlternativeToo() throws {
        let principal = try AdminMaterial.principal()
        let findings = [
            Doctor.Finding(subject: "disk", severity: .problem, sentence: "full " + Self.nasty),
            Doctor.Finding(subject: "clock", severity: .good, sentence: "right"),
        ]
        func html(_ standing: ConfigurationStanding) throws -> String {
            let view = OverviewView(
                principal, standing, findings: findings, version: "1.2.3", words: try AdminMaterial.words())
            return try AdminMaterial.html("admin/overview", view, principal)
        }
        let shown = try html(AdminMaterial.standing())
        #expect(shown.contains("full \(Self.safe)") && shown.contains("1.2.3") && shown.contains("state bad"))
        #expect(shown.contains(">Disk</th>") && shown.contains(">Clock</th>"))
        #expect(shown.contains("EN 301 549"))
        #expect(try !html(AdminMaterial.standing(["ui.alternative": .string("Come to us.")])).contains("EN 301 549"))
    }

    @Test(arguments: ["0", "3651", "-1", "1.5", "", "x", "٣", "99999999999999999999"])
    func aPeriodThatIsNotAllowedIsKeptInItsField(text: String) throws {
        var fields = ["registrationRetentionDays": text]
        for name in ["failed", "biometric", "document", "trail"] { fields["\(name)RetentionDays"] = "30" }
        let form = RetentionForm(try FormFields(of: fields))
        #expect(form.periods == nil && !form.isAllowed(0) && form.isAllowed(1))
        #expect(form.texts.first == text)
    }

    @Test func whatNewPeriodsEraseIsShownBeforeTheyAreSaved() throws {
        let principal = try AdminMaterial.principal()
        let periods = principal.tenant.settings.retention
        var days = periods.days
        days[2] = 7
        let standing = ChangeRetention.Standing(
            periods: periods, due: .init(registrations: 0, failed: 0, faces: 0, documents: 0, trail: 0, held: 0),
            holds: [], isRunning: true)
        func html(_ faces: Int) throws -> String {
            let effect = ChangeRetention.Effect(
                registrations: 0, failed: 0, faces: faces, documents: 0, trail: 0, held: 1)
            let view = RetentionPreviewView(
                principal, standing, try #require(RetentionPolicy(days: days)), effect, words: try AdminMaterial.words()
            )
            return try AdminMaterial.html("admin/retention-preview", view, principal)
        }
        let erasing = try html(412)
        #expect(erasing.contains(">412<") && erasing.contains("Save and erase"))
        #expect(erasing.contains(#"name="biometricRetentionDays" value="7""#))
        #expect(erasing.contains(#"name="registrationRetentionDays" value="\#(days[0])""#))
        #expect(erasing.contains(#"name="confirmed" value="yes""#))
        #expect(try html(0).contains("Nothing would be erased"))
    }

    @Test func muchThatPeriodsMakeDueIsTypedAndWhatWaitsIsShown() throws {
        let principal = try AdminMaterial.principal()
        let periods = try #require(RetentionPolicy(days: [1, 30, 180, 3650, 90]))
        var standing = ChangeRetention.Standing(
            periods: principal.tenant.settings.retention,
            due: .init(registrations: 0, failed: 0, faces: 0, documents: 0, trail: 0, held: 0), holds: [],
            isRunning: true)
        let effect = ChangeRetention.Effect(
            registrations: 2427, failed: 0, faces: 0, documents: 0, trail: 0, held: 0)
        func preview(_ count: Int, _ total: Int, isRefused: Bool = false) throws -> String {
            let view = RetentionPreviewView(
                principal, standing, periods, effect,
                DueForecast(kinds: [.init(name: "registrations", count: count, total: total)]),
                isRefused: isRefused, words: try AdminMaterial.words())
            return try AdminMaterial.html("admin/retention-preview", view, principal)
        }
        let asking = try preview(2427, 2430)
        #expect(asking.contains("2427 become due") && asking.contains(#"name="confirmDue""#))
        #expect(asking.contains("a day after you have saved") && !asking.contains("aria-invalid"))
        #expect(try preview(2427, 2430, isRefused: true).contains(#"id="confirmDue-error""#))
        let few = try preview(100, 10_000)
        #expect(!few.contains("confirmDue") && few.contains("within ten minutes"))
        for (typed, count) in [("2427", 2427), (" 2,427 ", 2427), ("2 427", 2427), ("", nil), ("2427x", nil)] {
            #expect(RetentionForm.count(typed) == count, "\(typed)")
        }

        standing.pending.periods[0] = .init(daysInForce: 3650, until: AdminMaterial.now)
        let view = RetentionView(
            principal, standing, RetentionForm(periods), isChanged: false, words: try AdminMaterial.words())
        let html = try AdminMaterial.html("admin/retention", view, principal)
        #expect(html.contains("3650 days stay in force until") && html.contains(#"<time datetime="2027-"#))
    }

    @Test func aNameIsEscapedWhereverItStands() throws {
        let principal = try AdminMaterial.principal()
        let person = OperatorSummary(
            name: Self.nasty, role: Self.nasty, rights: ["cases", Self.nasty], hasPassword: true,
            hasSecondFactor: false,
            createdAt: AdminMaterial.now, disabledAt: nil, lastSeenAt: nil)
        var form = NewPersonForm()
        form.name = Self.nasty
        form.problem = Self.nasty
        let words = try AdminMaterial.words()
        let client = ClientCredentials.Summary(
            clientID: Self.nasty, scopes: Self.nasty,
            keys: [.init(kind: "secret", id: Self.nasty, createdAt: AdminMaterial.now, endsAt: nil)],
            createdAt: AdminMaterial.now, endsAt: nil, isGood: true)
        let tabs = AdminTabView.all(for: principal, at: .people, words: words)
        let pages: [(String, Any)] = [
            ("admin/people", PeopleView(principal, [person], form, words: words)),
            ("admin/person", PersonView(principal, person, done: nil, problem: Self.nasty, words: words)),
            ("admin/link", LinkView(tabs: tabs, personName: Self.nasty, linkURL: Self.nasty)),
            ("admin/credentials", CredentialsView(principal, [client], NewClientForm(), isEnded: false, words: words)),
            ("admin/credential", CredentialView(principal, client, NewKeyForm(), words: words)),
            ("admin/secret", SecretShownView(tabs: tabs, clientID: Self.nasty, secret: Self.nasty)),
        ]
        for (template, view) in pages {
            let html = try AdminMaterial.html(template, view, principal)
            #expect(html.contains(Self.safe), "\(template)")
            #expect(!html.contains("<script>"), "\(template)")
        }
    }

    @Test func whoHasARightThatTheAdministratorLacksCannotBeChanged() throws {
        let principal = try AdminMaterial.principal()
        func view(_ rights: [String]) throws -> PersonView {
            PersonView(
                principal,
                OperatorSummary(
                    name: "jo", role: "auditor", rights: rights, hasPassword: true, hasSecondFactor: true,
                    createdAt: AdminMaterial.now, disabledAt: nil, lastSeenAt: AdminMaterial.now),
                done: nil, problem: nil, words: try AdminMaterial.words())
        }
        let beyond = try AdminMaterial.html("admin/person", try view(["cases", "persons"]), principal)
        #expect(!beyond.contains("/admin/people/edit/disable"))
        let within = try AdminMaterial.html("admin/person", try view(["cases"]), principal)
        #expect(within.contains("/admin/people/edit/disable"))
    }

    @Test func everyKindOfEntryAndWhatItTellsHasWords() throws {
        for language in Language.allCases {
            let words = try AdminMaterial.words(language)
            for kind in AuditEvent.Kind.allCases {
                #expect(words.text(at: "admin.kind.\(kind.rawValue)") != nil, "\(kind)")
            }
            for name in TenantTrail.shown { #expect(words.text(at: "admin.about.\(name)") != nil, "\(name)") }
            for role in OperatorRole.allCases { #expect(words.text(at: "admin.role.\(role.rawValue)") != nil) }
            for purpose in ModelsInUse.Model.Purpose.allCases {
                #expect(words.text(at: "admin.models.purpose.\(purpose.rawValue)") != nil)
            }
        }
    }

    @Test func theTrailSaysHowManyEnrollmentsAndNotWhich() throws {
        let principal = try AdminMaterial.principal()
        let id = String(repeating: "c", count: 32)
        let entry = TenantTrail.Entry(
            AuditEntry(
                sequence: 7, at: AdminMaterial.now, tenantID: nil, kind: "personDataRead",
                detail: [
                    "actor": "operator \(Self.nasty)", "enrollments": "\(id) \(id)", "operation": "search",
                    "address": "192.0.2.0/24",
                ]))
        let view = TrailView(
            principal, [entry], kind: .personDataRead, isFirst: false, next: 7, words: try AdminMaterial.words())
        let html = try AdminMaterial.html("admin/trail", view, principal)
        #expect(!html.contains(id) && !html.contains("192.0.2.0"))
        #expect(html.contains("<span class=\"muted\">enrollments:</span> 2"))
        #expect(html.contains("operator \(Self.safe)"))
        #expect(html.contains("/admin/trail?kind=personDataRead&amp;before=7"))
    }

    @Test func theTrailNamesChangedSettingsByTheirWholePaths() throws {
        let changes = """
            [{"path":"/faceAttributes/enabled","before":false,"after":true},\
            {"path":"/onboardingConfig/sampleWebRoutes/enabled","before":false,"after":true}]
            """
        let entry = TenantTrail.Entry(
            AuditEntry(
                sequence: 7, at: AdminMaterial.now, tenantID: nil, kind: "configurationChanged",
                detail: ["actor": "operator jo", "changes": changes]))
        let view = TrailView(
            try AdminMaterial.principal(), [entry], kind: nil, isFirst: true, next: nil,
            words: try AdminMaterial.words())
        let about = try #require(view.entries.first).about.map(\.aboutText)
        #expect(about == ["faceAttributes.enabled, onboardingConfig.sampleWebRoutes.enabled"])
    }

    @Test func theTrailLinksTheOnlyCaseOfAnEntryForWhoMaySeeCases() throws {
        let id = String(repeating: "c", count: 32)
        let entry = TenantTrail.Entry(
            AuditEntry(
                sequence: 7, at: AdminMaterial.now, tenantID: nil, kind: "caseNoted",
                detail: ["actor": "operator jo", "enrollment": id]))
        func html(_ rights: Set<OperatorRight>) throws -> String {
            let principal = try AdminMaterial.principal(rights)
            let view = TrailView(
                principal, [entry], kind: nil, isFirst: true, next: nil, words: try AdminMaterial.words())
            return try AdminMaterial.html("admin/trail", view, principal)
        }
        #expect(try html([.people, .cases]).contains(#"href="/desk/cases/\#(id)""#))
        let without = try html([.people])
        #expect(!without.contains(id) && without.contains("<span class=\"muted\">enrollments:</span> 1"))
        #expect(without.contains(">15 Jan 2027, 08:00:00 UTC</time>"))
    }

    @Test(arguments: [
        (Language.english, "somebody not signed in", "wrong password"),
        (.german, "jemand ohne Anmeldung", "falsches Passwort"),
    ]) func theTrailSaysItsOwnWordsInTheLanguageOfThePage(language: Language, actor: String, cause: String) throws {
        let entry = TenantTrail.Entry(
            AuditEntry(
                sequence: 7, at: AdminMaterial.now, tenantID: nil, kind: "operatorSignInFailed",
                detail: ["actor": "anyone", "cause": "wrong-password", "operator": "wrong-password", "means": "new"]))
        let view = TrailView(
            try AdminMaterial.principal(), [entry], kind: nil, isFirst: true, next: nil,
            words: try AdminMaterial.words(language))
        let shown = try #require(view.entries.first)
        #expect(shown.actor == actor)
        #expect(Set(shown.about.map(\.aboutText)) == [cause, "wrong-password", "new"])
    }

    @Test(arguments: Language.allCases) func everyFamilyOfAttacksAndWhatRefusesItHasWords(language: Language) throws {
        let page = String(
            decoding: try #require(FileManager.default.contents(atPath: Material.packageRoot + "/docs/attacks.md")),
            as: UTF8.self)
        let words = try AdminMaterial.words(language)
        let view = AttacksView(try AdminMaterial.principal(), AttackList(page: page), words: words)
        #expect(view.groups.allSatisfy { $0.headingLanguage == language.rawValue })
        #expect(Set(view.groups.map(\.heading)).count == view.groups.count)
        if language == .german {
            let defences = view.groups.flatMap(\.attacks).map(\.refusedBy)
            #expect(defences.allSatisfy { !$0.contains("active workflow") && !$0.contains("comparison") })
        }
    }

    @Test func theAttacksAreThoseOfTheSuitesPage() throws {
        let page = String(
            decoding: try #require(FileManager.default.contents(atPath: Material.packageRoot + "/docs/attacks.md")),
            as: UTF8.self)
        let list = AttackList(page: page)
        let numbers = list.groups.flatMap(\.attacks).map(\.number)
        #expect(numbers.count == list.count && Set(numbers).count == numbers.count)
        let rows = page.split(separator: "\n").filter { $0.wholeMatch(of: /\| [A-Z][0-9]+ \| .*/) != nil }
        #expect(numbers.count == rows.count && numbers.count > 50)
        #expect(AttackList(page: "").groups.isEmpty)
        #expect(AttackList(page: "### A\n| A1 | x |\n| not | a | row").groups.isEmpty)
    }

    @Test func aLinkIsOneThatAsksForAPasswordOrSaysWhyItDoesNot() throws {
        let principal = try AdminMaterial.principal()
        func html(_ view: SignInLinkView) throws -> String { try AdminMaterial.html("sign-in-link", view, principal) }
        let good = try html(
            SignInLinkView(
                good: .init(token: Self.nasty, tenantName: "acme", personName: "jo", problem: "They differ.")))
        for part in [#"value="\#(Self.safe)""#, #"value="jo""#, #"id="new""#, "They differ."] {
            #expect(good.contains(part), "\(part)")
        }
        let end = Instant(millisecondsSince1970: 1_795_867_200_000)
        let expired = try html(SignInLinkView(expiredAt: ShownTime(end, try AdminMaterial.words())))
        #expect(expired.contains("has run out") && expired.contains(#"datetime="2026-11-28T12:00:00.000Z""#))
        #expect(expired.contains(">28 Nov 2026, 12:00 UTC<"))
        let unknown = try html(SignInLinkView(isUnknown: true))
        #expect(unknown.contains("was used before") && unknown.contains("ask whoever sent you the link"))
        for shown in [expired, unknown, try html(SignInLinkView(isUnopened: true))] {
            #expect(!shown.contains(#"type="password""#))
        }
    }

    @Test func whatIsMeasuredOfTheModelsIsShownAndSoIsThatNothingIs() throws {
        let principal = try AdminMaterial.principal()
        var inUse = ModelsInUse()
        inUse.models = [.init(purpose: .descriptor, name: "r95", digest: "abc123")]
        func html() throws -> String {
            let view = ModelsView(principal, inUse, AttackList(page: ""), words: try AdminMaterial.words())
            return try AdminMaterial.html("admin/models", view, principal)
        }
        #expect(try html().contains("Nothing was measured"))
        inUse.accuracy = .init(falseMatchRate: 1e-4, falseNonMatchRate: 0.0193, low: 0.010, high: 0.033)
        inUse.leastMatchThreshold = 4
        let shown = try html()
        #expect(shown.contains("1.9 %") && shown.contains("10\u{202F}000") && shown.contains("abc123"))
        #expect(shown.contains("4.0"), "what counts is what the descriptor asks for")
    }
}
