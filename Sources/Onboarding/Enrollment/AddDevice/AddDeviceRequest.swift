extension AddDevice {
    package struct Request: Sendable {
        package struct PublicKey: Sendable {
            /// As it was sent.
            let text: String
            /// SubjectPublicKeyInfo; nil where the text is none.
            let spkiDER: [UInt8]?

            package init(text: String, spkiDER: [UInt8]?) {
                self.text = text
                self.spkiDER = spkiDER
            }
        }

        let enrollmentToken: String
        let deviceID: String
        let pushID: String?
        let publicKey: PublicKey?

        package init(enrollmentToken: String, deviceID: String, pushID: String?, publicKey: PublicKey?) {
            self.enrollmentToken = enrollmentToken
            self.deviceID = deviceID
            self.pushID = pushID
            self.publicKey = publicKey
        }
    }
}
