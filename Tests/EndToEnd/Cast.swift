import DemoMaterial
import FaceEngine
import Foundation
import OnboardingAPI
import TestSupport
import Vision

/// The images of one enrollment, made once.
struct Cast {
    let frames: [FaceVideo.Frame]
    let document: [UInt8]
    let holder: PassportHolder

    init() throws {
        let engine = try FaceEngine(models: ModelFolder(path: Material.models), workers: 1)
        let head = try RenderedHead(photograph: Image(decoding: Material.photograph("obama.jpg")), engine: engine)
        frames = try head.frames(HeadMotion()).map {
            FaceVideo.Frame(data: $0.bytes, timestamp: $0.timeInMilliseconds)
        }
        let parts = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date())
        holder = .fictitious(
            today: PageDate(year: parts.year ?? 1970, month: parts.month ?? 1, day: parts.day ?? 1))
        document = try PassportPage(
            holder: holder, photograph: Image(decoding: Material.photograph("obama2.jpg")), engine: engine
        ).photographed()
    }
}
