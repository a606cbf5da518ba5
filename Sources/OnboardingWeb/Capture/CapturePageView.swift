internal import OnboardingCore
internal import Tenancy

/// What `capture.mustache` shows beside its own words. The page is made before anything of an enrollment is known: of whose it is
/// only the address tells, or the cookie.
struct CapturePageView {
    /// Of the window, behind the heading of the screen that is seen.
    let title: String
    /// Of the first screen.
    let heading: String
    let welcome: String
    let success: String
    /// Nil where the tenant has said nothing.
    let whatHappens: String?
    let support: String?
    /// How days are written, for its script: the names of the months, and the shape of a day.
    let months: String
    let shapeOfDay: String
    /// For the proof of the page's first request.
    let nonce: String?

    /// - Parameter tenant: nil where nobody knows whose page it is.
    init(_ tenant: Tenant?, _ language: Language, words: Words, nonce: String?) {
        self.nonce = nonce
        let written = words.written
        (months, shapeOfDay) = (written.months.joined(separator: " "), written.shapeOfDay)
        let own = tenant?.wording(\.title, in: language)
        title = own.flatMap { _ in tenant?.displayName } ?? words("common.product")
        heading = own ?? words("capture.start.title")
        welcome = tenant?.wording(\.welcome, in: language) ?? words("capture.start.lead")
        success = tenant?.wording(\.success, in: language) ?? words("capture.done.text")
        whatHappens = tenant?.wording(\.whatHappens, in: language)
        support = tenant?.wording(\.support, in: language)
    }
}
