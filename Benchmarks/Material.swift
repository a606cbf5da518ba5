import DemoMaterial
import FaceEngine
import Foundation
import LivenessScorer
import OnboardingAPI
import Tenancy
import Vision

/// What a person shows: captures of a rendered head, a passport page, and another person's page.
struct Material: Sendable {
    /// Made once.
    static let loaded = Result { try Material() }
    static let models = ProcessInfo.processInfo.environment["ONBOARDING_MODELS"] ?? Installation.root + "/models"

    /// Three JPEG frames of 640 × 480 pixels of a head that turns by four degrees to either side.
    let threeFrames: [FaceVideo.Frame]
    /// Fourteen frames of a head that turns as it is asked to, which are judged live.
    let turningHead: [FaceVideo.Frame]
    let document: [UInt8]
    let othersDocument: [UInt8]

    private init() throws {
        let engine = try FaceEngine(models: ModelFolder(path: Self.models), workers: 1)
        let photograph = try Self.photograph("obama.jpg")
        threeFrames = try RenderedHead(
            photograph: photograph, engine: engine, size: ImageSize(width: 640, height: 480)
        ).frames(HeadMotion(amplitudeInDegrees: 4, frameCount: 3, durationInMilliseconds: 800)).map(
            FaceVideo.Frame.init)
        turningHead = try RenderedHead(photograph: photograph, engine: engine).frames(HeadMotion())
            .map(FaceVideo.Frame.init)
        let today = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date())
        let holder = PassportHolder.fictitious(
            today: PageDate(year: today.year ?? 1970, month: today.month ?? 1, day: today.day ?? 1))
        func page(of name: String) throws -> [UInt8] {
            try PassportPage(holder: holder, photograph: Self.photograph(name), engine: engine).photographed()
        }
        document = try page(of: "obama2.jpg")
        othersDocument = try page(of: "biden.jpg")
    }

    static func photograph(_ name: String) throws -> Image {
        try Image(decoding: Fixtures(folder: Installation.root + "/fixtures").bytes(of: name))
    }
}

extension FaceVideo.Frame {
    init(_ frame: DemoFrame) {
        self.init(data: frame.bytes, timestamp: frame.timeInMilliseconds)
    }
}

extension FaceCapture {
    /// As the server hands a package to the engines, of the workflow `charlie4` and a tenant whose faces may be rendered.
    init(_ frames: [FaceVideo.Frame], permitsStills: Bool = false) {
        self.init(
            frames: frames.map { CapturedFrame(bytes: $0.data.bytes, timeInMilliseconds: $0.timestamp ?? 0) },
            level: .balanced, permitsStills: permitsStills, source: .rendered)
    }
}
