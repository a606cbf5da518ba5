extension Authenticate {
    package struct Request: Sendable {
        package enum Person: Sendable {
            case ofSession(token: String)
            case named(username: String?)
            case registered(code: String)
        }

        let person: Person
        let deviceID: String?
        /// What the tenant's own client calls this authentication by; passed over where a session says who comes back, which has its
        /// own.
        let reference: String?

        package init(person: Person, deviceID: String?, reference: String? = nil) {
            self.person = person
            self.deviceID = deviceID
            self.reference = reference
        }
    }
}
