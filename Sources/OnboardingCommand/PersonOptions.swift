import ArgumentParser
import Casework
import Onboarding
internal import OnboardingCore

/// By what an operator names enrollments: one of these, or several that all hold.
struct PersonOptions: ParsableArguments {
    @Argument(help: "A registration code, or an enrollment's identifier.")
    var named: String?

    @Option(help: "An enrollment's identifier.")
    var enrollment: String?

    @Option(help: "The username, letter by letter.")
    var username: String?

    @Option(help: "The e-mail address, in any case.")
    var email: String?

    @Option(help: "The telephone number; its digits count.")
    var phoneNumber: String?

    @Option(help: "The number of a document that was read; its letters and digits count.")
    var documentNumber: String?

    @Option(help: "The tenant's own reference, letter by letter.")
    var reference: String?

    @Option(help: "A session token.")
    var session: String?

    @Option(help: "The tenant's name.")
    var tenant: String

    @Option(help: "What for: a word for the audit trail, letters, digits and -._/: (complaint-4711).")
    var purpose: String?

    /// What stands alone has the form of an identifier, or is a registration code.
    private var namesIdentifier: Bool { named.map { EnrollmentSearch.isIdentifier($0.lowercased()) } ?? false }

    private var code: String? { namesIdentifier ? nil : named }

    private var identifier: String? { (enrollment ?? (namesIdentifier ? named : nil))?.lowercased() }

    private var all: [String?] {
        [named, enrollment, username, email, phoneNumber, documentNumber, reference, session]
    }

    func validate() throws {
        if let purpose, !AuditActor.isPurpose(purpose) {
            throw ValidationError("--purpose is a word of letters, digits and -._/:.")
        }
        if all.contains("") { throw ValidationError("An option is empty.") }
        if let enrollment, !EnrollmentSearch.isIdentifier(enrollment.lowercased()) {
            throw ValidationError(EnrollmentSearch.formOfIdentifier)
        }
        if let code, !EnrollmentSearch.isCode(code) { throw ValidationError(EnrollmentSearch.formOfCode) }
        if enrollment != nil, namesIdentifier { throw ValidationError("Name one enrollment.") }
    }

    /// Refuses to name nobody, for a command that is about somebody.
    func checkSomebodyIsNamed() throws {
        if all.allSatisfy({ $0 == nil }) {
            throw ValidationError("Name a registration code, or somebody by one of the options.")
        }
    }

    /// The same for a command that is about somebody or about one of their authentications.
    func checkSomebodyIsNamed(or authentication: String?) throws {
        guard let authentication else { return try checkSomebodyIsNamed() }
        guard AuthenticationID(text: authentication.lowercased()) != nil else {
            throw ValidationError("--authentication is 32 hexadecimal digits.")
        }
        if all.contains(where: { $0 != nil }) {
            throw ValidationError("Name somebody or an authentication, and not both.")
        }
    }

    /// Does what the command is for in the name of its user and for the purpose that was stated.
    func forPurpose(_ body: () async throws -> Void) async throws {
        var actor = AuditActor.current
        actor.purpose = purpose
        try await AuditActor.$current.withValue(actor) { try await body() }
    }

    var search: EnrollmentSearch {
        var search = EnrollmentSearch()
        search.registrationCode = code
        search.enrollmentID = identifier
        search.sessionToken = session
        search.terms = [
            username.map(SearchTerm.username), email.map(SearchTerm.email), phoneNumber.map(SearchTerm.phoneNumber),
            documentNumber.map(SearchTerm.documentNumber), reference.map(SearchTerm.reference),
        ].compactMap(\.self)
        return search
    }
}
