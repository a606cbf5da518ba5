internal import Onboarding
internal import Tenancy

/// What whoever reads a case afterwards asks for: to find it, to see it, to decide, to take it away and to erase it.
package struct DeskUseCases: Sendable {
    package let caseList: CaseList
    package let caseExport: CaseExport
    package let caseDashboard: CaseDashboard
    package let openCase: OpenCase
    package let revealImage: RevealImage
    package let annotateCase: AnnotateCase
    package let settleCase: SettleCase
    package let eraseCase: EraseCase
    package let recordReview: RecordReview
    package let explainEnrollment: ExplainEnrollment
    package let explainAuthentication: ExplainAuthentication
    package let authenticationList: AuthenticationList
    package let openAuthentication: OpenAuthentication
    package let groupList: GroupList
    package let monthlyReports: MonthlyReports
    package let proposals: Proposals

    init(
        cases: Cases, engines: Engines, duplicates: DuplicateSearch, pools: WorkerPools, enrollments: Enrollments,
        administration: AdministrationUseCases
    ) {
        caseList = CaseList(cases: cases)
        caseExport = CaseExport(list: caseList)
        caseDashboard = CaseDashboard(store: cases.store)
        openCase = OpenCase(cases: cases, fit: engines.fit)
        revealImage = RevealImage(cases: cases, engines: engines, pools: pools)
        annotateCase = AnnotateCase(cases: cases)
        recordReview = RecordReview(
            cases: cases,
            register: RegisterReviewed(cases: cases, engines: engines, duplicates: duplicates, pools: pools))
        settleCase = SettleCase(cases: cases, recordReview: recordReview)
        eraseCase = EraseCase(cases: cases, enrollments: enrollments)
        explainEnrollment = ExplainEnrollment(cases: cases)
        explainAuthentication = ExplainAuthentication(cases: cases)
        authenticationList = AuthenticationList(cases: cases)
        openAuthentication = OpenAuthentication(cases: cases)
        groupList = GroupList(cases: cases)
        monthlyReports = MonthlyReports(cases: cases)
        proposals = Proposals(
            cases: cases, eraseCase: eraseCase, settleCase: settleCase,
            operators: administration.operatorAdministration, clients: administration.clientCredentials,
            configuration: administration.configuration)
    }
}
