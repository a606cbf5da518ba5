/// A request of megabytes, which is read once: the names of its outermost members say what of it is read.
public protocol LargeRequest: Codable {
    static var memberNames: [String] { get }
}

extension AddFaceRequest: LargeRequest {
    public static let memberNames = ["enrollmentToken", "faceLivenessData", "challenge"]
}

extension AddDocumentRequest: LargeRequest {
    public static let memberNames = ["enrollmentToken", "documentsInfo", "processingInstructions", "biometricsInfo"]
}

extension FacePackage: LargeRequest {
    public static let memberNames = CodingKeys.allCases.map(\.stringValue)
}

extension ActiveFacePackage: LargeRequest {
    public static let memberNames = ["challenge"] + FacePackage.memberNames
}

extension AutocaptureRequest: LargeRequest {
    public static let memberNames = [
        "profile", "frames", "rotation", "resolutionPreview", "resolutionCapture", "autocaptureMinimumFrameCount",
    ]
}
