import DemoMaterial
import Foundation
import Onboarding
import OnboardingAPI
import OnboardingJSON

/// What `onboarding sandbox write` writes: drawn frames and pages of persons who do not exist, and the bodies of requests with
/// them for each persona.
struct SandboxMaterial {
    /// What stands in the place of the enrollment's token.
    static let token = "ENROLLMENT_TOKEN"

    /// A capture or the image of a page, by the name of its files.
    private struct Capture {
        let name: String
        let frames: [DemoFrame]
    }

    private struct Page {
        let name: String
        let bytes: [UInt8]
    }

    private let turning, still, blurred: Capture
    private let valid, other, expired, unsharp: Page

    init(today: PageDate) throws(DemoMaterialError) {
        let (head, stranger) = (DrawnHead(seed: 87), DrawnHead(seed: 11))
        turning = Capture(name: "turning", frames: try head.frames(HeadMotion(seed: 1)))
        still = Capture(name: "still", frames: try head.frames(HeadMotion(amplitudeInDegrees: 0, seed: 2)))
        blurred = Capture(name: "blurred", frames: try head.frames(HeadMotion(seed: 3), blur: 7))

        let holder = PassportHolder.fictitious(today: today)
        let marchetti = PassportHolder.otherFictitious(today: today)
        var former = holder
        former.dateOfIssue = today.adding(years: -11)
        former.dateOfExpiry = today.adding(years: -1)
        let page = try PassportPage(holder: holder, drawn: head)
        valid = Page(name: "valid", bytes: try page.photographed(Self.view()))
        unsharp = Page(name: "blurred", bytes: try page.photographed(Self.view(blur: 9)))
        other = Page(
            name: "other", bytes: try PassportPage(holder: marchetti, drawn: stranger).photographed(Self.view()))
        expired = Page(name: "expired", bytes: try PassportPage(holder: former, drawn: head).photographed(Self.view()))
    }

    /// Large enough for the MRZ to be read, and no larger: bodies are posted again and again.
    private static func view(blur: Double = 0.6) -> PhoneView {
        PhoneView(size: .init(width: 1400, height: 1050), blurInPixels: blur, quality: 80)
    }

    private func material(of persona: SandboxPersona) -> (capture: Capture, page: Page) {
        switch persona {
        case .live, .locked, .overloaded, .slow: (turning, valid)
        case .attack: (still, valid)
        case .blurred: (blurred, unsharp)
        case .mismatch: (turning, other)
        case .expired: (turning, expired)
        }
    }

    /// - Parameter folder: where nothing is yet, or an empty folder.
    /// - Returns: how many files were written.
    func write(to folder: String) throws -> Int {
        var count = 0
        func write(_ bytes: [UInt8], _ name: String) throws {
            let file = URL(fileURLWithPath: folder + "/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
            count += 1
        }
        for capture in [turning, still, blurred] {
            for (index, frame) in capture.frames.enumerated() {
                try write(frame.bytes, "frames/\(capture.name)-\(index < 10 ? "0" : "")\(index).jpg")
            }
        }
        for page in [valid, other, expired, unsharp] { try write(page.bytes, "pages/\(page.name).jpg") }
        for persona in SandboxPersona.allCases {
            let (capture, page) = material(of: persona)
            try write(try sortedKeyJSON(Self.request(capture)), "\(persona.rawValue)/addFace.json")
            try write(try sortedKeyJSON(Self.request(page)), "\(persona.rawValue)/addDocument.json")
        }
        try write([UInt8](Self.explanation.utf8), "README.txt")
        return count
    }

    private static func request(_ capture: Capture) -> AddFaceRequest {
        let frames = capture.frames.map { FaceVideo.Frame(data: $0.bytes, timestamp: $0.timeInMilliseconds) }
        return AddFaceRequest(
            enrollmentToken: token,
            faceLivenessData: .plain(
                FaceVideo(workflowData: .init(workflow: "charlie4", rotation: 0, frames: frames))))
    }

    private static func request(_ page: Page) -> AddDocumentRequest {
        AddDocumentRequest(
            enrollmentToken: token, documentsInfo: .init(documentImage: [.init(image: page.bytes)]))
    }

    private static let explanation = """
        Frames, pages and requests for the personas of a test tenant. Every person and document here is made up and drawn by a
        program; the documents are specimens of a state that does not exist.

        frames/NAME-00.jpg …       captures: a head that turns, one that keeps still, a blurred one
        pages/NAME.jpg             passports: valid, another person's, expired, blurred
        PERSONA/addFace.json       the body of POST /onboarding/enrollment/addFace
        PERSONA/addDocument.json   the body of POST /onboarding/enrollment/addDocumentOCR

        In both, put the token that enroll gave in the place of \(token). What is answered is decided by the username of the
        enrollment and not by the images: begin it with the username below, which may go on as in sandbox-live-17 or
        sandbox-live@example.org, in a tenant made with --test. In every other tenant these usernames mean nothing.

        \(personas.joined(separator: "\n"))

        """

    /// A line a persona.
    static var personas: [String] {
        SandboxPersona.allCases.map { persona in
            let name = persona.username.padding(toLength: 20, withPad: " ", startingAt: 0)
            return
                "\(name)face: \(persona.row.face)\n\(String(repeating: " ", count: 20))document: \(persona.row.document)"
        }
    }
}
