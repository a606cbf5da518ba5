package import OnboardingCore

/// The use cases of a server, each with what it needs and nothing more. Built once at start; every part is safe to use from
/// any task.
package struct UseCases: Sendable {
    package let clock: @Sendable () -> Instant
    package let signIn: SignIn
    package let failedSignIns: FailedSignIns
    /// Of those who sign in at the web side.
    package let operators: OperatorSignIn
    package let providerSignIn: ProviderSignIn
    package let operatorAdministration: OperatorAdministration
    package let triggerEnroll: TriggerEnroll
    package let triggeredEnrollments: TriggeredEnrollments
    package let validateSession: ValidateSession
    package let sessionStatus: SessionStatus
    package let enroll: Enroll
    package let giveConsent: GiveConsent
    package let withdrawConsent: WithdrawConsent
    package let addDevice: AddDevice
    package let captureRights: CaptureRights
    package let openCapture: OpenCapture
    package let captureStandings: CaptureStandings
    package let captureLink: CaptureLink
    package let beginCapture: BeginCapture
    package let challengeFace: ChallengeFace
    package let addFace: AddFace
    package let challengeCapture: ChallengeCapture
    package let checkLiveness: CheckLiveness
    package let guideCapture: GuideCapture
    package let addDocument: AddDocument
    package let cancel: Cancel
    package let requestReview: RequestReview
    package let recordReview: RecordReview
    package let registrations: Registrations
    package let enrollments: Enrollments
    package let monthlyReports: MonthlyReports
    package let caseList: CaseList
    package let caseExport: CaseExport
    package let caseDashboard: CaseDashboard
    package let explainEnrollment: ExplainEnrollment
    package let openCase: OpenCase
    package let revealImage: RevealImage
    package let annotateCase: AnnotateCase
    package let settleCase: SettleCase
    package let eraseCase: EraseCase
    package let configuration: CustomerConfigurationAccess
    package let changeRetention: ChangeRetention
    package let clientCredentials: ClientCredentials
    package let tenantTrail: TenantTrail
    package let modelsInUse: ModelsInUse
    package let eventFeed: EventFeed
    package let changeLogo: ChangeLogo
    /// Tells nobody anything where no `ChangeRounds` run.
    package let enrollmentChanges: EnrollmentChanges

    /// - Parameter exchange: with OpenID Connect providers; without it none responds.
    package init(
        data: DataDirectory, tenants: TenantDirectory, engines: Engines, pools: WorkerPools, publicURL: PublicURL,
        metrics: Metrics, mail: MailSetup? = nil,
        exchange: @escaping ProviderExchange = { _ throws(ProviderFailure) in throw .noResponse },
        clock: @escaping @Sendable () -> Instant = { Instant.now() }
    ) {
        var cases = data.cases
        cases.clock = clock
        self.clock = clock
        failedSignIns = FailedSignIns(store: data.store)
        signIn = SignIn(store: data.store, failures: failedSignIns)
        operators = OperatorSignIn(
            store: data.store, keys: data.keys, tenants: tenants, passwords: pools.passwords, failures: failedSignIns)
        providerSignIn = ProviderSignIn(operators: operators, publicURL: publicURL, exchange: exchange)
        operatorAdministration = OperatorAdministration(store: data.store)
        triggerEnroll = TriggerEnroll(
            cases: cases, tenants: tenants, signatures: pools.signatures, publicURL: publicURL, mail: mail)
        triggeredEnrollments = TriggeredEnrollments(cases: cases)
        validateSession = ValidateSession(
            cases: cases, tenants: tenants, signatures: pools.signatures, publicURL: publicURL)
        sessionStatus = SessionStatus(cases: cases)
        enroll = Enroll(cases: cases)
        giveConsent = GiveConsent(cases: cases)
        withdrawConsent = WithdrawConsent(cases: cases)
        addDevice = AddDevice(cases: cases)
        captureRights = CaptureRights(cases: cases, tenants: tenants)
        openCapture = OpenCapture(
            cases: cases, tenants: tenants, signatures: pools.signatures, publicURL: publicURL)
        captureStandings = CaptureStandings(cases: cases, rights: captureRights)
        captureLink = CaptureLink(
            standings: captureStandings, tenants: tenants, signatures: pools.signatures, publicURL: publicURL)
        beginCapture = BeginCapture(cases: cases)
        challengeFace = ChallengeFace(cases: cases)
        addFace = AddFace(
            cases: cases, tenants: tenants, engines: engines,
            replays: NearReplayGuard(store: data.store, keys: data.keys, index: data.replayIndex), pools: pools,
            metrics: metrics)
        let challenges = OpenChallenges()
        challengeCapture = ChallengeCapture(challenges: challenges)
        checkLiveness = CheckLiveness(
            tenants: tenants, engines: engines, pools: pools, metrics: metrics, challenges: challenges)
        guideCapture = GuideCapture(tenants: tenants, engines: engines, pools: pools)
        addDocument = AddDocument(cases: cases, engines: engines, pools: pools, metrics: metrics)
        cancel = Cancel(cases: cases)
        requestReview = RequestReview(cases: cases)
        recordReview = RecordReview(cases: cases)
        registrations = Registrations(cases: cases)
        enrollments = Enrollments(
            cases: cases, tenants: tenants, signatures: pools.signatures, publicURL: publicURL)
        explainEnrollment = ExplainEnrollment(cases: cases)
        openCase = OpenCase(cases: cases, fit: engines.fit)
        revealImage = RevealImage(cases: cases, engines: engines, pools: pools)
        annotateCase = AnnotateCase(cases: cases)
        settleCase = SettleCase(cases: cases, recordReview: recordReview)
        eraseCase = EraseCase(cases: cases, enrollments: enrollments)
        eventFeed = EventFeed(cases: cases)
        enrollmentChanges = EnrollmentChanges(counter: data.store.commitCounter, revisions: data.store.revisions)
        monthlyReports = MonthlyReports(cases: cases)
        caseList = CaseList(cases: cases)
        caseExport = CaseExport(list: caseList)
        caseDashboard = CaseDashboard(store: data.store)
        configuration = CustomerConfigurationAccess(store: data.store, tenants: tenants)
        changeRetention = ChangeRetention(store: data.store, configuration: configuration)
        clientCredentials = ClientCredentials(store: data.store)
        tenantTrail = TenantTrail(store: data.store)
        modelsInUse = engines.inUse
        changeLogo = ChangeLogo(store: data.store, tenants: tenants, pools: pools)
    }
}
