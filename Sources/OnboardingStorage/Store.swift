package import OnboardingJSON
package import OnboardingCore

/// What the server remembers of tenants and enrollments, in verbs of its domain.
///
/// Every verb that writes is durable when it returns, and reads see every write that has returned. A store never decides:
/// `commit` asks `OnboardingCore` inside the transaction.
package protocol Store: Sendable {
    // MARK: Enrollments

    /// Stores a new enrollment: a case of the tenant's living subject of that username, which is made where there is none.
    /// The subject takes the enrollment's e-mail digest, where it has one.
    /// - Parameter cancelsOthersOfUsername: cancels, in the same transaction, every other started enrollment of the same
    ///   username, so that of two racing requests one is left.
    /// - Returns: what was cancelled.
    /// - Throws: `usernameComplete` where one of the username's is complete and the new one cancels the others or must be of
    ///   nobody who is registered; `registrationCodeTaken`; `idempotencyKeyTaken`; `mailLimitReached`; `nameTaken` where id, session
    ///   or token are not new; `unknownSubject` where the tenant is not known.
    @discardableResult
    func begin(_ new: NewEnrollment, cancelsOthersOfUsername: Bool) async throws -> [EnrollmentID]

    /// Stores enrollments of people who are made up, in one transaction. The tenant's systems are not told.
    func seed(_ seeds: [SeededEnrollment]) async throws

    /// Prepares for very many of them.
    /// - Parameter syncs: false where none needs to be on the disk before the end, and all may be lost with the rest of the data
    ///   when the power fails.
    func beginSeeding(syncs: Bool) async throws

    /// To be called when all are stored.
    func finishSeeding() async throws

    /// The one way to change an enrollment: decides `proposal` on its state as it is inside the transaction, and stores
    /// what was accepted together with what the step leaves. What is accepted without an event writes nothing.
    ///
    /// - Parameter writes: says what the step leaves, given the enrollment as it will be. Called on the database's thread
    ///   and only when the proposal is accepted, so that an answer can be rendered from the state that is committed. What
    ///   it throws is thrown here, and nothing is written.
    /// What completes an enrollment cancels every other open one of the same username, unless the step spares them.
    /// - Throws: `registrationCodeTaken` where the tenant has given the proposal's code before; try with another.
    ///   `usernameComplete` where one of the username is complete and the step cancels the others or completes this one.
    ///   `idempotencyKeyTaken`.
    func commit(
        _ id: EnrollmentID, _ proposal: Proposal,
        writes: @escaping @Sendable (_ after: Enrollment) throws -> StepWrites
    ) async throws -> CommitResult<Enrollment>

    /// The result that the same request of the tenant had before.
    func result(tenant: TenantID, step: Step, requestDigest: String) async throws -> StoredResult?

    /// What of a capture, shown in `stored`, has come before in its tenant; nil where nothing has.
    /// Synchronous, because it is asked between two parts of a computation; rows by their keys.
    func findReplay(of marks: CaptureMarks, in stored: StoredEnrollment) throws -> CaptureReplay?

    /// The codes of the captures that an enrollment was accepted with, oldest first. Synchronous as `findReplay`.
    func captureCodes(of id: EnrollmentID) throws -> [StoredCaptureCodes]

    /// Up to `limit` of all that are kept, those after `number`, in the order of acceptance.
    func captureCodes(after number: Int, limit: Int) async throws -> [StoredCaptureCodes]

    /// An enrollment by its id; nil where there is none or it was erased, as in all look-ups here.
    func enrollment(_ id: EnrollmentID) async throws -> StoredEnrollment?

    func enrollment(tenant: TenantID, sessionDigest: [UInt8]) async throws -> StoredEnrollment?

    func enrollment(tenant: TenantID, tokenDigest: [UInt8]) async throws -> StoredEnrollment?

    /// Whether any enrollment of this username was ever begun, whatever became of it.
    func knows(tenant: TenantID, usernameDigest: [UInt8]) async throws -> Bool

    /// Whether an enrollment of this username is complete.
    func isComplete(tenant: TenantID, usernameDigest: [UInt8]) async throws -> Bool

    /// What the steps of an enrollment rest on, oldest first; of its authentications see `evidence(ofAuthenticationsOf:)`.
    func evidence(of id: EnrollmentID) async throws -> [EvidenceRow]

    /// The same with what its authentications rest on, and with nil for a row that cannot be read; none while the enrollment is
    /// being erased, when files go before their rows.
    func keptEvidence(of id: EnrollmentID) async throws -> [EvidenceRow?]

    /// Which of `ids` the database names.
    func knownEvidence(among ids: [EvidenceID]) async throws -> Set<EvidenceID>

    /// The device of an enrollment, sealed: of several that open it the first.
    func device(of id: EnrollmentID) async throws -> DeviceWrite?

    /// The devices that an enrollment has and had, oldest first.
    func devices(of id: EnrollmentID) async throws -> [DeviceRow]

    /// The templates of an enrollment, oldest first: of one kind the first is the enrollment's own, further ones are samples that
    /// authentications have left.
    func templates(of id: EnrollmentID) async throws -> [TemplateWrite]

    /// When `subject`, a keyed digest of a person, device or document number, failed since then: the newest first, `limit`
    /// at most.
    func failures(tenant: TenantID, subject: [UInt8], since: Instant, limit: Int) async throws -> [Instant]

    /// A page of the tenant's registrations, the newest first, with how many there are. A registration is an enrollment
    /// that is complete and not erased.
    func registrations(
        tenant: TenantID, skipping skipped: Int, limit: Int
    ) async throws -> (total: Int, page: [EnrollmentID])

    /// The enrollment of this code, whatever became of it; nil where the tenant has none, or it was erased.
    func enrollment(tenant: TenantID, code: String) async throws -> StoredEnrollment?

    /// The tenant's enrollment of this id, or else of this code, also where it was erased since: both stay, so that its chain of
    /// events can be found. Nil where the tenant never had it.
    func traced(id: EnrollmentID?, registrationCode: String?, tenant: TenantID) async throws -> TracedEnrollment?

    /// The other enrollments of the subject whom the enrollment `id` is of, oldest first: its attempts, ended or still open,
    /// and its registration, which is complete.
    func enrollments(beside id: EnrollmentID) async throws -> [(id: EnrollmentID, isComplete: Bool)]

    /// A page of the tenant's cases that `query` asks for, the newest first.
    /// - Parameters:
    ///   - start: where the page begins. What is begun between two pages moves nothing from one to the other.
    ///   - limit: of cases on the page.
    ///   - scanned: how many are looked at; a page of which fewer fit ends there.
    func cases(
        tenant: TenantID, matching query: EnrollmentQuery, from start: PageStart, limit: Int, scanning scanned: Int
    ) async throws -> CasePage

    /// What is counted of the tenant's cases that began in `days` and are kept, as of one moment.
    /// - Parameters:
    ///   - days: of UTC, counted from 1 January 1970.
    ///   - named: how many reasons are told one by one, the most frequent; the rest are `CaseSums.others`.
    ///   - limit: of cases that are counted for the rest.
    func caseSums(
        tenant: TenantID, days: ClosedRange<Int>, namingReasons named: Int, counting limit: Int
    ) async throws -> CaseSums

    /// The words that cases of the tenant have.
    func caseWords(tenant: TenantID) async throws -> CaseWords

    /// Up to `limit` enrollments that are kept and of which nobody has said what their persons' names begin with, because they
    /// are from before that was kept; the newest first, those before `number`.
    func enrollmentsToIndex(before number: Int?, limit: Int) async throws -> [(number: Int, id: EnrollmentID)]

    /// Adds what an enrollment is found by; nothing happens where it was erased.
    func index(
        _ id: EnrollmentID, by keys: [SearchKey], _ prefixes: [SearchPrefix], measured: CaseMeasurements
    ) async throws

    /// What the tenant's client got when it last used an idempotency key, since then; nil where it did not.
    func keyedResult(tenant: TenantID, keyDigest: [UInt8], since: Instant) async throws -> StoredKeyedResult?

    /// Up to `limit` enrollments that were erased, or that were not, those after `number`, in the order of beginning.
    func enrollments(
        areErased: Bool, after number: Int, limit: Int
    ) async throws -> [(number: Int, id: EnrollmentID)]

    // MARK: Changes

    /// A number that differs after every commit, also of another process: who waits for changes compares it, and asks for
    /// rows only where it does. It may differ without one.
    func commitCounter() async throws -> Int

    /// How far the enrollments of `ids` are; nothing of those that are erased or not known.
    func revisions(of ids: [EnrollmentID]) async throws -> [EnrollmentRevision]

    // MARK: Authentications

    /// Stores a new authentication of a registration, and cancels every other open one of the same registration and purpose,
    /// in one transaction, so that of two that race one is left. One that is overdue is left to the job that ends it.
    /// - Returns: what was cancelled.
    /// - Throws: `unknownSubject` where the tenant has no such enrollment, or it is not complete, or erased; `nameTaken` where id,
    ///   session or token are not new; `idempotencyKeyTaken`; `mailLimitReached`; `storedValueInvalid` for events that begin with another than
    ///   `triggered`, or of another purpose.
    @discardableResult
    func begin(_ new: NewAuthentication) async throws -> [AuthenticationID]

    /// The one way to change an authentication, as that of an enrollment: decides `proposal` on its state as it is inside the
    /// transaction, and stores what was accepted together with what the step leaves.
    ///
    /// No image is accepted twice, whether an enrollment was accepted with it (that of the same person included) or an
    /// authentication. A failure that exhausts the limit is told to the tenant (`registrationLocked`).
    /// - Parameter writes: as of an enrollment.
    /// - Throws: `storedValueInvalid` where the evidence is not what the event names, is another enrollment's or not of an
    ///   authentication's kind, or where there is a device without the event `deviceReplaced`, or the event without a device;
    ///   `idempotencyKeyTaken`.
    func commit(
        _ id: AuthenticationID, _ proposal: AuthenticationProposal,
        writes: @escaping @Sendable (_ after: Authentication) throws -> AuthenticationWrites
    ) async throws -> CommitResult<Authentication>

    /// The result that the same request of the tenant had before, of whichever authentication.
    func authenticationResult(tenant: TenantID, step: Step, requestDigest: String) async throws -> StoredResult?

    /// An authentication by its id; nil where there is none or its registration was erased, as in all look-ups here.
    func authentication(_ id: AuthenticationID) async throws -> StoredAuthentication?

    func authentication(tenant: TenantID, sessionDigest: [UInt8]) async throws -> StoredAuthentication?

    func authentication(tenant: TenantID, tokenDigest: [UInt8]) async throws -> StoredAuthentication?

    /// The authentications of a registration, the newest first, `limit` at most.
    func authentications(of id: EnrollmentID, limit: Int) async throws -> [StoredAuthentication]

    /// The authentications of a tenant, the newest first, `limit` at most: those of a status or (nil) all, before the one of that
    /// number or (nil) from the newest on.
    func authentications(
        tenant: TenantID, status: CaseStatus?, before number: Int?, limit: Int
    ) async throws -> [StoredAuthentication]

    /// The authentications of a tenant, the newest first, `limit` at most: of a registration or (nil) of all, of a reference (its
    /// keyed digest) or (nil) of any, before the one of that number or (nil) from the newest on.
    func authentications(
        tenant: TenantID, of enrollment: EnrollmentID?, referenceDigest: [UInt8]?, before number: Int?, limit: Int
    ) async throws -> [StoredAuthentication]

    /// Up to `limit` authentications that an operator began, the newest first.
    func authentications(triggeredBy id: OperatorID, limit: Int) async throws -> [StoredAuthentication]

    /// An authentication of a tenant, also of a registration that was erased; nil where there is none.
    func traced(_ id: AuthenticationID, tenant: TenantID) async throws -> TracedAuthentication?

    /// The authentications of an enrollment, the newest first, `limit` at most, also where it was erased.
    func tracedAuthentications(of id: EnrollmentID, limit: Int) async throws -> [TracedAuthentication]

    /// How many authentications an enrollment has, also where it was erased.
    func countAuthentications(of id: EnrollmentID) async throws -> Int

    /// What the authentications of a registration rest on, oldest first; their events say which on which.
    func evidence(ofAuthenticationsOf id: EnrollmentID) async throws -> [EvidenceRow]

    /// The registration of whoever has this username now: the complete enrollment of the tenant's living subject.
    func registration(tenant: TenantID, usernameDigest: [UInt8]) async throws -> StoredEnrollment?

    // MARK: Cases of either kind

    /// Open cases whose deadline has passed, the most overdue first: the job commits `expire` on each.
    func overdue<Kind: KeptCase>(
        _ kind: Kind.Type, at now: Instant
    ) async throws -> [(id: Identifier<Kind>, deadline: Instant)]

    /// The stored events of a case, oldest first, with when each was accepted; also where its enrollment was erased.
    func events<Kind: KeptCase>(of id: Identifier<Kind>) async throws -> [(at: Instant, event: Kind.OwnEvent)]

    /// Up to `limit` cases of all tenants in the order of beginning, those after `number` (0 for the first), erased ones too. What
    /// is damaged keeps nobody from the rest.
    /// - Returns: also the number to go on after; nil at the end.
    func list<Kind: KeptCase>(
        _ kind: Kind.Type, after number: Int, limit: Int
    ) async throws -> (page: [Listed<Kind>], next: Int?)

    /// The tenant's cases, erased ones too, to which something may have happened from an instant on and before another:
    /// those begun before `end` that are open or were changed since `start`. In the order of beginning, those after `number`.
    /// - Parameter scanned: how many cases of all tenants are looked at.
    /// - Returns: also the number to go on after; nil at the end.
    func list<Kind: KeptCase>(
        _ kind: Kind.Type, tenant: TenantID, from start: Instant, until end: Instant, after number: Int,
        scanning scanned: Int
    ) async throws -> (page: [Identifier<Kind>], next: Int?)

    /// Checks the events of one case against their chain, and its stored state against them. Nil where there is no such case;
    /// `verifyRegister` and `verifyAuthentications` say whether one is missing.
    func verifyChain<Kind: KeptCase>(of id: Identifier<Kind>) async throws -> ChainCheck?

    // MARK: Users and groups

    /// Stores somebody whom a tenant's client registers: enrollment, faces, templates and the place in a group, all or nothing.
    /// - Throws: `usernameComplete` where the username is registered, `registrationCodeTaken`, `unknownGroup`, `groupFull`,
    ///   `nameTaken` where an id is not new, `unknownSubject` where the tenant is not known.
    func enroll(_ user: NewUser) async throws

    /// What is kept of a user; nil where there is no such registration.
    func user(_ id: EnrollmentID) async throws -> UserRow?

    /// - Parameter operation: for the entry of the audit trail, as in all that follow.
    /// - Throws: `unknownSubject` where there is no such registration (any more), as all that follow.
    func setDetails(_ sealed: [UInt8], of id: EnrollmentID, operation: String, at instant: Instant) async throws

    /// - Throws: `limitReached` where the user would have more faces than one may.
    func add(_ faces: [UserFaceWrite], to id: EnrollmentID, atMost limit: Int, operation: String, at instant: Instant)
        async throws

    /// Removes a face with its template.
    /// - Throws: `held`.
    /// - Returns: false where the user has no such face.
    func removeFace(_ face: FaceID, of id: EnrollmentID, operation: String, at instant: Instant) async throws -> Bool

    /// A face and whose it is; nil where it was removed, or the person erased.
    func face(_ id: FaceID) async throws -> UserFaceRow?

    /// The templates of a kind of a registration with the faces that they were made from, oldest first.
    func facesOfUser(_ id: EnrollmentID, kind: String) async throws -> [FaceOfUser]

    /// The image that a template was made from, sealed; nil where none is kept.
    func image(ofTemplate number: Int) async throws -> UserFaceRow?

    /// Forgets up to `limit` images of faces that a tenant's clients handed in before `instant`, but for those that are held.
    /// - Returns: how many.
    func forgetImages(tenant: TenantID, before instant: Instant, limit: Int) async throws -> Int

    /// - Throws: `nameTaken` where the tenant has a group of this name, `limitReached` where it has too many.
    func add(_ group: GroupRow, atMost limit: Int, operation: String) async throws

    func group(_ id: String, tenant: TenantID) async throws -> GroupRow?

    func group(named name: String, tenant: TenantID) async throws -> GroupRow?

    /// The groups of a tenant by their names.
    func groups(tenant: TenantID) async throws -> [GroupRow]

    /// Changes what is given.
    /// - Throws: `unknownGroup`; `nameTaken`; `groupFull` where it has more members than it shall have.
    func change(
        _ id: String, tenant: TenantID, name: String?, sizeLimit: Int?, operation: String, at instant: Instant
    ) async throws

    /// Removes a group; its members stay users.
    /// - Throws: `unknownGroup`.
    func removeGroup(_ id: String, tenant: TenantID, operation: String, at instant: Instant) async throws

    /// Takes users into groups, all or none; whoever is in one keeps the role there.
    /// - Throws: `unknownGroup`, `groupFull`, `limitReached` where a user would be in too many groups.
    func join(
        _ ids: [EnrollmentID], groups: [String], tenant: TenantID, atMost limit: Int, operation: String,
        at instant: Instant
    ) async throws

    /// Takes users out of groups.
    /// - Throws: `unknownGroup`.
    func leave(
        _ ids: [EnrollmentID], groups: [String], tenant: TenantID, operation: String, at instant: Instant
    ) async throws

    /// - Throws: `unknownGroup`.
    /// - Returns: false where the user is not in the group.
    func setRole(
        _ role: GroupRole, of id: EnrollmentID, group: String, tenant: TenantID, operation: String, at instant: Instant
    ) async throws -> Bool

    func role(of id: EnrollmentID, group: String, tenant: TenantID) async throws -> GroupRole?

    /// A page of a group's members in the order of their ids, with how many there are.
    func members(of group: String, tenant: TenantID, skipping skipped: Int, limit: Int) async throws -> (
        total: Int, page: [GroupMember]
    )

    /// The persons in a group: among whom a face is looked for.
    func persons(inGroup group: String, tenant: TenantID) async throws -> Set<SubjectID>

    /// Sets a user's one-time password in the place of the one before, and writes the message that brings it.
    /// - Parameter recipient: of the message: the digest by which the tenant's messages to it are counted.
    /// - Throws: `mailLimitReached`.
    func setOneTimePassword(
        _ digest: [UInt8], of id: EnrollmentID, expiringAt end: Instant,
        mail: (recipient: SearchKey, write: MailWrite)?,
        operation: String, at instant: Instant
    ) async throws

    /// Tries a one-time password, which the right try uses up. Tries count in the transaction, so that of any number at once no
    /// more are looked at than `limit`.
    /// - Returns: whether it was right.
    func tryOneTimePassword(
        _ digest: [UInt8], of id: EnrollmentID, atMost limit: Int, at instant: Instant
    ) async throws -> Bool

    /// Counts that a face was not the user's, of the subjects of `limit`, and notes it in the audit trail. Where one of them has failed
    /// as often as that already nothing is written, so that of any number at once no more count.
    /// - Returns: of the failures that are as many, the one that counted first; nil where this one was counted.
    func countFailedFace(
        of id: EnrollmentID, unless limit: FailureLimit, operation: String, at instant: Instant
    ) async throws -> Instant?

    /// Adds a token. Where the user has `limit` already, the oldest end.
    func add(_ token: UserTokenRow, atMost limit: Int, operation: String) async throws

    /// Whose token it is; nil where it counts no longer.
    func userToken(_ id: String, at instant: Instant) async throws -> UserTokenRow?

    /// The tokens of a user that are kept, oldest first, and until when a one-time password counts; nil where there is none.
    func signInMeans(of id: EnrollmentID) async throws -> (tokens: [UserTokenRow], oneTimePasswordUntil: Instant?)

    /// Ends all tokens of a user.
    /// - Returns: how many there were.
    @discardableResult
    func endTokens(of id: EnrollmentID, operation: String, at instant: Instant) async throws -> Int

    // MARK: Triggers

    /// The operator who began an enrollment; nil where a client or nobody did.
    func trigger(of id: EnrollmentID) async throws -> StoredTrigger?

    /// Up to `limit` enrollments that an operator began and nobody erased, the newest first.
    func triggers(by id: OperatorID, limit: Int) async throws -> [StoredTrigger]

    // MARK: Erasure

    /// Begins the erasure of an enrollment: deletes its rows but those of its evidence, which still name the files, and
    /// writes down that the erasure is under way. Its subject is erased where this was the last that was kept of its cases,
    /// so that a later one of the same username is of a new subject. From here on the enrollment is unknown to everybody; what happened stays in
    /// the audit trail, without a person to it. An open enrollment is cancelled first, and so is every open authentication of
    /// a registration. Beginning again does nothing more.
    /// - Parameters:
    ///   - despiteHold: for what had been erased before an older copy of the data brought it back.
    ///   - hold: what stays of it for a time.
    /// - Throws: `held`.
    func beginErasure(
        of id: EnrollmentID, despiteHold: Bool, leaving hold: FraudHoldWrite?, at instant: Instant
    ) async throws

    /// Begins the erasure of an enrollment and of the person's others (`enrollments(beside:)`), in one transaction.
    /// - Parameters:
    ///   - includingRegistration: false where a registration beside it stays.
    ///   - holds: what stays of them for a time.
    /// - Returns: all of them but those that are erased already.
    /// - Throws: `held` where one of them is; then none is erased.
    func beginErasureOfPerson(
        of id: EnrollmentID, includingRegistration: Bool, leaving holds: [FraudHoldWrite], at instant: Instant
    ) async throws -> [EnrollmentID]

    /// What stays of whoever withdrew from a tenant, the first to end first.
    /// - Parameter instant: for those alone that end before it.
    func fraudHolds(tenant: TenantID, endedBefore instant: Instant?) async throws -> [FraudHold]

    /// Forgets a hold, the rows of its evidence and the digests that it kept; one that has ended is no error.
    func end(_ hold: FraudHold, at instant: Instant) async throws

    /// Erasures that were begun and not finished.
    func unfinishedErasures() async throws -> [EnrollmentID]

    /// Finishes erasures, when the keys and the evidence files are gone.
    /// - Parameter end: how far the journal of erasures has come with them; nil where they had been in it.
    func finishErasure(of ids: [EnrollmentID], journal end: JournalEnd?) async throws

    /// How far the journal of erasures had come when it was last noted; nil before there was one.
    func journalEnd() async throws -> JournalEnd?

    /// Notes that the journal of erasures has come so far; nothing where it had come further.
    func set(_ end: JournalEnd) async throws

    /// Notes that there is another journal of erasures, which has come so far.
    func reset(_ end: JournalEnd) async throws

    // MARK: Retention

    /// Up to `limit` enrollments of the tenant that ended, with a registration or without, were last changed before then, of
    /// which something is still kept and no hold keeps it; the oldest first.
    func ended(
        tenant: TenantID, withRegistration isRegistered: Bool, changedBefore instant: Instant, limit: Int
    ) async throws -> [EnrollmentID]

    /// Up to `limit` rows of evidence of a kind that are older than `instant` and whole, of the tenant's enrollments that have
    /// ended and are not held; the oldest first. What authentications rest on counts as the kind that it is like.
    func wholeEvidence(
        tenant: TenantID, kind: String, before instant: Instant, limit: Int
    ) async throws -> [EvidenceRow]

    /// Puts what an object was reduced to in its place. With a document goes what was read of it: the results that were kept
    /// to give again, and its number as a search key.
    /// - Returns: false where the row is not what it was any more, or is held: the new object is nobody's then.
    func replace(_ old: EvidenceRow, by reduced: EvidenceRow) async throws -> Bool

    /// Takes what entries of the trail tell, of a tenant or (nil) of the server alone, that were written before then: number,
    /// instant, kind and hash stay, so that the chain holds.
    /// - Returns: of how many, `limit` at most.
    func withdrawTrail(tenant: TenantID?, before instant: Instant, limit: Int) async throws -> Int

    /// Counts what is older than `limits`.
    func overdue(tenant: TenantID, _ limits: RetentionLimits) async throws -> RetentionCounts

    /// Until when the clock was trusted; nil before it ever was.
    func trustedClock() async throws -> Instant?

    func trustClock(until instant: Instant) async throws

    /// The holds of a tenant, oldest first.
    func holds(tenant: TenantID) async throws -> [LegalHold]

    /// Keeps enrollments from being erased, in one transaction. One that is held already stays as it is.
    /// - Throws: `unknownSubject` where one is not the tenant's, or erased.
    func hold(_ ids: [EnrollmentID], of tenant: TenantID, reason: String, at instant: Instant) async throws

    /// Lifts the holds on enrollments.
    /// - Returns: how many there were.
    func liftHolds(on ids: [EnrollmentID], of tenant: TenantID, at instant: Instant) async throws -> Int

    // MARK: Notes on cases

    /// The newest notes on an enrollment, `limit` at most, the oldest of them first.
    func caseNotes(of id: EnrollmentID, limit: Int) async throws -> [CaseNoteRow]

    /// - Throws: `unknownSubject` where there is no such enrollment, or it was erased.
    func add(_ note: CaseNoteRow, to id: EnrollmentID) async throws

    /// Nil where nobody asks a colleague to look at it.
    func caseFlag(of id: EnrollmentID) async throws -> CaseFlag?

    /// Sets or lifts the flag. Of two who set it the first is named; lifting what is not set changes nothing.
    /// - Throws: `unknownSubject` as `add`.
    func setFlag(_ flag: CaseFlag?, of id: EnrollmentID, at instant: Instant) async throws

    // MARK: Capture page

    /// Gives a device the right to go on with the enrollment of `right`, and takes it from the one that has it. The holder of the
    /// key that a right is bound to has it already, and is given it anew.
    /// - Parameters:
    ///   - own: the digest of what the device holds already; nil where it holds nothing.
    ///   - takesOver: false where a right that another device has is left to it.
    ///   - remembered: how many that have lost it are told apart from those that never had it, the newest.
    /// - Throws: `unknownSubject` where there is no such enrollment, or it was erased.
    func take(
        _ right: CaptureRightRow, holding own: [UInt8]?, takesOver: Bool, remembering remembered: Int
    ) async throws -> CaptureRightTaking

    /// The right that a device was given; nil where nobody was given that one, or it is forgotten.
    func captureRight(digest: [UInt8]) async throws -> CaptureRightRow?

    /// The right to go on with an enrollment or with an authentication of it that a device has; nil where none does.
    func captureRight(
        of enrollment: EnrollmentID, authentication: AuthenticationID?
    ) async throws -> CaptureRightRow?

    // MARK: Templates

    /// Up to `limit` templates that another model made than the one named, those after `number`, in the order of making.
    func templates(notBy model: String, after number: Int, limit: Int) async throws -> [StoredTemplate]

    func countTemplates(notBy model: String) async throws -> Int

    /// Up to `limit` registrations of the tenant that have a template of a kind, those after `number` (0 for the first), in the
    /// order of beginning, each with all its templates of that kind. A registration is an enrollment that is complete and
    /// not erased.
    func templates(
        ofKind kind: String, tenant: TenantID, after number: Int, limit: Int
    ) async throws -> [RegisteredTemplates]

    /// Puts `new` in the place of a template, and says so in the audit trail.
    /// - Returns: false where the template is gone meanwhile, with its person or to another renewal.
    func renew(_ old: StoredTemplate, by new: TemplateWrite, at instant: Instant) async throws -> Bool

    // MARK: Tenants

    /// A number that differs after every change of a tenant, its keys or its configuration, also one made by another
    /// process: who caches tenants compares it.
    func changeCounter() async throws -> Int

    /// Stores a new tenant with its first configuration, keys and credential.
    /// - Throws: `nameTaken` where its name, realm, client id or API key is.
    func create(
        _ tenant: TenantRow, configuration: String, secrets: [SecretRow], credential: CredentialRow
    ) async throws

    /// All tenants by name.
    func tenants() async throws -> [TenantRow]

    func tenant(name: String) async throws -> TenantRow?

    /// What changes with a tenant's configuration and keys, of all tenants.
    func tenantMarks() async throws -> [TenantID: TenantMark]

    /// The configuration in force.
    func configuration(of tenant: TenantID) async throws -> ConfigurationRow?

    /// Puts what `change` makes of a tenant's configuration in force and says so in the audit trail. It is called within
    /// the transaction, so that two changes at once are laid over one another; a result that is the same changes nothing.
    /// - Throws: `unknownSubject`; what `change` throws.
    /// - Returns: what is in force now.
    @discardableResult
    func changeConfiguration(
        of tenant: TenantID, at instant: Instant, _ change: @escaping @Sendable (JSONValue) throws -> JSONValue
    ) async throws -> JSONValue

    /// What pages have to know of the logos of all tenants.
    func logoMarks() async throws -> [TenantID: LogoMark]

    /// Nil where the tenant has none.
    func logo(of tenant: TenantID) async throws -> LogoRow?

    /// Puts a logo into the place of the one before, or takes it away, and says so in the audit trail; the same one changes
    /// nothing.
    /// - Throws: `unknownSubject` where the tenant is not known.
    func setLogo(_ logo: LogoRow?, of tenant: TenantID, at instant: Instant) async throws

    /// The tenants of whom nobody is served, and since when.
    func disabledTenants() async throws -> [TenantID: Instant]

    /// Stops or begins to serve a tenant, and says so in the audit trail; where it is so already nothing changes.
    /// - Returns: whether anything changed.
    @discardableResult
    func setDisabled(_ isDisabled: Bool, tenant: TenantID, at instant: Instant) async throws -> Bool

    /// Begins the removal of a tenant that is disabled: from here on it is nobody's, in a running server too, and nothing is added
    /// to it. What its own people and clients signed in with is deleted already, and whatever was to be sent. Beginning again does
    /// nothing more.
    /// - Parameter isForced: for one that was removed before an older copy of the data brought it back: whether it is disabled does
    ///   not matter, nor do legal holds.
    /// - Throws: `held` where a legal hold is on one of its cases; `unknownSubject` where there is no such tenant, or it is served.
    func beginRemoval(of tenant: TenantID, isForced: Bool, at instant: Instant) async throws

    /// The tenants whose removal has begun, ended ones too, the first to begin first.
    func removals() async throws -> [TenantRemoval]

    /// Keeps how many keys the tenant had; nothing where that is kept already.
    func noteKeys(_ count: Int, ofRemoved tenant: TenantID) async throws

    /// Up to `limit` cases of a tenant whose removal has begun, those after `number`, in the order of beginning: of those that are yet
    /// to be destroyed, or of all.
    func casesOfRemoved(
        _ tenant: TenantID, areDestroyed: Bool?, after number: Int, limit: Int
    ) async throws -> [(number: Int, id: EnrollmentID)]

    /// The objects that rows of these cases name, locked away or not.
    func evidenceToDestroy(of ids: [EnrollmentID]) async throws -> [EvidenceID]

    /// Destroys what the rows of cases say, with all that hangs on them, and counts it, once their keys and evidence files are gone.
    /// Number, id, tenant and instant of beginning stay, of which the registers are made. What is destroyed already does not count
    /// again.
    func destroy(_ ids: [EnrollmentID], ofRemoved tenant: TenantID, at instant: Instant) async throws

    /// Destroys up to `limit` rows each of what a tenant has beside its cases and that may be many. Of its entries of the audit trail
    /// number, instant, kind and hash stay.
    /// - Returns: how many there were; 0 at the end.
    func destroyFurther(ofRemoved tenant: TenantID, limit: Int) async throws -> Int

    /// Destroys the rest, checks that no row of the tenant is left, and says in the audit trail that it was removed; nothing more where it
    /// has ended.
    /// - Throws: `storedValueInvalid` where something is left.
    func endRemoval(of tenant: TenantID, at instant: Instant) async throws -> TenantRemoval

    /// Takes the name of a tenant whose removal has ended, which another may have from then on.
    func forgetName(ofRemoved tenant: TenantID) async throws

    /// Waits until what was deleted is in no log of the database.
    /// - Parameter compacts: whether the database is written anew, without the room that deleted rows have left. Nobody writes
    ///   meanwhile, and it takes as much room once more.
    func forgetDeleted(compacts: Bool) async throws

    /// Puts another API key into the place of a tenant's, and says so in the audit trail.
    /// - Throws: `nameTaken` where another tenant has it, `unknownSubject`.
    func setAPIKey(digest: [UInt8], sealed: [UInt8], of tenant: TenantID, at instant: Instant) async throws

    /// The keys of `owner`, in use and retired, newest first.
    func secrets(of owner: SecretOwner) async throws -> [SecretRow]

    /// Adds keys and retires those of the same kinds that were in use: a rotation, or the first keys of the server.
    /// - Throws: `nameTaken` where a key id is.
    func rotate(to secrets: [SecretRow], of owner: SecretOwner, at instant: Instant) async throws

    /// Deletes keys that were retired before `instant`, whosever they are: what was sealed for them stays shut.
    /// - Parameter kept: kinds of which no key is deleted.
    func deleteSecrets(retiredBefore instant: Instant, except kept: [String], at now: Instant) async throws

    /// The credentials of all tenants, oldest first; those that ended as well.
    func credentials() async throws -> [CredentialRow]

    /// Stores a new credential.
    /// - Throws: `nameTaken` where its client id is; `unknownSubject` where the tenant is not known.
    func add(_ credential: CredentialRow) async throws

    /// Adds a key to a credential. Those of its kind that were good without an end are good until `end` from here on; those
    /// that had one are at their end at once, so that no more than two are good.
    /// - Throws: `unknownSubject` where the tenant has no such credential.
    func add(
        _ key: CredentialKeyRow, to clientID: String, of tenant: TenantID, endingOthersAt end: Instant,
        at instant: Instant
    ) async throws

    /// Ends a credential: it opens nothing from `instant` on.
    /// - Throws: `unknownSubject` where the tenant has no such credential.
    func endCredential(_ clientID: String, of tenant: TenantID, at instant: Instant) async throws

    /// Notes that a client has shown the assertion of this digest.
    /// - Returns: false where it was shown before.
    func useAssertion(_ digest: [UInt8], tenant: TenantID, at instant: Instant) async throws -> Bool

    /// Keeps what a check of nobody leaves: that it failed, and what its capture is known by; as a step of an authentication does,
    /// with the same refusals.
    func keepTraces(
        failuresOf subjects: [[UInt8]], unless limit: FailureLimit, marks: CaptureMarks, tenant: TenantID,
        at instant: Instant
    ) async throws -> TraceEnd

    /// Lifts the limit that failures have put on `subject`.
    /// - Returns: how many they were.
    @discardableResult
    func clearFailures(tenant: TenantID, subject: [UInt8], at instant: Instant) async throws -> Int

    /// Forgets failures that no limit looks at any more, session ids of captures and client assertions that nobody
    /// will send again, and sessions and links of operators that had ended by then.
    func deleteSpent(before instant: Instant) async throws

    // MARK: Operators

    /// The operators of a tenant by name, disabled ones too.
    func operators(tenant: TenantID) async throws -> [OperatorRow]

    func operatorRow(tenant: TenantID, name: String) async throws -> OperatorRow?

    /// When the last request came with a session that is kept yet, by operator.
    func lastRequests(ofOperatorsOf tenant: TenantID) async throws -> [OperatorID: Instant]

    /// Stores a new operator, and a link that signs them in.
    /// - Throws: `nameTaken` where the tenant has one of this name; `unknownSubject` where the tenant is not known.
    func add(_ row: OperatorRow, link: SignInLinkRow?) async throws

    /// The operator whom a provider of the tenant knows by this.
    func operatorRow(tenant: TenantID, issuer: String, subjectDigest: [UInt8]) async throws -> OperatorRow?

    /// Stores a new operator whom a provider knows.
    /// - Throws: `nameTaken` where the tenant has one of this name, or one whom the provider knows by the same;
    ///   `unknownSubject` where the tenant is not known.
    func add(_ row: OperatorRow, identity: OperatorIdentityRow) async throws

    /// Of the operators of a tenant, those whom providers know.
    func operatorIdentities(tenant: TenantID) async throws -> [OperatorIdentityRow]

    /// Gives an operator a role and rights, from the next request on.
    /// - Throws: `unknownSubject`.
    func change(_ id: OperatorID, role: String, rights: String, at instant: Instant) async throws

    /// Disables an operator, whose sessions and links end, or restores one.
    /// - Throws: `unknownSubject`.
    func setDisabled(_ isDisabled: Bool, _ id: OperatorID, at instant: Instant) async throws

    /// Sets an operator's password. Their links end, and their sessions but one, which counts as begun with this password and
    /// has the digest `renewed` from here on.
    /// - Throws: `unknownSubject`.
    func setPassword(
        _ hash: String, of id: OperatorID, keeping session: [UInt8], renewedAs renewed: [UInt8], at instant: Instant
    ) async throws

    /// Takes an operator's second factor away, passkeys too, and ends their sessions.
    /// - Throws: `unknownSubject`.
    func resetSecondFactor(of id: OperatorID, at instant: Instant) async throws

    /// Stores a link that signs an operator in, in the place of those before.
    /// - Throws: `unknownSubject`.
    func add(_ link: SignInLinkRow, at instant: Instant) async throws

    /// Whom a link was made for and when its time is over, which it may be; nil where there is none, or they are disabled. The
    /// link stays.
    func linkBearer(_ digest: [UInt8]) async throws -> (person: OperatorRow, expiresAt: Instant)?

    /// Uses a link up by setting the password of whom it was made for. Their other links and their sessions end.
    /// - Returns: whom it signs in; nil where there is none, its time is over, or they are disabled: then nothing changes.
    func useLink(_ digest: [UInt8], settingPassword hash: String, at instant: Instant) async throws -> OperatorRow?

    /// Begins a session. Where the operator has `limit` already, others end: first those in which no second factor was shown,
    /// the oldest first.
    /// - Parameter means: as `AuditEvent.operatorSignedIn`; nil where the operator is not signed in with it yet.
    /// - Throws: `unknownSubject` where there is no such operator, or they are disabled.
    func begin(_ session: OperatorSessionRow, atMost limit: Int, signingInWith means: String?) async throws

    /// A session, over or not, and whose it is.
    func operatorSession(_ digest: [UInt8]) async throws -> (session: OperatorSessionRow, person: OperatorRow)?

    /// Notes that a request came with the session.
    func noteSeen(_ digest: [UInt8], at instant: Instant) async throws

    /// Notes that the code of a step was shown in a session, which is open until `end` from here on and has the digest `renewed`.
    /// - Returns: false where the code of this or a later step was shown before, or the session is gone.
    func useStep(
        _ step: Int64, in digest: [UInt8], renewedAs renewed: [UInt8], openingUntil end: Instant,
        signingInWith means: String, at instant: Instant
    ) async throws -> Bool

    /// Keeps a second factor that is being set up, unless the session has one already.
    /// - Returns: which one it has now; nil where the session is gone.
    func keepNewSecret(_ sealed: [UInt8], in digest: [UInt8]) async throws -> [UInt8]?

    /// Makes the second factor that is being set up in a session the operator's, with the step whose code was shown. The session
    /// has the digest `renewed` from here on.
    /// - Returns: false where the operator has one, or the session is gone.
    func setSecondFactor(
        ofSession digest: [UInt8], renewedAs renewed: [UInt8], step: Int64, openingUntil end: Instant,
        at instant: Instant
    ) async throws -> Bool

    /// The passkeys of an operator, the oldest first.
    func passkeys(of id: OperatorID) async throws -> [PasskeyRow]

    /// A passkey by what its authenticator calls it, and whose it is.
    func passkey(_ credentialID: [UInt8]) async throws -> (passkey: PasskeyRow, person: OperatorRow)?

    /// Adds a passkey to the operator of a session, which is open until `end` from here on and has the digest `renewed`.
    /// - Returns: false where somebody has it already, the operator has `limit`, or the session is gone or another's.
    func add(
        _ passkey: PasskeyRow, atMost limit: Int, inSession digest: [UInt8], renewedAs renewed: [UInt8],
        openingUntil end: Instant
    ) async throws -> Bool

    /// Notes how often a passkey has signed.
    /// - Returns: false where it had signed as often before, or is gone.
    func usePasskey(_ credentialID: [UInt8], counter: Int64, at instant: Instant) async throws -> Bool

    /// Opens a session until `end`, in which a passkey was shown; it has the digest `renewed` from here on.
    /// - Returns: false where the session is gone.
    func openSession(
        _ digest: [UInt8], renewedAs renewed: [UInt8], until end: Instant, signingInWith means: String,
        at instant: Instant
    ) async throws -> Bool

    /// - Returns: false where the operator has no such passkey.
    func removePasskey(_ credentialID: [UInt8], of id: OperatorID, at instant: Instant) async throws -> Bool

    /// Ends a session; nothing where it is gone.
    func endSession(_ digest: [UInt8], at instant: Instant) async throws

    /// Ends all sessions of an operator.
    /// - Throws: `unknownSubject`.
    /// - Returns: how many there were.
    @discardableResult
    func endSessions(of id: OperatorID, at instant: Instant) async throws -> Int

    // MARK: Proposals

    // What is written in a task whose `AuditActor` has an agreement gives the agreement its proposal, in the same transaction;
    // it throws `proposalEnded`, and writes nothing, where the proposal can be agreed to no more.

    /// Stores a proposal.
    /// - Throws: `limitReached` where `limit` of the tenant wait.
    func add(_ proposal: ProposalRow, atMost limit: Int) async throws

    /// Those of a tenant that wait or have ended lately, the newest first.
    func proposals(tenant: TenantID, limit: Int) async throws -> [ProposalRow]

    /// Nil also where it is another tenant's.
    func proposal(_ id: ProposalID, tenant: TenantID) async throws -> ProposalRow?

    /// - Parameter sealed: why.
    /// - Returns: false where it had ended.
    func decline(
        _ id: ProposalID, tenant: TenantID, by person: OperatorID, leaving sealed: [UInt8], at instant: Instant
    ) async throws -> Bool

    /// Gives an agreement its proposal where what was agreed to has changed nothing, so that nothing was written.
    /// - Throws: `proposalEnded`.
    func settle(_ agreement: Agreement, tenant: TenantID, at instant: Instant) async throws

    /// Ends those whose time is over, and removes those that ended before `end`.
    /// - Returns: how many have expired.
    @discardableResult
    func expireProposals(at instant: Instant, forgettingBefore end: Instant) async throws -> Int

    // MARK: Feed and webhooks

    /// Up to `limit` events of a tenant's feed, those after `number` (0 for the first).
    func feedEvents(tenant: TenantID, after number: Int, limit: Int) async throws -> [FeedEvent]

    /// The webhooks of all tenants, oldest first.
    func webhooks() async throws -> [WebhookRow]

    func webhook(_ id: WebhookID) async throws -> WebhookRow?

    /// Stores a new webhook with its keys. It is sent what happens from here on.
    /// - Throws: `unknownSubject` where the tenant is not known.
    func add(_ webhook: WebhookRow, secrets: [SecretRow]) async throws

    /// Stops sending to a webhook, or begins again: then it is sent what waited, and what happens from here on.
    /// - Throws: `unknownSubject`.
    func set(_ disabled: WebhookRow.Disabled?, of id: WebhookID, at instant: Instant) async throws

    /// Up to `limit` deliveries of each webhook that are due, the longest first: of each enrollment the first that was neither
    /// taken nor given up, so that events of one enrollment are sent in their order. No long queue keeps another waiting.
    func dueDeliveries(at instant: Instant, ofEach limit: Int) async throws -> [WebhookDelivery]

    /// Removes a webhook with what waits for it.
    /// - Parameter secretKinds: the kinds of its keys, which go with it.
    /// - Throws: `unknownSubject`.
    func removeWebhook(_ id: WebhookID, secretKinds: [String], at instant: Instant) async throws

    /// Whether a delivery still waits as it did when it was asked for: it may have been taken since.
    func isWaiting(_ delivery: WebhookDelivery) async throws -> Bool

    /// Notes what became of an attempt. What failed makes the enrollment's later events wait as long.
    func settle(_ delivery: WebhookDelivery, as attempt: WebhookAttempt, at instant: Instant) async throws

    /// Sends a tenant's events of these numbers to a webhook, whether or not it has taken them before.
    /// - Throws: `unknownSubject`.
    /// - Returns: how many there are of the kinds that it takes.
    func resend(_ numbers: ClosedRange<Int>, to id: WebhookID, at instant: Instant) async throws -> Int

    /// What every webhook has before it, the oldest webhook first.
    func webhookBacklogs() async throws -> [WebhookBacklog]

    // MARK: Mail

    /// The messages of an enrollment, oldest first.
    func mail(of id: EnrollmentID) async throws -> [MailRow]

    /// Up to `limit` messages that are due and that nobody is sending, the longest first.
    func dueMail(at instant: Instant, limit: Int) async throws -> [MailRow]

    /// Notes that a message is about to be sent.
    /// - Returns: false where it does not wait as it did when it was asked for: it is not to be sent then.
    func beginSending(_ mail: MailRow, at instant: Instant) async throws -> Bool

    /// Notes what became of a message. One that was erased meanwhile stays erased.
    func settle(_ mail: MailRow, as settlement: MailSettlement, at instant: Instant) async throws

    /// Has every message that was being sent wait again: for a start, which nobody sends at.
    /// - Returns: how many there were. Of these nobody knows whether the mail server has them.
    func releaseMail() async throws -> Int

    func mailBacklog() async throws -> MailBacklog

    // MARK: Audit trail and integrity

    /// The entries after number `sequence`, oldest first.
    func auditEntries(after sequence: Int, limit: Int) async throws -> [AuditEntry]

    /// The entries that name an enrollment and still tell, the newest first, `limit` at most. By index.
    func auditEntries(naming id: EnrollmentID, limit: Int) async throws -> [AuditEntry]

    /// The entries of a tenant, the newest first, `limit` at most: of one kind or (nil) of all, before the one of that number or
    /// (nil) from the newest on. By index, however long the trail is.
    func auditEntries(
        tenant: TenantID, kind: String?, before sequence: Int?, limit: Int
    ) async throws -> [AuditEntry]

    /// Up to `limit` entries after number `sequence`, oldest first, as their chain has them. What is damaged keeps nobody from
    /// the rest.
    func chainedEntries(after sequence: Int, limit: Int) async throws -> [ChainedEntry]

    /// How far the trail was sent to `receiver`. By index: it may be asked again and again.
    func trailStanding(of receiver: String) async throws -> TrailStanding

    /// Notes that the trail was sent to `receiver` up to entry `end`, or that it is to be sent again from there on.
    /// - Returns: false where it does not stand at `start` any more: nothing changed then.
    func moveTrailPosition(of receiver: String, from start: Int, to end: Int, at instant: Instant) async throws -> Bool

    /// Writes an entry of something that changed no row.
    /// - Parameter tenant: nil for what concerns the server.
    func note(_ event: AuditEvent, tenant: TenantID?, at instant: Instant) async throws

    /// Checks the entries of the audit trail.
    func verifyAudit() async throws -> ChainCheck

    /// Checks that no enrollment is missing, added or moved to another tenant; the length counts enrollments.
    func verifyRegister() async throws -> ChainCheck

    /// Checks that no authentication is missing, added, or moved to another registration, tenant or purpose; the length counts
    /// them.
    func verifyAuthentications() async throws -> ChainCheck

    /// How far the registers and the trail have come.
    func head() async throws -> AuditHead

    /// Whether the registers and the trail, as far as they had come by `head`, are what they were.
    func holds(_ head: AuditHead) async throws -> Bool

    /// Checks the evidence of one enrollment against its events and those of its authentications, which name what each decision
    /// rested on; nothing where the
    /// enrollment was erased, and its evidence with it.
    func verifyEvidence(of id: EnrollmentID) async throws -> [EvidenceDamage]

    /// Checks the rows of all tables against their MACs.
    func verifyTables() async throws -> [TableDamage]

    // MARK: The database itself

    /// Writes a copy of the whole database, as it is at one moment, while others write on.
    /// - Parameter path: of a file that is not there yet.
    func writeCopy(to path: String) async throws

    /// Up to `limit` rows of evidence, of all tenants, those after `id` (nil for the first), by their ids.
    func evidence(after id: EvidenceID?, limit: Int) async throws -> [EvidenceRow]

    /// What there is, counted. Reads whole tables.
    func figures() async throws -> StoreFigures

    /// The last change of the schema that the database has, as its migration is called: a number and words.
    func schemaVersion() async throws -> String

    /// Cheap, and false only where the database cannot be read any more.
    func isReadable() async -> Bool

    /// What is wrong with the whole database; empty where it is sound.
    func damage() async throws -> [String]

    /// Tells `observer` of every commit how many writes shared it.
    func observeCommits(_ observer: @escaping @Sendable (_ writes: Int) -> Void) async

    /// When the latest change was written; nil before the first.
    func newestInstant() async throws -> Instant?
}

