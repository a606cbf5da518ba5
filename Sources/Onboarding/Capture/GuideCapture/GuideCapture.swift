package import LivenessScorer
package import OnboardingCore
internal import OnboardingCrypto
package import Tenancy

/// Tells a page, image by image, what is wrong with its preview, so that it can say what to do before anything is captured.
/// Nothing is kept and nothing decided.
package struct GuideCapture: Sendable {
    let tenants: TenantDirectory
    let engines: Engines
    let pools: WorkerPools

    /// What a page sends: as it is, or sealed as a face package is.
    package enum Request: Sendable {
        case plain(SubmittedPreview)
        /// As it is, from a page of ours: whichever forms of packages the tenant takes, because those say what may decide.
        case ofOwnPage(SubmittedPreview)
        case sealed(SubmittedPackage, readContent: @Sendable ([UInt8]) throws -> SubmittedPreview)
    }

    package struct Result: Sendable {
        /// One for each image.
        package let guidance: [FrameGuidance]
        /// The sharpest of those without advice, where there are as many of them as were asked for.
        package let capturedFrame: Int?
    }

    package func perform(
        _ incoming: Incoming<Request>, by principal: Principal, at now: Instant
    ) async throws -> Result {
        try pools.engines.checkCapacity(for: .preview)
        let request = try await pools.bodies.run(.body) { try incoming.decode() }
        let tenant = principal.tenant
        let opening = FacePackageOpening(
            settings: tenant.settings, keys: try tenants.keys(of: tenant).packageKeys(at: now),
            token: FacePackageOpening.tokenOfNoEnrollment, readContent: { _ in nil },
            framesOfVideo: engines.framesOfVideo)
        let pool = pools.engines
        do {
            return try await pool.measure(.preview) {
                let (preview, form) = try open(request, opening)
                do {
                    let guidance = try engines.guideCapture(
                        preview.capture, preview.enlargement, FrameRunner(on: pool))
                    return Result(guidance, leastCompliant: preview.leastCompliant)
                } catch let error as LivenessError {
                    throw FacePackageOpening.failure(of: error, in: form, preview.capture.frames) ?? error
                }
            }
        } catch let failure as FacePackageOpening.Failure {
            throw failure.refusal
        }
    }

    private func open(
        _ request: Request, _ opening: FacePackageOpening
    ) throws -> (SubmittedPreview, PackageForm) {
        switch request {
        case .plain(let preview):
            guard opening.settings.acceptedPackageForms.contains(.plain) else { throw FacePackageOpening.notAccepted }
            return (try preview.checked, .plain)
        case .ofOwnPage(let preview):
            return (try preview.checked, .plain)
        case .sealed(let package, let readContent):
            let (text, form) = try opening.openText(of: package)
            do {
                return (try readContent(text).checked, form)
            } catch {
                // As everywhere, what came by CBC says nothing about what is inside.
                throw form.isCBC ? FacePackageOpening.unreadable : error
            }
        }
    }
}

extension GuideCapture.Result {
    init(_ guidance: [FrameGuidance], leastCompliant: Int) {
        self.guidance = guidance
        let compliant = guidance.indices.filter { guidance[$0].advice.isEmpty }
        let sharpest = compliant.max { (guidance[$0].focus ?? 0, -$0) < (guidance[$1].focus ?? 0, -$1) }
        capturedFrame = compliant.count >= max(1, leastCompliant) ? sharpest : nil
    }
}
