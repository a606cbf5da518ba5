import OnboardingJSON
import Testing

@testable import Tenancy

/// What holds for each row of the table.
@Suite struct ConfigurationTableTests {
    private typealias Profile = CustomerConfiguration.Profile

    private static let stored = ConfigurationTable.keys.filter { !$0.isShownOnly }

    /// What no key may be.
    private let wrong = JSONValue.array([.number(-1)])

    @Test func aNameHasOneRowAndItsGroupStandsBeforeIt() {
        var names: Set<String> = [""]
        for key in ConfigurationTable.keys {
            #expect(names.insert(key.name).inserted, "\(key.name)")
            #expect(names.contains(key.path.dropLast().joined(separator: ".")), "\(key.name)")
        }
    }

    @Test func aDefaultIsAllowedAndServed() {
        for key in ConfigurationTable.keys {
            for profile in CustomerConfiguration.Profile.allCases {
                #expect(key.values.admit(key.initial(profile)), "\(key.name)")
            }
            if case .value(let value) = key.whenMissing { #expect(key.values.admit(value), "\(key.name)") }
            if case .sameAs(let other) = key.whenMissing {
                #expect(ConfigurationTable.key(other) != nil, "\(key.name)")
            }
            if case .notServed(let value, _) = key.service { #expect(value != key.initial.compatible, "\(key.name)") }
        }
    }

    @Test(arguments: CustomerConfiguration.Profile.allCases)
    func anyKeyMayBeMissing(profile: CustomerConfiguration.Profile) throws {
        let whole = CustomerConfiguration.initial(profile)
        for key in Self.stored {
            for document in [whole.removing(key.path[...]), whole.setting(.null, at: key.path[...])] {
                #expect(throws: Never.self, "\(key.name)") { try TenantSettings(document) }
                let filled = CustomerConfiguration.filled(document)
                if case .group = key.values {
                    #expect(Self.stored.allSatisfy { filled.value(at: $0.path) != nil }, "\(key.name)")
                } else {
                    #expect(filled == whole.setting(expected(key, in: whole), at: key.path[...]), "\(key.name)")
                }
            }
        }
    }

    private func expected(_ key: ConfigurationKey, in whole: JSONValue) -> JSONValue {
        switch (key.whenMissing, key.values) {
        case (.compatible, _): key.initial.compatible
        case (.strict, _): key.initial.strict
        case (.value(let value), _): value
        case (.sameAs(let name), .threshold):
            MatchThreshold.number(whole.value(atKey: name)).map(JSONValue.number) ?? .null
        case (.sameAs(let name), _): whole.value(atKey: name) ?? .null
        }
    }

    /// A default must not make a document that its own tenant cannot change any more.
    @Test(arguments: CustomerConfiguration.Profile.allCases)
    func aDocumentThatLacksAKeyContradictsItselfNowhere(profile: CustomerConfiguration.Profile) throws {
        let enrollment = "onboardingConfig.onboardingOptions.enrollment."
        let changes: [[String: JSONValue]] = [
            [:],
            [
                enrollment + "addFace": .bool(false),
                "onboardingConfig.onboardingOptions.authentication.verifyFace": .bool(false),
                "onboardingConfig.onboardingOptions.reenrollment.verifyFace": .bool(false),
            ],
            [enrollment + "addDevice": .bool(false)], [enrollment + "addDocument": .bool(false)],
            [enrollment + "ageEstimation.maxAge": .number(0), enrollment + "ageEstimation.minAge": .number(0)],
            [enrollment + "ageEstimation.maxAge": .number(150), enrollment + "ageEstimation.minAge": .number(150)],
        ]
        for change in changes {
            let posted = change.reduce(JSONValue.object([:])) { posted, member in
                posted.setting(member.value, at: member.key.split(separator: ".").map(String.init)[...])
            }
            let whole = try ConfigurationChange.result(of: posted, on: CustomerConfiguration.initial(profile))
            for key in Self.stored where change[key.name] == nil || change.count > 1 {
                let document = whole.removing(key.path[...])
                // A face or an age that is required again is required of what follows too.
                if key.name == enrollment + "addFace", change[key.name] != nil { continue }
                let result = try ConfigurationChange.result(of: .object([:]), on: document)
                #expect(result == document, "\(key.name)")
            }
        }
    }

    @Test func aWrongValueNamesItsKeyIfAnythingReadsIt() {
        for key in Self.stored {
            let document = CustomerConfiguration.initial(.compatible).setting(wrong, at: key.path[...])
            if key.isServed {
                #expect(throws: ConfigurationValidationError(key: key.name)) { try TenantSettings(document) }
            } else if case .group = key.values {
                continue
            } else {
                #expect(throws: Never.self, "\(key.name)") { try TenantSettings(document) }
            }
        }
    }

    @Test func aWrongGroupIsAnErrorAndIsNotReplaced() {
        for name in ["onboardingConfig", "onboardingConfig.sampleWebRoutes"] {
            let document = CustomerConfiguration.initial(.compatible)
                .setting(wrong, at: name.split(separator: ".").map(String.init)[...])
            #expect(throws: ConfigurationValidationError.self, "\(name)") { try TenantSettings(document) }
            #expect(CustomerConfiguration.filled(document) == document)
        }
    }

    @Test func aChangeToAWrongValueIsRefusedByTheNameOfItsKey() {
        for key in Self.stored {
            let posted = JSONValue.object([:]).setting(wrong, at: key.path[...])
            do throws(ConfigurationRefusal) {
                _ = try ConfigurationChange.result(of: posted, on: CustomerConfiguration.initial(.compatible))
                Issue.record("accepted: \(key.name)")
            } catch {
                let name = if case .threshold = key.values { key.path.last ?? "" } else { key.name }
                #expect(error.kind == .value && error.message.hasPrefix(name + " "), "\(key.name): \(error.message)")
            }
        }
    }
}

extension JSONValue {
    /// This value without the member at the end of `path`.
    fileprivate func removing(_ path: ArraySlice<String>) -> JSONValue {
        guard case .object(var members) = self, let key = path.first else { return self }
        members[key] = path.count == 1 ? nil : members[key]?.removing(path.dropFirst())
        return .object(members)
    }
}
