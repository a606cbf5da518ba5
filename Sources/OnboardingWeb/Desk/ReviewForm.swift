internal import OnboardingAPI
internal import OnboardingCore

/// What a reviewer has filled in.
struct ReviewForm {
    enum Problem: String {
        case decision, ground, unfitting, empty, tooLong
        /// Somebody else is registered under the username or with the face.
        case taken
    }

    let decision: Review.Decision?
    let ground: ReviewGround?
    /// In the reviewer's words.
    let text: String

    init() {
        (decision, ground, text) = (nil, nil, "")
    }

    init(_ fields: FormFields) {
        decision = fields["decision"].flatMap(Review.Decision.init(rawValue:))
        ground = fields["ground"].flatMap(ReviewGround.init(rawValue:))
        // Browsers send the ends of lines as two characters.
        text = (fields["text"] ?? "").replacing("\r\n", with: "\n")
    }

    /// What is recorded as the reason: the ground in words, and the sentence.
    func reason(in words: Words) -> String {
        guard let ground, ground != .other else { return text }
        return words("case.secondLook.grounds.\(ground.rawValue)") + ": " + text
    }

    /// The first thing that is wrong with it.
    func problem(in words: Words) -> Problem? {
        guard let decision else { return .decision }
        guard let ground else { return .ground }
        guard ground.decision.map({ $0 == decision }) ?? true else { return .unfitting }
        guard text.contains(where: { !$0.isWhitespace }) else { return .empty }
        return reason(in: words).unicodeScalars.count > Limit.reviewReason.value ? .tooLong : nil
    }
}
