internal import FaceEngine
package import Logging
package import Onboarding
package import OnboardingCore
internal import OnboardingStorage

/// Reads the faces of registrations into memory after a start, tenant by tenant, as soon as searches among them
/// are wanted, and forgets them when they are wanted no longer. Until a tenant's are read, searches among them say that they are
/// not ready.
package struct FaceIndexing: PeriodicJob {
    package static let interval = Duration.seconds(5)
    private static let batch = 500

    let store: any Store
    let keys: any KeyStore
    let index: FaceIndex
    let model: ModelIdentity
    let isSearched: @Sendable (TenantID) async throws -> Bool
    package let logger: Logger

    /// - Parameters:
    ///   - engines: whose model's templates are read.
    ///   - isSearched: whether faces of a tenant are looked for at all; others take no memory.
    package init(
        cases: Cases, engines: Engines, isSearched: @escaping @Sendable (TenantID) async throws -> Bool,
        logger: Logger
    ) {
        self.init(
            store: cases.store, keys: cases.keys, index: cases.faceIndex, model: engines.descriptor,
            isSearched: isSearched, logger: logger)
    }

    init(
        store: any Store, keys: any KeyStore, index: FaceIndex, model: ModelIdentity,
        isSearched: @escaping @Sendable (TenantID) async throws -> Bool = { _ in true }, logger: Logger
    ) {
        self.store = store
        self.keys = keys
        self.index = index
        self.model = model
        self.isSearched = isSearched
        self.logger = logger
    }

    package func round() async throws {
        var outdated: [TenantID] = []
        if index.awaitsRenewal {
            outdated = index.outdated(otherModels: try await store.countTemplates(notBy: model.name))
        }
        var searched: [TenantID] = []
        for removal in try await store.removals() { index.forget(removal.tenantID) }
        for tenant in try await store.tenants() {
            if try await isSearched(tenant.id) { searched.append(tenant.id) } else { index.forget(tenant.id) }
        }
        index.expectSearches(among: Set(searched))
        for tenant in searched where !index.isReady(tenant) || outdated.contains(tenant) { try await read(tenant) }
    }

    private func read(_ tenant: TenantID) async throws {
        let start = ContinuousClock.now
        let turn = index.beginReading(tenant, by: model)
        // Before the templates themselves, so that one which is renewed meanwhile is read again.
        let otherModels = try await store.countTemplates(notBy: model.name)
        var (last, faces, unreadable, ofOtherModels, awaitsRenewal) = (0, 0, 0, 0, false)
        while true {
            let page = try await store.templates(
                ofKind: TemplateKind.face.rawValue, tenant: tenant, after: last, limit: Self.batch)
            for registered in page {
                let (readable, hasOther, hasMarked) = try read(registered, tenant: tenant)
                awaitsRenewal = awaitsRenewal || hasOther
                if !readable.isEmpty {
                    index.set(readable, of: registered.enrollmentID, subject: registered.subjectID, in: turn)
                    faces += readable.count
                } else if hasOther {
                    ofOtherModels += 1
                } else if hasMarked {
                    // Nobody may be found by its samples.
                    continue
                } else if try await store.enrollment(registered.enrollmentID) != nil {
                    // Damaged, which an audit says, unless it was erased meanwhile.
                    unreadable += 1
                }
            }
            guard page.count == Self.batch, let end = page.last else { break }
            last = end.number
            try Task.checkCancellation()
        }
        index.endReading(
            tenant, unreadable: unreadable + ofOtherModels, otherModels: awaitsRenewal ? otherModels : 0)
        if faces > 0 {
            logger.info(
                "faces ready for searches",
                metadata: [
                    "tenant": "\(tenant.text)", "faces": "\(faces)", "bytes": "\(index.memory)",
                    "seconds": "\(Int((ContinuousClock.now - start) / .seconds(1)))",
                ])
        }
        if unreadable + ofOtherModels > 0 {
            logger.warning(
                "faces that no search finds",
                metadata: [
                    "tenant": "\(tenant.text)", "unreadable": "\(unreadable)", "otherModels": "\(ofOtherModels)",
                ])
        }
    }

    /// The templates of this model on which a match may rest, whether another has made some, and whether there are others of this.
    private func read(
        _ registered: RegisteredTemplates, tenant: TenantID
    ) throws -> (templates: [FaceTemplate], hasOther: Bool, hasMarked: Bool) {
        let own = registered.templates.filter { $0.model == model.name }
        var (templates, hasOther, hasMarked) = ([FaceTemplate](), own.count < registered.templates.count, false)
        guard !own.isEmpty else { return (templates, hasOther, hasMarked) }
        do {
            let dataKey = try keys.dataKey(of: registered.enrollmentID, tenant: tenant)
            for kept in own {
                // One that is damaged keeps the others from nothing.
                guard let judged = try? kept.judged(of: registered.enrollmentID, under: dataKey) else { continue }
                guard judged.template.model == model else {
                    hasOther = true
                    continue
                }
                if judged.maySuffice { templates.append(judged.template) } else { hasMarked = true }
            }
        } catch  where !StorageError.meansUnavailable(error) {}
        return (templates, hasOther, hasMarked)
    }
}
