/// A request of megabytes, which is read once: the names of its outermost members say what of it is read.
public protocol LargeRequest: Codable {
    static var memberNames: [String] { get }
    /// The member that names its case; nil where it belongs to none.
    static var tokenName: String? { get }
}

extension LargeRequest {
    public static var tokenName: String? { nil }
}

extension AddFaceRequest: LargeRequest {
    public static let memberNames = ["enrollmentToken", "faceLivenessData", "challenge"]
    public static let tokenName: String? = "enrollmentToken"
}

extension AddDocumentRequest: LargeRequest {
    public static let memberNames = ["enrollmentToken", "documentsInfo", "processingInstructions", "biometricsInfo"]
    public static let tokenName: String? = "enrollmentToken"
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
