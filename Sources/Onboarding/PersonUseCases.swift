internal import OnboardingCore
package import Tenancy

/// What a phone asks for, for the person who holds it.
package struct PersonUseCases: Sendable {
    package let validateSession: ValidateSession
    package let sessionStatus: SessionStatus
    package let enroll: Enroll
    package let giveConsent: GiveConsent
    package let withdrawConsent: WithdrawConsent
    package let addDevice: AddDevice
    package let captureRights: CaptureRights
    package let openCapture: OpenCapture
    package let takeOver: TakeOver
    package let sessionBinding: SessionBinding
    package let captureStandings: CaptureStandings
    package let captureLink: CaptureLink
    package let beginCapture: BeginCapture
    package let challengeFace: ChallengeFace
    package let addFace: AddFace
    package let guideCapture: GuideCapture
    package let addDocument: AddDocument
    package let cancel: Cancel
    package let requestReview: RequestReview
    package let authenticate: Authenticate
    package let verifyDevice: VerifyDevice
    package let completeReEnroll: CompleteReEnroll
    /// The steps that an authentication and a re-enrollment have alike.
    package let authentication: ReturningSteps
    package let reEnrollment: ReturningSteps

    package init(
        cases: Cases, tenants: TenantDirectory, engines: Engines, duplicates: DuplicateSearch, pools: WorkerPools,
        publicURL: PublicURL, metrics: Metrics
    ) {
        sessionBinding = SessionBinding(cases: cases)
        validateSession = ValidateSession(
            cases: cases, tenants: tenants, binding: sessionBinding, signatures: pools.signatures, publicURL: publicURL)
        sessionStatus = SessionStatus(cases: cases)
        let codes = RegistrationCodes(store: cases.store)
        enroll = Enroll(cases: cases, codes: codes)
        giveConsent = GiveConsent(cases: cases)
        withdrawConsent = WithdrawConsent(
            cases: cases,
            certificates: ErasureCertificates(cases: cases, tenants: tenants, signatures: pools.signatures))
        addDevice = AddDevice(cases: cases)
        captureRights = CaptureRights(cases: cases, tenants: tenants)
        let requests = TakeOverRequests()
        openCapture = OpenCapture(
            cases: cases, tenants: tenants, requests: requests, signatures: pools.signatures, publicURL: publicURL)
        takeOver = TakeOver(cases: cases, rights: captureRights, requests: requests)
        captureStandings = CaptureStandings(cases: cases, rights: captureRights)
        captureLink = CaptureLink(
            standings: captureStandings, tenants: tenants, signatures: pools.signatures, publicURL: publicURL)
        beginCapture = BeginCapture(cases: cases)
        challengeFace = ChallengeFace(cases: cases)
        let replays = NearReplayGuard(store: cases.store, keys: cases.keys, index: cases.replayIndex)
        addFace = AddFace(
            cases: cases, tenants: tenants, engines: engines, replays: replays, duplicates: duplicates, pools: pools,
            metrics: metrics)
        guideCapture = GuideCapture(tenants: tenants, engines: engines, pools: pools)
        addDocument = AddDocument(
            cases: cases, engines: engines, duplicates: duplicates, pools: pools, metrics: metrics)
        cancel = Cancel(cases: cases)
        requestReview = RequestReview(cases: cases)
        authenticate = Authenticate(cases: cases, codes: codes)
        verifyDevice = VerifyDevice(cases: cases, metrics: metrics)
        completeReEnroll = CompleteReEnroll(cases: cases)
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
    }
}

/// The steps of whoever comes back for one purpose.
package struct ReturningSteps: Sendable {
    package let challengeFace: ChallengeReturningFace
    package let verifyFace: VerifyFace
    package let verifyDocument: VerifyDocument
    package let cancel: CancelAuthentication
}
