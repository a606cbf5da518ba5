package import FaceEngine
package import OnboardingCore
internal import OnboardingCrypto
package import Tenancy

/// Estimates what a face shows, where the tenant has switched that on and said what for (decision 0107).
///
/// Nothing of it is kept: the audit trail has the fields and the purpose, no value. Nothing is decided by it.
package struct EstimateFaceAttributes: Sendable {
    let cases: Cases
    let tenants: TenantDirectory
    let engines: Engines
    let pools: WorkerPools

    package init(cases: Cases, tenants: TenantDirectory, engines: Engines, pools: WorkerPools) {
        (self.cases, self.tenants, self.engines, self.pools) = (cases, tenants, engines, pools)
    }

    package enum Request: Sendable {
        /// As many as the client sent; one is taken.
        case images([[UInt8]])
        /// - readContent: reads the text of a package that was opened; nil where it is no capture.
        case package(SubmittedPackage, readContent: @Sendable ([UInt8]) -> SubmittedCapture?)
    }

    package struct Result: Equatable, Sendable {
        package let attributes: FaceAttributes
        /// The number of the frame that was looked at; nil for a single image.
        package let frame: Int?
        /// Which weights the networks have that were asked, by their names.
        package let versions: [String: String]
    }

    package func perform(
        _ incoming: Incoming<Request>, by principal: Principal, at now: Instant
    ) async throws -> Result {
        let tenant = principal.tenant
        let settings = tenant.settings.faceAttributes
        // Before anything is read: what is switched off is not computed and hidden, but not computed.
        guard settings.isEnabled, !settings.fields.isEmpty else { throw Refusal(.faceAttributesDisabled) }
        guard let purpose = settings.purpose else { throw Refusal(.faceAttributesPurposeMissing) }
        try pools.engines.checkCapacity(for: .face)
        let request = try await pools.bodies.run(.body) { try incoming.decode() }
        guard let estimate = engines.estimateAttributes else { throw Refusal.modelNotInstalled }
        let opening = FacePackageOpening(
            settings: tenant.settings, keys: try tenants.keys(of: tenant).packageKeys(at: now),
            token: FacePackageOpening.tokenOfNoEnrollment, readContent: request.readContent,
            framesOfVideo: engines.framesOfVideo)
        let result: Result
        do {
            result = try await pools.engines.measure(.face) {
                let material = try Material(request, opening)
                do {
                    return try Result(
                        try estimate(
                            AttributeQuestion(
                                images: material.images, clockwiseQuarterTurns: material.clockwiseQuarterTurns,
                                fields: settings.fields, modelSet: settings.modelSet)),
                        isSingle: material.form == nil)
                } catch let error as UnreadableImage {
                    throw material.refusal(of: error)
                }
            }
        } catch let failure as FacePackageOpening.Failure {
            throw failure.refusal
        }
        let fields = settings.fields.map(\.rawValue).sorted().joined(separator: " ")
        try await cases.note(
            .faceAttributesEstimated(fields: fields, purpose: purpose), tenant: tenant.id, at: now)
        return result
    }
}

extension EstimateFaceAttributes.Request {
    fileprivate var readContent: @Sendable ([UInt8]) -> SubmittedCapture? {
        if case .package(_, let readContent) = self { readContent } else { { _ in nil } }
    }
}

extension EstimateFaceAttributes.Result {
    fileprivate init(_ finding: AttributeFinding, isSingle: Bool) throws(Refusal) {
        switch finding {
        case .noFace: throw Refusal(.noFace)
        case .severalFaces: throw Refusal(.severalFaces)
        case .estimated(let attributes, let image, let versions):
            self.init(attributes: attributes, frame: isSingle ? nil : image, versions: versions)
        }
    }
}

/// The images of a request.
private struct Material {
    let images: [[UInt8]]
    let clockwiseQuarterTurns: Int
    /// Nil for an image that came by itself.
    let form: PackageForm?

    init(_ request: EstimateFaceAttributes.Request, _ opening: FacePackageOpening) throws {
        switch request {
        case .images(let given):
            guard let image = given.first, !image.isEmpty else { throw Refusal(.fieldEmpty, member: "image") }
            guard given.count == 1 else { throw Refusal(.tooManyImages, member: "images") }
            (images, clockwiseQuarterTurns, form) = ([image], 0, nil)
        case .package(let package, _):
            let capture = try opening.open(package)
            images = capture.frames.map(\.bytes)
            clockwiseQuarterTurns = capture.clockwiseRotationInDegrees / 90
            form = capture.form
        }
    }

    /// In the words that the package's form allows: CBC has no authentication, and says nothing of what is inside.
    func refusal(of unreadable: UnreadableImage) -> Refusal {
        let bytes = images.indices.contains(unreadable.index) ? images[unreadable.index] : []
        guard let form else { return unreadable.error.refusal(of: "image", bytes) }
        if form.isCBC { return FacePackageOpening.unreadable.refusal }
        return unreadable.error.refusal(of: "video.workflow_data.frames[\(unreadable.index)].data", bytes)
    }
}
