/// Why a face that was accepted has to be captured once more, and how. While it stands nothing is registered, and the document
/// stays accepted: the next capture is held against its portrait.
package struct FaceReopening: Codable, Hashable, Sendable {
    package enum Reason: String, CaseIterable, Codable, Sendable {
        /// A frame and the document's portrait may be one photograph.
        case portraitSuspected
        /// No frame shows the head as the portrait does, so the two could not be told apart.
        case noFrameNearPortrait
    }

    package let reason: Reason
    /// Drawn at random; the next capture must show it.
    package let turn: HeadTurn

    package init(_ reason: Reason, turn: HeadTurn) {
        self.reason = reason
        self.turn = turn
    }

    private enum CodingKeys: String, CodingKey {
        case reason, turn
    }
}

/// To which side a head turns, as the person means it: left is to the person's own left.
package enum HeadTurn: String, CaseIterable, Codable, Sendable {
    case left, right
}
