package import Onboarding
package import Tenancy

/// What a tenant's administrators ask for, and how clients and operators sign in.
package struct AdministrationUseCases: Sendable {
    package let signIn: SignIn
    package let failedSignIns: FailedSignIns
    /// Of those who sign in at the web side.
    package let operators: OperatorSignIn
    package let providerSignIn: ProviderSignIn
    package let passkeys: OperatorPasskeys
    package let operatorAdministration: OperatorAdministration
    package let configuration: CustomerConfigurationAccess
    package let changeRetention: ChangeRetention
    package let changeLogo: ChangeLogo
    package let clientCredentials: ClientCredentials
    package let tenantTrail: TenantTrail
    package let modelsInUse: ModelsInUse

    init(
        cases: Cases, tenants: TenantDirectory, engines: Engines, pools: WorkerPools, publicURL: PublicURL,
        exchange: @escaping ProviderExchange
    ) {
        let store = cases.store
        failedSignIns = FailedSignIns(store: store)
        signIn = SignIn(store: store, failures: failedSignIns)
        operators = OperatorSignIn(
            store: store, keys: cases.keys, tenants: tenants, passwords: pools.passwords, failures: failedSignIns)
        providerSignIn = ProviderSignIn(operators: operators, publicURL: publicURL, exchange: exchange)
        passkeys = OperatorPasskeys(operators: operators, publicURL: publicURL)
        operatorAdministration = OperatorAdministration(store: store)
        configuration = CustomerConfigurationAccess(
            store: store, tenants: tenants,
            hasAttributes: engines.estimateAge != nil && engines.estimateAttributes != nil)
        changeRetention = ChangeRetention(store: store, configuration: configuration)
        changeLogo = ChangeLogo(store: store, tenants: tenants, pools: pools)
        clientCredentials = ClientCredentials(store: store)
        tenantTrail = TenantTrail(store: store)
        modelsInUse = engines.inUse
    }
}
