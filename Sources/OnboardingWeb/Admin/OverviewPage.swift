internal import OnboardingCore
internal import OnboardingHTTP
internal import Tenancy

/// Where an administrator begins: the pages that are open to them, how the tenant and the server stand.
struct OverviewPage: Sendable {
    let site: Site
    let configuration: CustomerConfigurationAccess
    let doctor: Doctor

    var routes: [Route] {
        [site.adminRoute(.get, AdminTab.overview.path, of: .overview, handle: page)]
    }

    private func page(_ request: Request) async throws -> Response {
        let principal = try request.authenticated
        async let findings = doctor.examine(.quick, for: principal.tenant.name)
        let standing = try await configuration.standing(by: principal)
        return try site.page(
            "admin/overview",
            OverviewView(
                principal, standing, findings: await findings, version: Installation.version,
                words: try site.words(for: request)),
            for: request)
    }
}

/// What `admin/overview.mustache` shows.
struct OverviewView {
    struct FindingView {
        let subject: String
        /// Of the subject, which has a word of its own where it is a known one.
        let subjectLanguage: String
        let sentence: String
        let sign: String
        let severity: String
    }

    let tabs: [AdminTabView]
    let cards: [AdminTabView]
    let tenantName: String
    let kind: String
    let profile: String
    let differing: Int
    let version: String
    let configurationVersion: Int
    /// Whether nobody is told of another way to prove who they are.
    let lacksAlternative: Bool
    let mayConfigure: Bool
    let findings: [FindingView]

    init(
        _ principal: Principal, _ standing: ConfigurationStanding, findings: [Doctor.Finding], version: String,
        words: Words
    ) {
        tabs = AdminTabView.all(for: principal, at: .overview, words: words)
        cards = tabs.filter { !$0.isCurrent }
        tenantName = principal.tenant.name
        kind = words(principal.tenant.isTest ? "admin.testTenant" : "admin.productionTenant")
        profile = standing.profile.rawValue
        differing = standing.differing.count
        configurationVersion = standing.version
        self.version = version
        lacksAlternative = !standing.namesAlternative
        mayConfigure = AdminTab.configuration.isOpen(to: principal)
        self.findings = findings.map { finding in
            let subject = words.text(at: "admin.subject.\(Self.key(finding.subject))")
            return FindingView(
                subject: subject ?? finding.subject,
                subjectLanguage: subject == nil ? Language.english.rawValue : words("admin.language"),
                sentence: WrittenTime.english.moments(in: finding.sentence), sign: finding.severity.sign,
                severity: words("admin.severity.\(finding.severity.rawValue)"))
        }
    }

    /// `public URL` as keys of texts are written: `publicURL`.
    private static func key(_ subject: String) -> String { subject.filter { $0 != " " } }
}

extension Doctor.Severity {
    /// The class of its sign in `site.css`.
    fileprivate var sign: String {
        switch self {
        case .good: "good"
        case .warning: "warn"
        case .problem: "bad"
        }
    }
}
