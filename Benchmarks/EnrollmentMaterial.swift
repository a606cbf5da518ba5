import DemoMaterial
import Foundation
import OnboardingAPI
import OnboardingClient
import Vision

/// What a person shows in a whole enrollment: a capture of 14 frames and a passport page; and another person's page.
struct EnrollmentMaterial: Sendable {
    let frames: [FaceVideo.Frame]
    let document: [UInt8]
    let othersDocument: [UInt8]

    init(_ material: FaceMaterial) throws {
        let fixtures = try Fixtures(folder: FaceMaterial.root + "/fixtures")
        frames = try material.turningHead()
        let today = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date())
        let holder = PassportHolder.fictitious(
            today: PageDate(year: today.year ?? 1970, month: today.month ?? 1, day: today.day ?? 1))
        func page(of photograph: String) throws -> [UInt8] {
            try PassportPage(
                holder: holder, photograph: Image(decoding: fixtures.bytes(of: photograph)), engine: material.engine
            ).photographed()
        }
        document = try page(of: "obama2.jpg")
        othersDocument = try page(of: "biden.jpg")
    }
}
