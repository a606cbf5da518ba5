import Foundation
import OnboardingAPI

extension FuzzTarget {
    /// Bodies of the token endpoint, as anybody may send them.
    static let formFields = FuzzTarget(
        name: "form-fields",
        dictionary: words(
            "&", "=", "+", "%", "%26", "%3D", "%2B", "%C3%A9", "%00", "%ff", "grant_type=", "client_credentials",
            "&client_id=", "&client_secret=", "&scope=openid"),
        check: { input throws(Finding) in
            guard let form = FormFields(input, atMost: 64) else { return false }
            try promise(form.values.count <= 64, "\(form.values.count) fields")
            let length = form.values.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
            try promise(length <= input.count, "\(input.count) bytes became \(length)")
            let written = form.values.map { escaped($0.key) + "=" + escaped($0.value) }.joined(separator: "&")
            try promise(FormFields([UInt8](written.utf8), atMost: 64) == form, "what was read is not read again")
            return !form.values.isEmpty
        },
        planted: { input throws(Finding) in
            // Of two fields with one name the last one counts.
            guard let text = String(validating: input, as: UTF8.self) else { return }
            let names = text.split(separator: "&").map { $0.prefix { $0 != "=" } }
            try promise(names.count { $0 == "grant_type" } < 2, "a field that comes twice is taken")
        })
}

private func escaped(_ text: String) -> String {
    text.utf8.map { String(format: "%%%02X", $0) }.joined()
}
