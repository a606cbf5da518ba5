package import OnboardingCore

/// Who takes a part of what all share: memory for bodies, threads, connections.
package struct Requester: Hashable, Sendable {
    /// Nil for who has shown nothing.
    package let tenant: TenantID?
    /// The block that the address lies in, as `IPAddress.block` names it; empty where there is none.
    package let block: String
    /// Of a phone. Nil for everybody else: a portal may ask for many at a time.
    package let session: [UInt8]?

    /// Whose request runs in this task; the server itself where none does.
    @TaskLocal package static var current = Requester(tenant: nil, block: "", session: nil)

    package init(tenant: TenantID?, block: String, session: [UInt8]?) {
        self.tenant = tenant
        self.block = block
        self.session = session
    }
}
