import Foundation
import Testing

/// Attributes of a face are a ground of no decision (decision 0107): who decides cannot even name them.
@Suite struct AttributeUseTests {
    /// Where they are estimated.
    private static let declaring = ["Sources/FaceEngine/Attributes/", "Sources/Onboarding/Stateless/FaceAttributes/"]

    /// Who may name them: what finds, loads, measures and answers them, and the settings that switch them on. The age that a tenant
    /// may ask for is a type of its own (`FaceEngine/Age`).
    private static let users =
        declaring + [
            "Sources/FaceEngine/Evaluation/Attributes/", "Sources/Onboarding/Engines/",
            "Sources/Operations/Evaluation/AttributeEvaluationRun.swift",
            "Sources/Tenancy/Settings/ConfigurationTable.swift", "Sources/Tenancy/Settings/TenantSettings.swift",
            "Sources/Casework/PortalUseCases.swift", "Sources/Casework/AdministrationUseCases.swift",
            "Sources/OnboardingHTTP/SuperID/",
        ]

    /// What gives them, beside the types.
    private static let functions: Set = ["estimateAttributes", "estimateFaceAttributes"]

    private static func trespasses(in tree: SourceTree) -> [String] {
        let sources = tree.files(in: "Sources")
        var names = functions
        for (path, text) in sources where declaring.contains(where: path.hasPrefix) {
            for match in text.matches(of: /(?:^|\n)(?:public |package |final )*(?:struct|class|enum) (\w+)/) {
                names.insert(String(match.1))
            }
        }
        var found: [String] = []
        for (path, text) in sources where !users.contains(where: path.hasPrefix) {
            for line in text.split(separator: "\n") where !line.drop(while: \.isWhitespace).hasPrefix("//") {
                let words = line.split { character in
                    !(character.isLetter || character.isNumber || character == "_")
                }
                for word in words where names.contains(String(word)) { found.append("\(path): \(word)") }
            }
        }
        return found
    }

    @Test func whoDecidesNamesNothingOfTheAttributes() throws {
        let tree = try SourceTree.swift.get()
        #expect(Self.trespasses(in: tree) == [])
        let text = "package struct FaceAttributes {}\n"
        let planted = SourceTree([
            "Sources/FaceEngine/Attributes/FaceAttributes.swift": text,
            "Sources/LivenessScorer/Cue.swift": "// FaceAttributes\nlet a: FaceAttributes",
            "Sources/Onboarding/Enrollment/AddFace/AddFace.swift": "_ = engines.estimateAttributes",
            "Sources/Onboarding/Engines/Engines.swift": "let a: FaceAttributes",
        ])
        #expect(
            Self.trespasses(in: planted) == [
                "Sources/LivenessScorer/Cue.swift: FaceAttributes",
                "Sources/Onboarding/Enrollment/AddFace/AddFace.swift: estimateAttributes",
            ])
    }
}
