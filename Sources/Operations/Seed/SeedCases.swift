internal import FaceEngine
internal import Logging
internal import Onboarding
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
public import Tenancy

/// Fills a test tenant with enrollments of people who do not exist, so that lists, searches and figures can be tried on as many
/// as there may be one day. They are written as the steps would have written them, but for images, and nobody is told of them.
public struct SeedCases: Sendable {
    private let data: DataDirectory
    /// Nil where a server may run.
    private let lock: DataFolderLock?
    /// In one transaction. The more, the fewer times a page of the indices is written, which is what most time goes to
    /// (docs/measurements/desk.md); but a server beside waits until it ends.
    private let batch: Int
    /// Nil where nobody is given a face.
    private let faces: MadeUpTemplates?

    /// Keeps servers from starting as long as this lives, where none runs.
    public init(dataFolder: String, masterKeyFile: String) throws {
        try self.init(dataFolder: dataFolder, masterKeyFile: masterKeyFile, faces: nil)
    }

    /// Gives each registered person a template by the face model in use, of no face, so that searches among all have as many to
    /// look at. A server that runs finds them after its next start alone.
    public init(withFacesBy configuration: ServerConfiguration) throws {
        try ModelCheck.verify(configuration)
        try self.init(
            dataFolder: configuration.dataFolder, masterKeyFile: configuration.masterKeyFile,
            faces: MadeUpTemplates(Engines(configuration, workers: 1)))
    }

    private init(dataFolder: String, masterKeyFile: String, faces: MadeUpTemplates?) throws {
        data = try DataDirectory(dataFolder: dataFolder, masterKeyFile: masterKeyFile, makesMissing: false)
        lock = try? DataFolder.prepare(dataFolder).lock()
        batch = lock == nil ? 2_000 : 20_000
        self.faces = faces
    }

    init(data: DataDirectory, faces: MadeUpTemplates? = nil, batch: Int = MadeUpCrowd.stretch) {
        self.data = data
        self.faces = faces
        self.batch = batch
        lock = nil
    }

    /// - Parameters:
    ///   - name: of a test tenant.
    ///   - days: over which they are spread, until now.
    ///   - seed: with an equal one people and courses are the same; keys and codes are drawn anew.
    ///   - syncs: false where the whole data directory may be lost when the power fails before the end.
    ///   - progress: told how many are written.
    /// - Throws: a sentence where there is no such tenant, or it is no test tenant.
    public func write(
        _ count: Int, tenant name: String, days: Int = 365, seed: UInt64 = 1, syncs: Bool = true,
        progress: (_ written: Int) -> Void = { _ in }
    ) async throws {
        guard try await data.tenant(name: name).isTest else {
            throw ConfigurationError(
                description: "The tenant \(name) is no test tenant: made-up people go nowhere else.")
        }
        let tenants = TenantDirectory(
            store: data.store, keys: data.keys, clock: Instant.now,
            logger: Logger(label: "onboarding") { _ in SwiftLogNoOpLogHandler() })
        guard let tenant = try await tenants.tenant(nameOrRealm: name) else {
            throw ConfigurationError(description: "The tenant \(name) cannot be served: onboarding doctor says why.")
        }
        let now = Instant.now()
        try await data.store.note(.casesSeeded(count: count), tenant: tenant.id, at: now)
        let crowd = MadeUpCrowd(
            cases: Cases(of: data), tenant: tenant, faces: faces, count: count, days: days, seed: seed, now: now,
            tag: String(try RegistrationCode.random().prefix(4)).lowercased())
        try await data.store.beginSeeding(syncs: syncs)
        do {
            try await write(crowd, progress)
        } catch {
            try? await data.store.finishSeeding()
            throw error
        }
        try await data.store.finishSeeding()
    }

    private func write(_ crowd: MadeUpCrowd, _ progress: (_ written: Int) -> Void) async throws {
        let count = crowd.count
        var written = 0
        var made = try await crowd.enrollments(0..<min(batch, count))
        while !made.isEmpty {
            let next = written + made.count
            // Made while those before are written.
            async let coming = crowd.enrollments(next..<min(next + batch, count))
            try await data.store.seed(made)
            written = next
            progress(written)
            made = try await coming
        }
    }
}

/// People who do not exist, and what is said to have become of them.
private struct MadeUpCrowd: Sendable {
    let cases: Cases
    let tenant: Tenant
    let faces: MadeUpTemplates?
    let count: Int
    let days: Int
    let seed: UInt64
    let now: Instant
    /// What no username of another crowd ends with.
    let tag: String

    /// One person in so many comes again after an attempt that led to nothing.
    private static let returning = 8
    /// Of so many, made by one task. Nobody comes again in another stretch.
    static let stretch = 500

