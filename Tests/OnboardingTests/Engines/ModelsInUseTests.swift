import Foundation
import TestSupport
import Testing

@testable import Onboarding

@Suite struct ModelsInUseTests {
    @Test func whatWasMeasuredOfTheNetworksOfTextureIsReadFromTheirManifest() throws {
        let file = Material.packageRoot + "/packs/liveness/manifest.json"
        let manifest = try #require(FileManager.default.contents(atPath: file))
        let measured = TextureMeasurement.all(inManifest: [UInt8](manifest))
        #expect(Set(measured.map(\.network)) == ["face", "scene"])
        #expect(measured.filter { $0.network == "face" }.map(\.level) == ["2", "4", "6"])
        for measurement in measured {
            #expect((0...1).contains(measurement.bonaFideRefused))
            let shares = measurement.attacksTaken.map(\.share)
            #expect(shares == shares.sorted(by: >) && !shares.isEmpty)
        }
    }

    @Test(arguments: ["", "{}", "[]", #"{"trainedWith":{}}"#, #"{"trainedWith":{"validation":{"face":{}}}}"#])
    func aManifestThatStatesNothingGivesNothing(json: String) {
        #expect(TextureMeasurement.all(inManifest: [UInt8](json.utf8)) == [])
    }
}
