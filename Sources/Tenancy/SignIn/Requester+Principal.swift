extension Requester {
    package init(_ principal: Principal?, from address: String) {
        let session: [UInt8]? = if case .phone(let digest) = principal?.role { digest } else { nil }
        self.init(
            tenant: principal?.tenant.id, block: IPAddress(address)?.block ?? address, session: session)
    }
}
