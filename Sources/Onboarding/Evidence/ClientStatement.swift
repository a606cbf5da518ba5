package import OnboardingJSON

/// What a client said of its capture and nothing was decided by: device, versions, the settings of older packages. It is
/// kept as it was sent.
package struct ClientStatement: Codable, Equatable, Sendable {
    /// Of the capture: device, client version.
    package let capture: [String: JSONValue]
    /// Of the workflow.
    package let workflow: [String: JSONValue]
    /// Milliseconds or seconds since 1970, as sent.
    let timestamp: Double?
    /// Of each frame: its timestamp as sent, and what else was said of it.
    let frameTimestamps: [Double?]
    let frames: [[String: JSONValue]]

    package init(
        capture: [String: JSONValue], workflow: [String: JSONValue], timestamp: Double?, frameTimestamps: [Double?],
        frames: [[String: JSONValue]]
    ) {
        self.capture = capture
        self.workflow = workflow
        self.timestamp = timestamp
        self.frameTimestamps = frameTimestamps
        self.frames = frames
    }

    /// Of the texts and names in it, and eight for each value: about what it takes as JSON.
    var byteCount: Int {
        ([capture, workflow] + frames).reduce(0) { $0 + JSONValue.object($1).byteCount }
    }
}

extension JSONValue {
    fileprivate var byteCount: Int {
        switch self {
        case .object(let members): members.reduce(8) { $0 + $1.key.utf8.count + $1.value.byteCount }
        case .array(let elements): elements.reduce(8) { $0 + $1.byteCount }
        case .string(let text): 8 + text.utf8.count
        case .number, .bool, .null: 8
        }
    }
}
