import Foundation
import Testing

/// `docs/openapi.yaml` beside what the client asks for, by the text of its sources.
@Suite struct CallsTests {
    /// Found from this file's place in it.
    private static let checkout = #filePath.split(separator: "/").dropLast(5).map { "/" + $0 }.joined()

    @Test func theClientAsksForEverythingThatThoseWhoComeBackAndUsersHave() throws {
        let document = try String(contentsOfFile: Self.checkout + "/docs/openapi.yaml", encoding: .utf8)
        let paths = document.split(separator: "\n").compactMap { line in
            line.wholeMatch(of: #/  (/.*):/#).map { String($0.1) }
        }
        let prefixes = [
            "/onboarding/authentication/", "/onboarding/reEnrollment/", "/onboarding/gallery/", "/hypersecure/v1/",
            "/onboarding/b2c/triggerAuthenticate", "/face/attributes",
        ]
        // Neither what no operation is nor an address that opens by itself: both end in a parameter.
        let wanted = paths.filter { path in prefixes.contains { path.hasPrefix($0) } && !path.hasSuffix("}") }
        #expect(wanted.count > 40)

        let folder = Self.checkout + "/clients/swift/Sources/OnboardingCalls/"
        let sources = try FileManager.default.contentsOfDirectory(atPath: folder)
            .map { try String(contentsOfFile: folder + $0, encoding: .utf8) }.joined()
        for path in wanted {
            // A step that authentication and re-enrollment have is named once, without its prefix.
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let operation = path.hasPrefix("/hypersecure/v1") ? String(path.dropFirst("/hypersecure/v1".count)) : path
            #expect(
                ["\"\(operation)\"", "\"\(name)\""].contains { sources.contains($0) }, "no method asks for \(path)")
        }
    }
}