extension Store {
    @discardableResult
    package func begin(_ new: NewEnrollment) async throws -> [EnrollmentID] {
        try await begin(new, cancelsOthersOfUsername: false)
    }

    package func commit(_ id: EnrollmentID, _ proposal: Proposal) async throws -> CommitResult<Enrollment> {
        try await commit(id, proposal) { _ in StepWrites() }
    }

    package func commit(
        _ id: AuthenticationID, _ proposal: AuthenticationProposal
    ) async throws -> CommitResult<Authentication> {
        try await commit(id, proposal) { _ in AuthenticationWrites() }
    }

    package func authentications(
        tenant: TenantID, before number: Int?, limit: Int
    ) async throws -> [StoredAuthentication] {
        try await authentications(tenant: tenant, status: nil, before: number, limit: limit)
    }

    package func beginErasureOfPerson(
        of id: EnrollmentID, includingRegistration: Bool, at instant: Instant
    ) async throws -> [EnrollmentID] {
        try await beginErasureOfPerson(
            of: id, includingRegistration: includingRegistration, leaving: [], at: instant)
    }

    package func beginErasure(of id: EnrollmentID, at instant: Instant) async throws {
        try await beginErasure(of: id, despiteHold: false, leaving: nil, at: instant)
    }

    package func auditEntries(after sequence: Int = 0) async throws -> [AuditEntry] {
        try await auditEntries(after: sequence, limit: 1000)
    }
}
