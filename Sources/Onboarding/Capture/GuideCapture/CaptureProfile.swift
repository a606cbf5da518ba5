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

    /// - Throws: `profileInvalid` where there is neither a name nor something between `<` and `>`. Nothing inside is parsed.
    package func check() throws(Refusal) {
        guard let xml else {
            guard let name, !name.isEmpty else { throw Refusal(.profileInvalid, member: "profile") }
            return
        }
        let bytes = xml.utf8
        let isBlank: (UInt8) -> Bool = { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
        guard bytes.count <= Limit.captureProfile.value,
            bytes.first(where: { !isBlank($0) }) == UInt8(ascii: "<"),
            bytes.last(where: { !isBlank($0) }) == UInt8(ascii: ">")
        else { throw Refusal(.profileInvalid, member: "profile") }
    }
}
