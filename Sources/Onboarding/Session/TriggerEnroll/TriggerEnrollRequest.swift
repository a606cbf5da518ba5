extension TriggerEnroll {
    package struct Request: Sendable {
        let username: String?
        let email: String?
        let firstName: String?
        let lastName: String?
        let phoneNumber: String?
        /// What the tenant calls the person or the case by.
        let reference: String?
        /// Whether the person is sent the callback URL by e-mail.
        let notifiesByEmail: Bool
        /// Whether who asks can go on with the session of somebody who is registered, where the tenant has one for them.
        let takesRegistered: Bool

        package init(
            username: String?, email: String?, firstName: String?, lastName: String?, phoneNumber: String?,
            reference: String?, notifiesByEmail: Bool = false, takesRegistered: Bool = false
        ) {
            self.username = username
            self.email = email
            self.firstName = firstName
            self.lastName = lastName
            self.phoneNumber = phoneNumber
            self.reference = reference
            self.notifiesByEmail = notifiesByEmail
            self.takesRegistered = takesRegistered
        }
    }
}
