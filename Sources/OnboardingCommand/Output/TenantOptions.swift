import ArgumentParser

/// Whose data a command is about.
struct TenantOption: ParsableArguments {
    @Option(name: .customLong("tenant"), help: "The tenant's name.")
    var name: String
}

/// The tenant that a command of `onboarding tenant` is about: by its name alone, or as all others name it.
struct TenantArgument: ParsableArguments {
    @Argument(help: "The tenant's name; or --tenant NAME.")
    var name: String?

    @Option(help: "The tenant's name.")
    var tenant: String?

    /// The name. `validate` has seen that there is one.
    var resolved: String { name ?? tenant ?? "" }

    func validate() throws {
        if name != nil, tenant != nil { throw ValidationError("Name the tenant once.") }
        if name == nil, tenant == nil { throw ValidationError("Missing expected argument '--tenant <tenant>'") }
    }
}
