package import Onboarding
internal import Tenancy

/// What the systems and the clerks of a tenant ask for: they trigger, are told, and send images of their own.
package struct PortalUseCases: Sendable {
    package let triggerEnroll: TriggerEnroll
    package let triggerAuthenticate: TriggerAuthenticate
    package let triggeredEnrollments: TriggeredEnrollments
    package let triggeredVisits: TriggeredVisits
    package let registrations: Registrations
    package let enrollments: Enrollments
    package let authentications: Authentications
    package let eventFeed: EventFeed
    /// Tells nobody anything where no `ChangeRounds` run.
    package let enrollmentChanges: EnrollmentChanges
    package let declinedConsents: DeclinedConsents
    package let users: Users
    package let groups: UserGroups
    package let galleries: Galleries
    package let challengeCapture: ChallengeCapture
    package let checkLiveness: CheckLiveness
    package let estimateFaceAttributes: EstimateFaceAttributes

    init(
        cases: Cases, tenants: TenantDirectory, engines: Engines, duplicates: DuplicateSearch, pools: WorkerPools,
        publicURL: PublicURL, metrics: Metrics, mail: MailSetup?
    ) {
        let handOver = HandOver(tenants: tenants, signatures: pools.signatures, publicURL: publicURL, mail: mail)
        triggerAuthenticate = TriggerAuthenticate(cases: cases, handOver: handOver)
        triggerEnroll = TriggerEnroll(cases: cases, handOver: handOver, triggerAuthenticate: triggerAuthenticate)
        triggeredVisits = TriggeredVisits(cases: cases)
        registrations = Registrations(cases: cases)
        enrollments = Enrollments(
            cases: cases, tenants: tenants, signatures: pools.signatures, publicURL: publicURL)
        authentications = Authentications(
            cases: cases, tenants: tenants, signatures: pools.signatures, publicURL: publicURL)
        eventFeed = EventFeed(cases: cases)
        enrollmentChanges = EnrollmentChanges(counter: cases.store.commitCounter, revisions: cases.store.revisions)
        declinedConsents = DeclinedConsents(changes: enrollmentChanges)
        triggeredEnrollments = TriggeredEnrollments(cases: cases, declined: declinedConsents)
        users = Users(
            cases: cases, tenants: tenants, engines: engines, duplicates: duplicates, pools: pools,
            publicURL: publicURL, mail: mail)
        groups = UserGroups(users: users)
        galleries = Galleries(users: users, groups: groups)
        let challenges = OpenChallenges()
        challengeCapture = ChallengeCapture(challenges: challenges)
        checkLiveness = CheckLiveness(
            tenants: tenants, engines: engines, pools: pools, metrics: metrics, challenges: challenges)
        estimateFaceAttributes = EstimateFaceAttributes(
            cases: cases, tenants: tenants, engines: engines, pools: pools)
    }
}