    /// Those of these places in the order of beginning, with keys that are on the disk.
    /// - Parameter places: they begin where a stretch does.
    func enrollments(_ places: Range<Int>) async throws -> [SeededEnrollment] {
        let ids = try places.map { _ in try EnrollmentID.random() }
        let dataKeys = try await cases.keys.makeDataKeys(of: ids, tenant: tenant.id)
        let begun = Array(zip(places, zip(ids, dataKeys)))
        let starts = stride(from: 0, to: begun.count, by: Self.stretch)
        return try await withThrowingTaskGroup(of: (start: Int, made: [SeededEnrollment]).self) { group in
            for start in starts {
                let part = begun[start..<min(start + Self.stretch, begun.count)]
                group.addTask { (start, try stretch(part.map { ($0, $1.0, $1.1) })) }
            }
            var parts: [Int: [SeededEnrollment]] = [:]
            for try await part in group { parts[part.start] = part.made }
            return starts.flatMap { parts[$0] ?? [] }
        }
    }

    private func stretch(_ begun: [(place: Int, id: EnrollmentID, dataKey: SealingKey)]) throws -> [SeededEnrollment] {
        var (made, failed) = ([SeededEnrollment](), (person: MadeUpPerson, username: String)?.none)
        for (place, id, dataKey) in begun {
            var numbers = SeededNumbers(seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(place))
            let fresh = MadeUpPerson(using: &numbers)
            let comesAgain = Int.random(in: 0..<Self.returning, using: &numbers) == 0
            let (person, username) =
                failed.flatMap { comesAgain ? $0 : nil } ?? (fresh, fresh.username(tag + String(place, radix: 36)))
            let instant = instant(of: place, using: &numbers)
            let course = MadeUpCourse(
                triggeredAt: instant, until: now, policy: policy,
                sessionLifetimeInSeconds: tenant.settings.sessionLifetimeInSeconds,
                code: try RegistrationCode.random(), issuingState: person.issuingState, using: &numbers)
            failed = course.isComplete ? nil : (person, username)
            var one = try enrollment(id, of: person, called: username, course, instant, under: dataKey)
            if course.isComplete, let faces {
                one.template = try TemplateWrite(faces.next(using: &numbers), kind: .face, of: id, under: dataKey)
            }
            made.append(one)
        }
        return made
    }

    private func instant(of place: Int, using numbers: inout SeededNumbers) -> Instant {
        let span = Double(days) * 86_400_000
        let part = (Double(place) + Double.random(in: 0..<1, using: &numbers)) / Double(max(1, count))
        return Instant(millisecondsSince1970: now.millisecondsSince1970 - Int64(span * (1 - part)))
    }

    /// The tenant's, without challenges, which nobody would answer.
    private var policy: Policy {
        let policy = tenant.settings.policy
        return Policy(
            requiredChecks: policy.requiredChecks, maximumFaceAttempts: policy.maximumFaceAttempts,
            maximumDocumentAttempts: policy.maximumDocumentAttempts, maximumCaptures: policy.maximumCaptures,
            requiresConsent: policy.requiresConsent, lifetimeInSeconds: policy.lifetimeInSeconds)
    }

    private func enrollment(
        _ id: EnrollmentID, of madeUp: MadeUpPerson, called username: String, _ course: MadeUpCourse,
        _ begun: Instant, under dataKey: SealingKey
    ) throws -> SeededEnrollment {
        let keys = cases.keys
        let email = "\(username)@example.org"
        let person = Person(
            username: username, email: email, firstName: madeUp.firstName, lastName: madeUp.lastName)
        let first = course.events.prefix { $0.at == begun }
        return SeededEnrollment(
            new: NewEnrollment(
                id: id, tenantID: tenant.id, events: first.map(\.event),
                sessionDigest: Cases.sessionDigest(try UUIDText.random()),
                tokenDigest: Digest.sha256([UInt8](try cases.token(of: id, tenant: tenant.id).utf8)),
                usernameDigest: try cases.usernameDigest(username, tenant: tenant.id),
                emailDigest: try keys.lookupDigest(of: [UInt8](email.utf8), field: "email", tenant: tenant.id),
                sealedPerson: try person.sealed(for: id, under: dataKey), createdAt: begun,
                searchKeys: try person.searchTerms.map { try $0.key(in: tenant.id, keys: keys) },
                searchPrefixes: try person.searchPrefixes(in: tenant.id, keys: keys)),
            later: Array(course.events.dropFirst(first.count)), measured: course.measured)
    }
}

/// SplitMix64: the same numbers for the same seed.
private struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
