import DemoMaterial
import FaceEngine
import Foundation
import Onboarding
import OnboardingAPI
import Tenancy
import Vision

/// Who and what the demonstration shows: a person, their document, another person's document, and three images that
/// are no persons.
struct DemoCast: Sendable {
    /// What the person is, in words for whoever watches.
    let introduction: String
    /// Whether a computer made the person.
    let isRendered: Bool
    /// The descriptor that compares faces.
    let descriptor: String

    let ownDocument: [UInt8]
    let othersDocument: [UInt8]
    /// One still, fourteen times.
    let repeatedStill: [FaceVideo.Frame]
    /// The same still, encoded anew with other noise each time and shifted by two pixels.
    let disguisedStill: [FaceVideo.Frame]
    /// The portrait of the person's document, cut from its page and set in motion.
    let animatedPortrait: [FaceVideo.Frame]
    /// A print of the photograph, moved and tilted before a wall.
    let movedPrint: [FaceVideo.Frame]

    /// The captures of the person, each with its own bytes: the server refuses a frame that it has seen in another
    /// enrollment.
    let captures: [[FaceVideo.Frame]]
    /// Another person's capture; nil beside the user's own material.
    let strangersCapture: [FaceVideo.Frame]?
    /// Who does what a challenge asks for; nil for the user's own material, which cannot.
    let performer: RenderedHead?
    /// The frames of the first capture in other bytes.
    let savedAnew: [FaceVideo.Frame]

    /// - Parameters:
    ///   - frames: the user's own video or folder; with `document` in place of the rendered person.
    ///   - models: the folder with the models.
    init(frames: String?, document: String?, models: String) throws {
        let root = Installation.root
        let fixtures = try Fixtures(folder: root + "/fixtures")
        let engine = try ModelCheck.faceEngine(modelFolder: models, workers: 1)
        descriptor = engine.descriptor.name

        let photograph = try Image(decoding: try fixtures.bytes(of: "obama.jpg"))
        let documentPortrait = try Image(decoding: try fixtures.bytes(of: "obama2.jpg"))
        let other = try Image(decoding: try fixtures.bytes(of: "biden.jpg"))
        let today = PageDate(of: Date())
        let holder = PassportHolder.fictitious(today: today)
        othersDocument = try PassportPage(
            holder: .otherFictitious(today: today), photograph: other, engine: engine
        ).photographed()

        if let frames, let document {
            isRendered = false
            introduction = "The person and the document are yours: \(frames), \(document)."
            let own = try FrameFiles(at: frames).frames
            guard let documentBytes = FileManager.default.contents(atPath: document) else {
                throw DemoMaterialError.fileUnreadable(document)
            }
            ownDocument = [UInt8](documentBytes)
            let still = own[own.count / 2]
            guard let image = try? Image(decoding: still.bytes),
                let again = try? own.map({ try $0.encoded(quality: 93).wire })
            else { throw DemoMaterialError.imageUnreadable(file: frames) }
            performer = nil
            strangersCapture = nil
            captures = [own.map(\.wire), again]
            savedAnew = again
            repeatedStill = Self.repeated(try still.encoded(quality: 91).bytes)
            disguisedStill = try PrintedPhotograph.disguisedStill(of: image, engine: engine).map(\.wire)
            movedPrint = try PrintedPhotograph(photograph: image, engine: engine).frames().map(\.wire)
        } else {
            isRendered = true
            introduction = """
                The person is RENDERED by computer from an official White House photograph: a head that turns in depth, for \
                demonstration only. That is an injection attack, which the liveness check finds out; this test tenant declares \
                it, and its records say so. The document is a made-up page of the fictitious state UTO. No approval by \
                anybody shown is implied.
                """
            let head = try RenderedHead(photograph: photograph, engine: engine)
            performer = head
            strangersCapture = try RenderedHead(photograph: other, engine: engine).frames(HeadMotion(seed: 5)).map(
                \.wire)
            let first = try head.frames(HeadMotion(seed: 1))
            captures = [first.map(\.wire), try head.frames(HeadMotion(seed: 2)).map(\.wire)]
            savedAnew = try first.map { try $0.encoded(quality: 80).wire }
            ownDocument = try PassportPage(holder: holder, photograph: documentPortrait, engine: engine).photographed()
            let still = try head.frames(HeadMotion(amplitudeInDegrees: 0, frameCount: 1, seed: 3))
            repeatedStill = Self.repeated(still.first?.bytes ?? [])
            disguisedStill = try PrintedPhotograph.disguisedStill(of: photograph, engine: engine).map(\.wire)
            movedPrint = try PrintedPhotograph(photograph: photograph, engine: engine).frames().map(\.wire)
        }
        animatedPortrait = try Self.animatedPortrait(of: ownDocument, engine: engine)
    }

    /// - Parameter page: an image of a document.
    private static func animatedPortrait(of page: [UInt8], engine: FaceEngine) throws -> [FaceVideo.Frame] {
        let image = try Image(decoding: page)
        guard let face = try engine.faces(in: image).largest else { throw DemoMaterialError.noFaceInPhotograph }
        let head = ImageRectangle(
            x: face.box.center.x - face.box.width, y: face.box.center.y - face.box.height * 1.2,
            width: face.box.width * 2, height: face.box.height * 2.4)
        return try RenderedHead(photograph: image.cropped(to: head), engine: engine)
            .frames(HeadMotion(seed: 4)).map(\.wire)
    }

    private static func repeated(_ still: [UInt8]) -> [FaceVideo.Frame] {
        (0..<14).map { FaceVideo.Frame(data: still, timestamp: Double($0) * 200) }
    }
}

extension DemoFrame {
    var wire: FaceVideo.Frame { FaceVideo.Frame(data: bytes, timestamp: timeInMilliseconds) }

    /// The same image in other bytes.
    fileprivate func encoded(quality: Int) throws -> DemoFrame {
        DemoFrame(
            bytes: try Image(decoding: bytes).jpeg(quality: quality), timeInMilliseconds: timeInMilliseconds)
    }
}

extension PageDate {
    /// The day in UTC.
    init(of date: Date) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        self.init(year: parts.year ?? 1970, month: parts.month ?? 1, day: parts.day ?? 1)
    }
}
