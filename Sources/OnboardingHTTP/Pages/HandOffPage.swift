/// What a browser sees at the address in the QR image: the camera of a phone opens it where the tenant's app does not.
/// The page looks at nothing in the address; the app reads `data` itself.
enum HandOffPage {
    static let all = [Route(.get, "/onboarding", for: .anyone) { _ in page.response() }]

    private static let page = Page(
        title: "Continue in the app",
        sentences: [
            "This code starts an identity check. Open the app of the company that showed it to you, and scan the code there.",
            "The code works for one enrollment and a short while. If it has expired, ask for a new one where you found it.",
        ])
}
