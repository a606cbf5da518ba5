extension Requester {
    package init(_ principal: Principal?, from address: String) {
        self.init(
            tenant: principal?.tenant.id, block: IPAddress(address)?.block ?? address, session: principal?.sessionDigest
        )
    }
}
