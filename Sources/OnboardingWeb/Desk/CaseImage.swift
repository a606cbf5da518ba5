/// An image that is shown when somebody asks for it. The link alone is in the page; whoever follows it is on record.
struct CaseImage {
    /// Unique on the page.
    let anchor: String
    let href: String
    /// What it shows, for who does not see it.
    let label: String
    /// Of the space that it takes.
    let width: Int
    let height: Int
}
