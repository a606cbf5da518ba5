package import FaceEngine
package import OnboardingCore
package import OnboardingStorage
package import Tenancy

/// Looks for the face of whoever enrolls among the tenant's registrations (decision 0110), and makes the faces of those who are
/// registered known to the searches after them.
package struct DuplicateSearch: Sendable {
    let store: any Store
    let index: FaceIndex
    let engines: Engines
    let identify: IdentifyFace
    /// Nil where nobody watches.
    let metrics: Metrics?
    /// For the faces to be read, and for whoever comes in the same instant.
    var longestWait = Limit.expectedWait.duration

    package init(store: any Store, index: FaceIndex, engines: Engines, pool: WorkerPool, metrics: Metrics? = nil) {
        (self.store, self.index, self.engines, self.metrics) = (store, index, engines, metrics)
        identify = IdentifyFace(store: store, index: index, engines: engines, pool: pool)
    }

    /// Where a tenant registers nobody twice, nobody is judged before the faces of its registrations are read.
    func waitUntilReady(for tenant: Tenant) async throws {
        guard tenant.settings.duplicates?.policy == .refuse else { return }
        let end = ContinuousClock.now + longestWait
        while !index.isReady(tenant.id) {
            guard ContinuousClock.now < end else {
                metrics?.count(DuplicateFinding.notReady)
                throw Refusal.faceSearchNotReady
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// - Returns: nil where the tenant looks for nobody.
    package func perform(_ template: FaceTemplate, of stored: StoredEnrollment, in tenant: Tenant) async throws
        -> DuplicateCheck?
    {
        try await perform([template], excluding: stored.subjectID, in: tenant)
    }

    /// The same for several images of one face, of which each is looked for.
    /// - Parameter subject: whose own registrations are left out.
    package func perform(_ templates: [FaceTemplate], excluding subject: SubjectID?, in tenant: Tenant) async throws
        -> DuplicateCheck?
    {
        // That of a persona is nobody's.
        let templates = templates.filter { !$0.isScripted }
        guard let settings = tenant.settings.duplicates, let first = templates.first else { return nil }
        var check = DuplicateCheck(
            policy: settings.policy.rawValue, leastPercent: settings.leastPercent, model: first.model)
        for template in templates {
            let result = try await identify(
                template, tenant: tenant.id, excluding: subject, atLeast: similarity(settings),
                amongSearches: templates.count)
            try take(result, settings, tenant, to: &check)
        }
        if check.notSearched == nil {
            metrics?.count(check.findings.isEmpty ? .nobody : settings.policy == .refuse ? .refused : .found)
        }
        return check
    }

    /// Takes in what one search said. Of a registration that several find the most similar counts.
    private func take(
        _ result: IdentifyFace.Result, _ settings: TenantSettings.DuplicateSettings, _ tenant: Tenant,
        to check: inout DuplicateCheck
    ) throws {
        switch result {
        case .notReady:
            metrics?.count(DuplicateFinding.notReady)
            if settings.policy == .refuse { throw Refusal.faceSearchNotReady }
            check.notSearched = .notReady
        case .galleryTooLarge(let count):
            (check.notSearched, check.registrations) = (.galleryTooLarge, index.registrations(tenant.id) ?? count)
            metrics?.count(DuplicateFinding.galleryTooLarge)
        case .found(let found, let threshold):
            (check.registrations, check.unsearched) = (found.searched, found.unsearched)
            check.threshold = .init(
                similarity: threshold.similarity, score: threshold.score,
                extrapolatedDecades: threshold.extrapolatedDecades)
            let all =
                found.candidates.map {
                    DuplicateCheck.Finding(enrollment: $0.enrollment.text, similarity: $0.similarity)
                } + check.findings
            check.findings = []
            // Those that are as similar stay in their order.
            for finding in all.sorted(by: { $0.similarity > $1.similarity })
            where !check.findings.contains(where: { $0.enrollment == finding.enrollment }) {
                check.findings.append(finding)
            }
        }
    }

    /// Claims the face of an enrollment that is about to be complete. Whoever comes in the same instant with a face like it waits
    /// until this one is settled, so that the second of them finds the first.
    /// - Returns: nil for a face that nobody else has.
    func claim(_ template: FaceTemplate, of stored: StoredEnrollment, in tenant: Tenant) async throws
        -> FaceIndex.Claim?
    {
        try await claim([template], of: stored.id, subject: stored.subjectID, in: tenant)
    }

    /// The same for several images of one face.
    func claim(
        _ templates: [FaceTemplate], of id: EnrollmentID, subject: SubjectID, in tenant: Tenant
    ) async throws -> FaceIndex.Claim? {
        let templates = templates.filter { !$0.isScripted }
        guard !templates.isEmpty else { return nil }
        let end = ContinuousClock.now + longestWait
        while true {
            let claim = index.claim(
                templates, of: id, subject: subject, tenant: tenant.id, atLeast: claimedSimilarity(in: tenant))
            if let claim { return claim }
            guard ContinuousClock.now < end else { throw Refusal(shortOf: .contention, retryAfterInSeconds: 1) }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Makes the face known where the enrollment is complete. What the store says counts, however the commit ended for its caller;
    /// where it says nothing the face is known in vain, because who is named is looked up in the store.
    func settle(_ claim: FaceIndex.Claim?, of id: EnrollmentID) async {
        guard let claim else { return }
        var isRegistered = true
        do {
            isRegistered = try await store.enrollment(id)?.enrollment.status == .complete
        } catch {}
        index.settle(claim, isRegistered: isRegistered)
    }

    /// No two faces are as alike as 2: nobody waits where nobody is looked for, or nobody would be named.
    private func claimedSimilarity(in tenant: Tenant) -> Double {
        guard let settings = tenant.settings.duplicates,
            let threshold = engines.searchThreshold(index.size(tenant.id) ?? 1)
        else { return 2 }
        return threshold.raised(to: similarity(settings)).similarity
    }

    private func similarity(_ settings: TenantSettings.DuplicateSettings) -> Double {
        engines.similarity(MatchConfidence.score(ofPercent: settings.leastPercent))
    }
}
