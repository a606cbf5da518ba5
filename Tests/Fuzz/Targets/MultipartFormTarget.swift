import OnboardingAPI

extension FuzzTarget {
    /// Forms of parts, as a tenant's client sends images.
    static let multipartForm = FuzzTarget(
        name: "multipart-form",
        dictionary: words(
            "--b", "--b--", "\r\n", "\r\n\r\n", "\r\n--b\r\n", "\r\n--b--\r\n", "Content-Disposition: form-data; ",
            "name=\"request\"", "name=\"image1\"", "; filename=\"a;b\"", "Content-Type: image/jpeg",
            "Content-Transfer-Encoding: binary"),
        check: { input throws(Finding) in
            guard let form = MultipartForm(input, boundary: "b", atMost: 16, headLimit: 2048) else { return false }
            try promise((1...16).contains(form.parts.count), "\(form.parts.count) parts")
            try promise(Set(form.parts.map(\.name)).count == form.parts.count, "a part comes twice")
            let length = form.parts.reduce(0) { $0 + $1.bytes.count }
            try promise(length < input.count, "\(input.count) bytes became \(length)")
            let again = MultipartForm(form.encoded(boundary: "b"), boundary: "b", atMost: 16, headLimit: 2048)
            try promise(again == form, "what was read is not read again")
            return true
        },
        planted: { input throws(Finding) in
            // Of two parts with one name both are taken.
            let text = String(decoding: input, as: UTF8.self)
            try promise(text.split(separator: "name=\"request\"").count < 3, "a part that comes twice is taken")
        })
}
