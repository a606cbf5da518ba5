import Foundation
import OnboardingJSON
import Testing

@testable import Tenancy

/// Keys that nothing reads are kept and named, the misspelt ones with the key that was meant.
@Suite struct UnknownKeysTests {
    private func unknown(_ json: String) throws -> [UnknownKey] {
        UnknownKey.all(in: try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8)))
    }

    @Test func whatIsReadIsNotNamed() throws {
        #expect(UnknownKey.all(in: CustomerConfiguration.initial(.compatible)).isEmpty)
        #expect(UnknownKey.all(in: CustomerConfiguration.shown(.object([:]))).isEmpty)
    }

    @Test func aMisspeltKeyIsNamedWithTheOneThatIsNear() throws {
        #expect(
            try unknown(#"{"onboardingConfig":{"replayGard":"off","maxfaceattempts":3},"vendorOnly":{"a":{"b":1}}}"#)
                == [
                    UnknownKey(
                        name: "onboardingConfig.maxfaceattempts", nearest: "onboardingConfig.maxFaceAttempts"),
                    UnknownKey(name: "onboardingConfig.replayGard", nearest: "onboardingConfig.replayGuard"),
                    UnknownKey(name: "vendorOnly", nearest: nil),
                ])
    }

    @Test func whatIsShownCanBePostedBack() throws {
        let stored = try ConfigurationChange.result(
            of: .object(["vendorOnly": .number(1)]), on: CustomerConfiguration.initial(.compatible))
        let shown = CustomerConfiguration.shown(stored)
        #expect(shown["unknownKeys"] == .array([.object(["name": .string("vendorOnly")])]))
        #expect(try ConfigurationChange.result(of: shown, on: stored) == stored)
    }
}
