/// In whose name something is done that the audit trail tells of, from where, and what for.
///
/// It travels with the task and not through every function: whoever begins a task (a request, a command, a job) says once who
/// it is for, and whatever writes an entry reads it there (decision 0082).
package struct AuditActor: Equatable, Sendable {
    package enum Identity: Equatable, Sendable {
        /// The server's own jobs.
        case server
        /// By name; `root for alice` where the user became root, `onboarding for alice` by `onboarding-admin`.
        case operatingSystemUser(String)
        case credential(clientID: String)
        /// Somebody of the tenant who has signed in.
        case `operator`(name: String)
        /// A phone, by the bearer of its session.
        case phone
        /// Nobody who has shown who they are.
        case anyone

        /// As the audit trail names it.
        package var name: String {
            switch self {
            case .server: "server"
            case .operatingSystemUser(let name): "user \(name)"
            case .credential(let clientID): "credential \(clientID)"
            case .operator(let name): "operator \(name)"
            case .phone: "phone"
            case .anyone: "anyone"
            }
        }
    }

    package let identity: Identity
    /// The block of the sender's address, such as `192.0.2.0/24`: the address itself tells of a person.
    package var addressBlock: String?
    /// What the request is called in its answer and in the log.
    package var request: String?
    /// What whoever asked says it is for.
    package var purpose: String?
    /// Nil unless an operator agrees to what a colleague has proposed, and it is being done.
    package var agreement: Agreement?

    package init(
        _ identity: Identity, addressBlock: String? = nil, request: String? = nil, purpose: String? = nil
    ) {
        self.identity = identity
        self.addressBlock = addressBlock
        self.request = request
        self.purpose = purpose
    }

    /// The same request in the name of somebody who has shown meanwhile who they are.
    package func shown(to be: Identity) -> AuditActor {
        AuditActor(be, addressBlock: addressBlock, request: request, purpose: purpose)
    }

    @TaskLocal package static var current = AuditActor(.server)

    /// Whether a text is fit to be kept for ever as a purpose: a word, no sentence that could tell of a person.
    package static func isPurpose(_ text: String) -> Bool {
        (1...Limit.purpose.value).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || "-._/:".utf8.contains($0)
            }
    }

    /// What an entry says of it, in names that no event has.
    var texts: [String: String] {
        let others = [
            "address": addressBlock, "agreement": agreement?.proposal.text,
            "proposer": agreement.map { Identity.operator(name: $0.proposer).name }, "purpose": purpose,
            "request": request,
        ].compactMapValues(\.self)
        return others.merging(["actor": identity.name]) { first, _ in first }
    }
}
