extension Authenticate {
    package struct Request: Sendable {
        package enum Person: Sendable {
            case ofSession(token: String)
            case named(username: String?)
            case registered(code: String)
        }

        let person: Person
        let deviceID: String?

        package init(person: Person, deviceID: String?) {
            self.person = person
            self.deviceID = deviceID
        }
    }
}
