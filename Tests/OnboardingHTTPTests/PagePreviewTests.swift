import Foundation
import LivenessScorer
import Testing

@testable import Onboarding
@testable import OnboardingAPI
@testable import OnboardingHTTP

/// The page of the person is told the turn of the head, and no client is.
@Suite struct PagePreviewTests {
    private func result(_ yaws: Double?...) -> GuideCapture.Result {
        GuideCapture.Result(
            yaws.map { FrameGuidance(advice: $0 == nil ? [.noFace] : [], focus: 1, yawInDegrees: $0) },
            leastCompliant: 1)
    }

    @Test func theTurnIsWholeAndNoLargerThanAnyFrameMayShow() {
        let response = PagePreviewResponse(result(11.6, -12.4, 88, -88, nil, .nan, .infinity))
        #expect(response.frameResults.map(\.yawInDegrees) == [12, -12, 30, -30, nil, nil, nil])
        #expect(response.frameResults.map(\.compliant) == [true, true, true, true, false, true, true])
        #expect(response.results.captured)
    }

    @Test func aClientIsToldWhatTheVendorTells() throws {
        func members(_ answer: some Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
        }
        #expect(try members(PagePreviewResponse(result(9))).contains(#""yawInDegrees":9"#))
        #expect(try !members(PagePreviewResponse(result(nil))).contains("yaw"))
        #expect(try !members(AutocaptureResponse(result(9))).contains("yaw"))
    }
}
