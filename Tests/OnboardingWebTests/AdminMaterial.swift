import Foundation
import OnboardingAPI
import OnboardingCore
import OnboardingJSON
import TestSupport
import Testing

@testable import OnboardingWeb
@testable import Tenancy

/// What the pages of the administration are shown with in tests.
enum AdminMaterial {
    static let now = Instant(millisecondsSince1970: 1_800_000_000_000)

    static func words(_ language: Language = .english) throws -> Words {
        try Words(file: "\(Material.packageRoot)/web/texts/\(language.rawValue).json")
    }

    /// An administrator of a tenant.
    static func principal(
        _ rights: Set<OperatorRight> = OperatorRole.admin.rights, profile: CustomerConfiguration.Profile = .compatible
    ) throws -> Principal {
        let id = try #require(TenantID(text: String(repeating: "a", count: 32)))
        let person = SignedInOperator(
            id: try #require(OperatorID(text: String(repeating: "b", count: 32))), name: "root", role: .admin,
            rights: rights, sessionDigest: [], endsAt: now)
        let tenant = Tenant(
            id: id, name: "acme", realm: "acme-consumers", isTest: true, credentials: [], apiKeyDigest: [],
            settings: try TenantSettings(CustomerConfiguration.initial(profile)), configurationVersion: 1)
        return Principal(tenant: tenant, role: .operator(person))
    }

    static func standing(_ changes: [String: JSONValue] = [:]) -> ConfigurationStanding {
        let document = changes.reduce(CustomerConfiguration.initial(.compatible)) { document, change in
            document.setting(change.value, at: change.key.split(separator: ".").map(String.init)[...])
        }
        return ConfigurationStanding(stored: document, version: 3, changedAt: now)
    }

    /// A page as a browser gets it.
    static func html(_ template: String, _ content: Any, _ principal: Principal) throws -> String {
        let templates = try Templates(folder: Material.packageRoot + "/web/templates")
        let frame = PageFrame(
            words: try words(), language: .english, base: "", staticVersion: "1", path: "/admin", principal: principal,
            session: "session", content: content)
        return try #require(templates.render(template, frame))
    }
}

extension FormFields {
    /// What a browser sends of these fields.
    init(of fields: [String: String]) throws {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._")
        func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
        let body = fields.map { "\(encoded($0.key))=\(encoded($0.value))" }.joined(separator: "&")
        self = try #require(FormFields([UInt8](body.utf8), atMost: Limit.formFields.value))
    }

    /// What a browser sends of a section's form as it is shown.
    init(of form: ConfigurationForm, changing changes: [String: String?] = [:]) throws {
        let shown = try sortedKeyJSON(JSONValue.object(form.shown))
        var fields = ["csrf": "token", "shown": String(decoding: shown, as: UTF8.self)]
        for (key, input) in form.inputs {
            switch input {
            case .flag(let isOn): fields[key] = isOn ? "on" : nil
            // A browser ends lines so.
            case .text(let text): fields[key] = text.replacing("\n", with: "\r\n")
            case .words(let words): for word in words { fields["\(key):\(word)"] = "on" }
            case .languages(let texts):
                for language in Language.allCases { fields["\(key):\(language.rawValue)"] = texts[language] ?? "" }
            }
        }
        for (name, value) in changes { fields[name] = value }
        try self.init(of: fields)
    }
}
