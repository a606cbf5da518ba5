import Foundation
import OnboardingCore
import TestSupport
import Testing

@testable import Casework
@testable import OnboardingWeb
@testable import Tenancy

/// What an auditor reads of who came back, and of groups.
@Suite struct AuthenticationPageTests {
    private static let folder = Material.packageRoot + "/web"
    private static let at = Instant(millisecondsSince1970: 1_795_252_000_000)
    private static let id = String(repeating: "0b", count: 16)
    private static let enrollment = String(repeating: "3f", count: 16)

    private func html(
        _ template: String, _ language: Language, _ content: (CaseFormat) throws -> Any
    ) throws -> String {
        let words = try Words(file: "\(Self.folder)/texts/\(language.rawValue).json")
        let frame = PageFrame(
            words: words, language: language, base: "", staticVersion: "1", path: "/desk", principal: nil,
            session: "session", content: try content(CaseFormat(words: words, language: language)))
        let page = try #require(try Templates(folder: Self.folder + "/templates").render(template, frame))
        // The name of a sentence stands where the sentence is missing.
        #expect(page.matches(of: /[> "](case|desk)\.[a-z]+\.?[a-zA-Z]*[< "]/).map { String($0.output.0) } == [])
        return page
    }

    private func line(
        _ state: EnrollmentStanding.State = .failed, _ purpose: AuthenticationPurpose = .authenticate,
        refused: AuthenticationLine.Refused? = .face(.notMatching)
    ) -> AuthenticationLine {
        AuthenticationLine(
            id: Self.id, number: 7, purpose: purpose, state: state,
            failure: state == .failed ? .attemptsExhausted : nil, lastRefused: refused, begunAt: Self.at,
            endedAt: state == .pending ? nil : Self.at, attempts: 2, mostAttempts: state == .pending ? nil : 4,
            device: .signed, deviceChange: purpose == .reEnroll ? .add : nil)
    }

    /// With captures of a case.
    private func file(_ line: AuthenticationLine, mayBeSeen: Bool = true, mark: String = "") throws
        -> AuthenticationFile
    {
        let sample = try CaseSample(mark: mark, seesPersons: mayBeSeen).file
        let events: [(AuthenticationEvent.Kind, String?, String?, String?)] = [
            (.triggered, nil, nil, nil), (.started, nil, nil, "verifyDevice verifyFace"),
            (.deviceVerified, "signed", nil, nil), (.faceChallenged, nil, nil, "turnLeft"),
            (.faceRefused, "notMatching", nil, nil), (.documentRefused, "notVerified", nil, nil),
            (.deviceReplaced, nil, nil, "add"), (.failed, nil, AuthenticationFailure.attemptsExhausted.rawValue, nil),
        ]
        return AuthenticationFile(
            line: line, enrollmentID: Self.enrollment, registrationCode: "4T7KQ0M2ZX", tenant: "acme" + mark,
            isTest: true, rights: sample.rights, readAt: Self.at, expiresAt: nil, policy: AuthenticationPolicy(),
            isByOperator: true,
            person: sample.person, steps: sample.explanation.steps,
            faces: sample.faces.map { Self.returning($0) }, documents: sample.documents,
            timeline: CaseFile.Timeline(
                entries: events.enumerated().map { index, event in
                    .init(
                        number: index + 1, at: Self.at, kind: event.0.rawValue, actor: .server, decision: event.1,
                        reason: event.2, detail: event.3, sinceLastInMilliseconds: index == 0 ? nil : 5)
                }, chain: .intact, length: 9, head: "ab"))
    }

    private static func returning(_ face: CaseFile.FaceCapture) -> CaseFile.FaceCapture {
        var measured = face.measured
        measured?.registeredMatch = CaseFile.RegisteredMatch(
            comparison: CaseFile.Comparison(
                score: 1.2, isExtrapolated: false, similarity: 0.25, threshold: 4,
                model: Explanation.Model(name: "r95", digest: String(repeating: "89", count: 32)), calibration: "cal",
                photograph: nil), samples: 2)
        return CaseFile.FaceCapture(
            name: face.name, at: face.at, step: face.step, evidence: face.evidence,
            sandboxPersona: face.sandboxPersona, measured: measured)
    }

    private func page(_ file: AuthenticationFile, _ language: Language) throws -> String {
        try html("desk/authentication", language) {
            AuthenticationPage(file, $0, base: "", publicURL: "https://kyc.example.org")
        }
    }

    @Test(arguments: Language.allCases) func onePageShowsWhatWasDecidedAndMeasured(language: Language) throws {
        let page = try page(try file(line()), language)
        #expect(page.contains(#"<a href="/desk/cases/\#(Self.enrollment)">"#))
        #expect(page.contains("/desk/authentications/\(Self.id)/images/"))
        #expect(!page.contains("/desk/cases/\(Self.enrollment)/images/"), "its images are its own")
        #expect(page.contains(language == .english ? "1.2" : "1,2") && page.contains("r95 8989"))
        #expect(page.contains(language == .english ? "2 of 4" : "2 von 4"))
        #expect(page.contains(language == .english ? "acme (test tenant)" : "acme (Testmandant)"))
        for state in EnrollmentStanding.State.allCases {
            for purpose in AuthenticationPurpose.allCases {
                _ = try self.page(try file(line(state, purpose, refused: nil)), language)
            }
        }
    }

