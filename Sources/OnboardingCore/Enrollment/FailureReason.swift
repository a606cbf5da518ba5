/// Why an enrollment failed for good; kept with it for the auditor.
package enum FailureReason: String, CaseIterable, Codable, Sendable {
    case faceAttemptsExhausted = "FACE_ATTEMPTS_EXHAUSTED"
    case documentAttemptsExhausted = "DOCUMENT_ATTEMPTS_EXHAUSTED"
    case faceCapturesExhausted = "FACE_CAPTURES_EXHAUSTED"
    case documentCapturesExhausted = "DOCUMENT_CAPTURES_EXHAUSTED"
    case duplicateEnrollment = "DUPLICATE_ENROLLMENT"
}
