/// A stretch of a sentence, or of something that is written as code in it: between back quotes.
struct TextRun: Equatable {
    let runText: String
    let isCode: Bool

    static func all(in text: String) -> [TextRun] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { TextRun(runText: String($1), isCode: !$0.isMultiple(of: 2)) }
            .filter { !$0.runText.isEmpty }
    }
}
