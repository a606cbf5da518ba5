internal import Onboarding

extension RefusalForm {
    /// A page, for routes that a browser shows.
    static let page = RefusalForm { refusal, _, headers in
        let meaning = refusal.reason.meaning
        return Page(
            title: "This did not work",
            sentences: [(refusal.message ?? meaning.message) + ".", "Reason: \(refusal.reason.rawValue)"]
        ).response(status: meaning.status, extraHeaders: refusal.headers(adding: headers))
    }
}
