import Foundation
import OnboardingCore
import TestSupport
import Testing

@testable import Onboarding
@testable import OnboardingAPI
@testable import OnboardingHTTP
@testable import Tenancy

/// A phone is told scores where the tenant says so, and a client of the tenant always.
@Suite struct ShownScoresTests {
    private func result<Result: Decodable>(_ type: Result.Type, of name: String) throws -> Result {
        let file = Material.packageRoot + "/Tests/OnboardingTests/Golden/\(name)-1.json"
        return try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: file)))
    }

    private func members(_ answer: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
    }

    @Test func aPhoneIsToldScoresWhereTheTenantSaysSo() throws {
        let face = AddFaceResponse(try result(AddFace.Result.self, of: "add-face-result"))
        let document = AddDocumentResponse(try result(AddDocument.Result.self, of: "add-document-result"))
        let returning = VerifyFaceResponse(try result(VerifyFace.Result.self, of: "verify-face-result"))
        for isOn in [false, true] {
            var settings = try TenantSettings(CustomerConfiguration.initial(.compatible))
            settings.phoneSeesScores = isOn
            let tenant = Tenant(
                id: try .random(), name: "acme", realm: "acme-consumers", isTest: false, credentials: [],
                apiKeyDigest: [], settings: settings, configurationVersion: 1)
            let phone = Principal(tenant: tenant, role: .phone(sessionDigest: [1]))
            let client = Principal(tenant: tenant, role: .client(id: "acme-b2b", scopes: [.enroll]))
            #expect(face.shown(to: client) == face && document.shown(to: client) == document)
            #expect(returning.shown(to: client) == returning)
            guard !isOn else {
                #expect(face.shown(to: phone) == face && document.shown(to: phone) == document)
                continue
            }
            let shown = [
                try members(face.shown(to: phone)), try members(document.shown(to: phone)),
                try members(returning.shown(to: phone)),
            ]
            for text in shown {
                for word in [#""score""#, "score_frr", "algorithm_results", "matchScore"] {
                    #expect(!text.contains(word), "\(word)")
                }
            }
            #expect(face.shown(to: phone).livenessResult == face.livenessResult)
            #expect(document.shown(to: phone).matchResult == document.matchResult)
            #expect(returning.shown(to: phone).matchResult == returning.matchResult)
            let liveness = face.shown(to: phone).faceLivenessResults.video.livenessResult
            #expect(liveness.decision == face.faceLivenessResults.video.livenessResult.decision)
        }
    }
}
