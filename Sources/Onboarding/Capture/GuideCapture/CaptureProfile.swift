internal import OnboardingCore
package import Tenancy

/// The vendor's description of what a capture must be, by name or as XML. What it says is not read, because the scorer's own
/// limits decide; that it is there is what clients of the vendor rely on.
package struct CaptureProfile: Sendable {
    let name: String?
    let xml: String?

    package init(name: String?, xml: String?) {
        self.name = name
        self.xml = xml
    }

    /// - Throws: `profileInvalid` where there is neither a name nor well-formed XML.
    package func check() throws(Refusal) {
        guard let xml else {
            guard let name, !name.isEmpty else { throw Refusal(.profileInvalid, member: "profile") }
            return
        }
        guard xml.utf8.count <= Limit.captureProfile.value, XMLText.isWellFormed(xml) else {
            throw Refusal(.profileInvalid, member: "profile")
        }
    }
}
