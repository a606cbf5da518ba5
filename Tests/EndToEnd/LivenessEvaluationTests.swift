import ChildProcess
import DemoMaterial
import FaceEngine
import Foundation
import ServerProcess
import TestSupport
import Testing
import Vision

/// `onboarding eval liveness` as an operator runs it, on a rendered head.
@Suite struct LivenessEvaluationTests {
    private static let program = Material.packageRoot + "/.build/release/onboarding"

    @Test func aFolderOfFramesIsCutAssessedAndReported() throws {
        let temporary = try TemporaryFolder("onboarding-eval")
        try Self.writeHead(to: temporary.path + "/head")
        try Self.write(
            """
            {"items": [
             {"file": "head", "kind": "frames", "label": "spoof", "species": "injected-rendering", "subject": "p1",
              "framesPerSecond": 6, "reference": "head/00.jpg"},
             {"file": "head/00.jpg", "kind": "still", "label": "live", "species": "<b>bona-fide</b>", "subject": "p1"},
             {"file": "text.jpg", "kind": "still", "label": "live"}]}
            """, to: temporary.path + "/manifest.json")
        try Self.write("no image", to: temporary.path + "/text.jpg")

        let (status, output) = try Self.eval([
            "--manifest", temporary.path + "/manifest.json", "--level", "4", "--threads", "1", "--report",
            temporary.path + "/out",
        ])
        #expect(status == 0)
        #expect(output.contains("injected-rendering"))

        let data = try Data(contentsOf: URL(fileURLWithPath: temporary.path + "/out.json"))
        #expect(!String(decoding: data, as: UTF8.self).contains(temporary.path), "a report names no folder")
        let report = try JSONDecoder().decode(Report.self, from: data)
        let passive = try #require(report.results.first { $0.packageKind == "passive" })
        #expect(passive.frames == 13)
        #expect(passive.spanInMilliseconds == 2000)
        #expect(passive.subject.presentationClass == "injectionAttack")
        #expect(!passive.cues.isEmpty)
        // The same head on either side, if the scorer takes it for a living one.
        #expect((passive.decision == "live") == ((passive.referenceScore ?? 0) > 3))
        let stills = report.results.filter { $0.packageKind == "still" && $0.subject.presentationClass == "bonaFide" }
        #expect(stills.map(\.reason) == ["singleStill"])
        #expect(
            report.omissions.contains { $0.item == "text.jpg" && $0.packageKind == nil && $0.reason == "notAnImage" })

        let page = try String(contentsOfFile: temporary.path + "/out.html", encoding: .utf8)
        #expect(page.contains("&lt;b&gt;bona-fide&lt;/b&gt;"))
        #expect(!page.contains("<b>bona-fide"))
    }

    @Test(arguments: [
        ("{\"items\": 3}", "another form"), ("{\"items\": []}", "names no recording"),
        ("{\"items\": [{\"file\": \"no.mp4\", \"kind\": \"video\", \"label\": \"live\"}]}", "cannot be read"),
        ("{\"items\": [{\"file\": \"/etc/hosts\", \"kind\": \"still\", \"label\": \"live\"}]}", "outside its folder"),
    ]) func aListThatCannotBeMeasuredIsRefusedInOneSentence(list: String, sentence: String) throws {
        let temporary = try TemporaryFolder("onboarding-eval")
        try Self.write(list, to: temporary.path + "/manifest.json")
        let (status, output) = try Self.eval(["--manifest", temporary.path + "/manifest.json"])
        #expect(status != 0)
        #expect(output.contains(sentence))
    }

    private struct Report: Decodable {
        struct Subject: Decodable {
            let item: String
            let presentationClass: String
        }
        struct Result: Decodable {
            struct Cue: Decodable {
                let cue: String
            }
            let subject: Subject
            let packageKind: String
            let spanInMilliseconds: Double
            let frames: Int
            let decision: String?
            let reason: String
            let referenceScore: Double?
            let cues: [Cue]
        }
        struct Omission: Decodable {
            let item: String
            let packageKind: String?
            let reason: String
        }
        let results: [Result]
        let omissions: [Omission]
    }

    /// Two seconds, six frames each.
    private static func writeHead(to folder: String) throws {
        let engine = try FaceEngine(models: ModelFolder(path: Material.models), workers: 1)
        let photograph = try Image(decoding: Material.photograph("obama.jpg"))
        let frames = try RenderedHead(photograph: photograph, engine: engine)
            .frames(HeadMotion(frameCount: 13, durationInMilliseconds: 2000))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (index, frame) in frames.enumerated() {
            let name = folder + (index < 10 ? "/0\(index).jpg" : "/\(index).jpg")
            try Data(frame.bytes).write(to: URL(fileURLWithPath: name))
        }
    }

    private static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private static func eval(_ options: [String]) throws -> (status: Int32, output: String) {
        let output = Pipe()
        let process = try ChildProcess(
            program, ["eval", "liveness"] + options, in: Material.packageRoot,
            output: .handle(output.fileHandleForWriting), errors: .handle(output.fileHandleForWriting))
        try output.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        guard case .exit(let status) = process.wait() else { return (-1, "") }
        return (status, String(decoding: text, as: UTF8.self))
    }
}