    @Test(arguments: Language.allCases) func whyItEndedStandsOnceAndBesideNoCue(language: Language) throws {
        let page = try page(try file(line(refused: nil)), language)
        let failure = language == .english ? "refused as often as it may be" : "so oft abgelehnt, wie es zulässig ist"
        // A sentence, which begins as one.
        #expect(page.contains("<p>\(failure.prefix(1).uppercased() + failure.dropFirst()).</p>"))
        #expect(page.contains(#"<li class="cue">"#) && !page.contains("<span>\(failure)"))
    }

    @Test(arguments: Language.allCases) func withoutTheRightNothingTellsWhoItIs(language: Language) throws {
        let page = try page(try file(line(), mayBeSeen: false), language)
        #expect(!page.contains("anna.eriksson") && !page.contains("/images/"))
        #expect(page.contains(language == .english ? "persons" : "Personen"))
    }

    @Test(arguments: Language.allCases) func whatSomebodyTypedIsText(language: Language) throws {
        let page = try page(try file(line(), mark: CaseSample.mark), language)
        #expect(page.contains("anna.eriksson&quot;") && !page.contains("<script>alert"))
    }

    @Test(arguments: Language.allCases) func theListLinksToPagesAndKeepsWhatWasChosen(language: Language) throws {
        let entries = EnrollmentStanding.State.allCases.map { state in
            AuthenticationList.Entry(
                line: line(state, .reEnroll), enrollmentID: Self.enrollment, registrationCode: nil,
                person: CaseList.Name(
                    username: "anna" + CaseSample.mark, name: "Anna" + CaseSample.mark, email: nil, reference: nil),
                reference: state == .failed ? "order 77" + CaseSample.mark : nil)
        }
        func list(_ rights: Set<OperatorRight>) throws -> String {
            try html("desk/authentications", language) {
                AuthenticationListView(
                    AuthenticationList.Page(entries: entries, older: 7), status: .failed, reference: "a&b",
                    isFirst: false,
                    for: try AdminMaterial.principal(rights), base: "", $0)
            }
        }
        let page = try list([.cases, .persons])
        #expect(page.contains("/desk/authentications/\(Self.id)") && page.contains("/desk/cases/\(Self.enrollment)"))
        #expect(page.contains("status=failed&amp;reference=a%26b&amp;before=7") && page.contains("Anna&quot;"))
        // What has no reference of its own is not said to have that which is looked for.
        #expect(page.contains("<bdi>order 77&quot;") && page.contains(#"value="a&amp;b""#))
        #expect(page.matches(of: /a&amp;b/).count == 1)
        #expect(page.contains(#"aria-current="page""#) && !page.contains("<script>alert"))
        #expect(!(try list([.cases])).contains("Anna"))
    }

    @Test(arguments: Language.allCases) func aDamagedAddressOfTheListIsSaid(language: Language) throws {
        func list(isDamaged: Bool) throws -> String {
            try html("desk/authentications", language) {
                AuthenticationListView(
                    .empty, status: nil, isFirst: true, isDamaged: isDamaged,
                    for: try AdminMaterial.principal([.cases]), base: "", $0)
            }
        }
        let (damaged, empty) = (try list(isDamaged: true), try list(isDamaged: false))
        #expect(damaged.contains(#"role="alert""#) && !damaged.contains("card empty"))
        #expect(!empty.contains(#"role="alert""#) && empty.contains("card empty"))
    }

    @Test(arguments: Language.allCases) func groupsLinkToTheirMembersAndThoseToTheirCases(language: Language) throws {
        let group = GroupList.Group(
            id: "default", name: "staff" + CaseSample.mark, members: 51, sizeLimit: 1000, createdAt: Self.at)
        let groups = try html("desk/groups", language) {
            GroupsView(GroupList.Page(rows: [group], number: 1, hasNext: false), $0)
        }
        #expect(groups.contains(#"href="/desk/groups/default""#) && groups.contains("staff&quot;"))
        #expect(!groups.contains("page=") && !groups.contains("<script>alert"))
        let members = ["user", "groupAdmin"].map { role in
            GroupList.Member(
                enrollmentID: Self.enrollment, registrationCode: "4T7KQ0M2ZX", role: role, addedAt: Self.at,
                person: nil)
        }
        let page = try html("desk/group", language) {
            GroupView(
                group, GroupList.Page(rows: members, number: 2, hasNext: true),
                for: try AdminMaterial.principal([.cases]), $0)
        }
        #expect(page.contains(#"href="/desk/cases/\#(Self.enrollment)""#) && page.contains("<code>4T7KQ0M2ZX</code>"))
        #expect(page.contains("/desk/groups/default?page=1") && page.contains("/desk/groups/default?page=3"))
    }
}
