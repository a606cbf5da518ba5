/// A registration code that the tenant does not have, or a tenant that there is not. Not an error of usage.
struct UnknownRegistration: Error, CustomStringConvertible {
    let code: String
    let tenant: String

    var description: String { "The tenant \(tenant) has no registration \(code)." }
}
