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
    package let triggeredVisits: TriggeredVisits
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
    package let estimateFaceAttributes: EstimateFaceAttributes
    package let users: Users
    package let groups: UserGroups
    package let galleries: Galleries
    package let addDocument: AddDocument
    package let cancel: Cancel
    package let triggerAuthenticate: TriggerAuthenticate
    package let authenticate: Authenticate
    package let verifyDevice: VerifyDevice
    package let completeReEnroll: CompleteReEnroll
    /// The steps that an authentication and a re-enrollment have alike.
    package let authentication: ReturningSteps
    package let reEnrollment: ReturningSteps
    package let requestReview: RequestReview
    package let recordReview: RecordReview
    package let registrations: Registrations
    package let enrollments: Enrollments
    package let monthlyReports: MonthlyReports
    package let caseList: CaseList
    package let caseExport: CaseExport
    package let caseDashboard: CaseDashboard
    package let explainEnrollment: ExplainEnrollment
    package let explainAuthentication: ExplainAuthentication
    package let openCase: OpenCase
    package let authenticationList: AuthenticationList
    package let openAuthentication: OpenAuthentication
    package let groupList: GroupList
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
        cases.metrics = metrics
        self.clock = clock
        failedSignIns = FailedSignIns(store: data.store)
        signIn = SignIn(store: data.store, failures: failedSignIns)
        operators = OperatorSignIn(
            store: data.store, keys: data.keys, tenants: tenants, passwords: pools.passwords, failures: failedSignIns)
        providerSignIn = ProviderSignIn(operators: operators, publicURL: publicURL, exchange: exchange)
        operatorAdministration = OperatorAdministration(store: data.store)
        let handOver = HandOver(tenants: tenants, signatures: pools.signatures, publicURL: publicURL, mail: mail)
        triggerAuthenticate = TriggerAuthenticate(cases: cases, handOver: handOver)
        triggerEnroll = TriggerEnroll(cases: cases, handOver: handOver, triggerAuthenticate: triggerAuthenticate)
        triggeredEnrollments = TriggeredEnrollments(cases: cases)
        triggeredVisits = TriggeredVisits(cases: cases)
        validateSession = ValidateSession(
            cases: cases, tenants: tenants, signatures: pools.signatures, publicURL: publicURL)
        sessionStatus = SessionStatus(cases: cases)
        let codes = RegistrationCodes(store: data.store)
        enroll = Enroll(cases: cases, codes: codes)
        authenticate = Authenticate(cases: cases, codes: codes)
        verifyDevice = VerifyDevice(cases: cases, metrics: metrics)
        completeReEnroll = CompleteReEnroll(cases: cases)
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
        let replays = NearReplayGuard(store: data.store, keys: data.keys, index: data.replayIndex)
        let duplicates = DuplicateSearch(
            store: data.store, index: data.faceIndex, engines: engines, pool: pools.engines, metrics: metrics)
        addFace = AddFace(
            cases: cases, tenants: tenants, engines: engines, replays: replays, duplicates: duplicates, pools: pools,
            metrics: metrics)
        func returning(_ purpose: AuthenticationPurpose) -> ReturningSteps {
            ReturningSteps(
                challengeFace: ChallengeReturningFace(purpose: purpose, cases: cases),
                verifyFace: VerifyFace(
                    purpose: purpose, cases: cases, tenants: tenants, engines: engines, replays: replays, pools: pools,
                    metrics: metrics),
                verifyDocument: VerifyDocument(
                    purpose: purpose, cases: cases, engines: engines, pools: pools, metrics: metrics),
                cancel: CancelAuthentication(purpose: purpose, cases: cases))
        }
        (authentication, reEnrollment) = (returning(.authenticate), returning(.reEnroll))
        let challenges = OpenChallenges()
        challengeCapture = ChallengeCapture(challenges: challenges)
        checkLiveness = CheckLiveness(
            tenants: tenants, engines: engines, pools: pools, metrics: metrics, challenges: challenges)
        guideCapture = GuideCapture(tenants: tenants, engines: engines, pools: pools)
        estimateFaceAttributes = EstimateFaceAttributes(
            cases: cases, tenants: tenants, engines: engines, pools: pools)
        users = Users(
            cases: cases, tenants: tenants, engines: engines, duplicates: duplicates, pools: pools,
            publicURL: publicURL, mail: mail)
        groups = UserGroups(users: users)
        galleries = Galleries(users: users, groups: groups)
        addDocument = AddDocument(
            cases: cases, engines: engines, duplicates: duplicates, pools: pools, metrics: metrics)
        cancel = Cancel(cases: cases)
        requestReview = RequestReview(cases: cases)
        recordReview = RecordReview(cases: cases)
        registrations = Registrations(cases: cases)
        enrollments = Enrollments(
            cases: cases, tenants: tenants, signatures: pools.signatures, publicURL: publicURL)
        explainEnrollment = ExplainEnrollment(cases: cases)
        explainAuthentication = ExplainAuthentication(cases: cases)
        openCase = OpenCase(cases: cases, fit: engines.fit)
        authenticationList = AuthenticationList(cases: cases)
        openAuthentication = OpenAuthentication(cases: cases)
        groupList = GroupList(cases: cases)
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
        configuration = CustomerConfigurationAccess(
            store: data.store, tenants: tenants,
            hasAttributes: engines.estimateAge != nil && engines.estimateAttributes != nil)
        changeRetention = ChangeRetention(store: data.store, configuration: configuration)
        clientCredentials = ClientCredentials(store: data.store)
        tenantTrail = TenantTrail(store: data.store)
        modelsInUse = engines.inUse
        changeLogo = ChangeLogo(store: data.store, tenants: tenants, pools: pools)
    }
}

/// The steps of whoever comes back for one purpose.
package struct ReturningSteps: Sendable {
    package let challengeFace: ChallengeReturningFace
    package let verifyFace: VerifyFace
    package let verifyDocument: VerifyDocument
    package let cancel: CancelAuthentication
}
