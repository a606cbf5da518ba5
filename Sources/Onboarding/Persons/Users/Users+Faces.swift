internal import FaceEngine
internal import LivenessScorer
package import OnboardingCore
package import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy
internal import Vision

extension Users {
    /// The face of an image that was handed in.
    package struct HandedInFace: Sendable {
        let template: FaceTemplate
        /// JPEG of the face and what is around it: nothing else of the image is kept.
        let image: [UInt8]
        /// SHA-256 of the image as it was received.
        let digest: [UInt8]
        let quality: SampleQuality
    }

    /// What is stored of faces that were handed in. Their images are no capture of a living person from then on, unless the tenant's
    /// replay guard is off. They have no codes: of a single image the guard by content says nothing.
    func writes(
        of faces: [HandedInFace], for id: EnrollmentID, under dataKey: SealingKey, in tenant: Tenant
    ) throws -> [UserFaceWrite] {
        let isGuarded = tenant.settings.replayGuard != .off
        return try faces.map { handedIn in
            let face = try FaceID.random()
            return UserFaceWrite(
                id: face,
                template: try TemplateWrite(
                    handedIn.template, of: handedIn.quality, kind: .face, of: id, under: dataKey),
                sealedImage: try dataKey.seal(handedIn.image, associated: UserFaceRow.label(face, of: id)),
                imageDigest: isGuarded ? try cases.frameDigest(handedIn.digest, tenant: tenant.id) : nil)
        }
    }

    // MARK: Looking at images

    /// The faces of 1 to 5 images, one each, in their order: of those alone that pass the gates of a capture.
    /// - Throws: 610, 612, 623, 699.
    func faces(in images: [[UInt8]]) async throws -> [HandedInFace] {
        guard !images.isEmpty, images.allSatisfy({ !$0.isEmpty }) else { throw UserError(.missingImage) }
        guard images.count <= Limit.userFaces.value else { throw UserError(.tooManyImages) }
        try pools.engines.checkCapacity(for: .face)
        let find = engines.stillFace
        return try await pools.engines.measure(.face) {
            try images.map { image in
                let finding: StillFaceFinding
                do {
                    finding = try find(image)
                } catch is ImageError {
                    throw UserError(.invalidImage)
                }
                switch finding {
                case .noFace: throw UserError(.missingFace)
                case .severalFaces: throw UserError(.severalFaces)
                case .face(let template, let kept, let quality):
                    if let failure = quality.failures.first { throw UserError(of: failure) }
                    return HandedInFace(
                        template: template, image: kept, digest: Digest.sha256(image), quality: quality)
                }
            }
        }
    }

    /// The face of one image.
    package func face(in images: [[UInt8]]) async throws -> HandedInFace {
        guard images.count <= 1 else { throw UserError(.tooManyImages) }
        guard let face = try await faces(in: images).first else { throw UserError(.missingImage) }
        return face
    }

    // MARK: Comparing

    /// From which score on two images show one person, in the scale of `ComparisonScore`.
    func matchThreshold(_ tenant: Tenant) -> Double {
        max(tenant.settings.userMatchThreshold, engines.leastMatchThreshold)
    }

    /// Whether faces that were handed in together are one person's.
    func areOfOnePerson(_ faces: [HandedInFace], _ tenant: Tenant) async throws -> Bool {
        guard let first = faces.first, faces.count > 1 else { return true }
        let (threshold, compare) = (matchThreshold(tenant), engines.compare)
        return try await pools.engines.run(.search) {
            try faces.dropFirst().allSatisfy { try compare(first.template, $0.template).value >= threshold }
        }
    }

    /// A face of a user that another was compared with.
    struct ComparedFace: Sendable {
        let faceID: String
        let score: ComparisonScore
        /// Of the user's face; nil where a capture has made it that nobody has judged besides.
        let quality: SampleQuality?
    }

    /// The user's face that is the most like `template`, among those on which a match may rest.
    /// - Returns: nil where the user has none that it can be compared with.
    func mostSimilar(to template: FaceTemplate, of stored: StoredEnrollment) async throws -> ComparedFace? {
        let dataKey = try cases.dataKey(of: stored)
        let known = try await store.facesOfUser(stored.id, kind: TemplateKind.face.rawValue)
            .filter { $0.template.model == template.model.name }
            .map { (id: Self.faceID($0, of: stored.id), face: try $0.template.judged(of: stored.id, under: dataKey)) }
            .filter { $0.face.template.model == template.model && $0.face.maySuffice }
        let compare = engines.compare
        return try await pools.engines.run(.search) {
            try known.map {
                ComparedFace(
                    faceID: $0.id, score: try compare(template, $0.face.template), quality: $0.face.quality)
            }
            .max { $0.score.value < $1.score.value }
        }
    }

    // MARK: Faces of a user

    /// - Returns: the ids of the new faces, in the order of the images.
    package func addFaces(
        _ images: [[UInt8]], to userID: String?, by requester: UserRequester, at now: Instant
    ) async throws -> [FaceID] {
        let stored = try await registration(of: userID, ownOrFor: requester)
        let faces = try await faces(in: images)
        guard try await areOfOnePerson(faces, requester.tenant) else { throw UserError(.facesDiffer) }
        let threshold = matchThreshold(requester.tenant)
        return try await knowing {
            var isKnown = false
            for face in faces {
                // Somebody else's face would open what is the user's.
                guard let known = try await mostSimilar(to: face.template, of: stored) else { continue }
                guard known.score.value >= threshold else { throw UserError(.facesDiffer) }
                isKnown = true
            }
            // With no face to compare with, only the administrator can say whose it is.
            if !isKnown { try requester.requireAdministrator() }
            let dataKey = try cases.dataKey(of: stored)
            let written = try writes(of: faces, for: stored.id, under: dataKey, in: requester.tenant)
            do {
                try await store.add(
                    written, to: stored.id, atMost: Limit.facesOfUser.value, operation: "user.addFace", at: now)
            } catch StorageError.limitReached {
                throw UserError(.tooManyFaces)
            }
            await cases.indexFaces(of: stored)
            return written.map(\.id)
        }
    }

    package func removeFace(
        _ faceID: String?, of userID: String?, by requester: UserRequester, at now: Instant
    ) async throws {
        try requester.requireAdministrator()
        let stored = try await registration(of: userID, requester.tenant)
        guard let faceID, !faceID.isEmpty else { throw UserError(.missingFaceID) }
        guard faceID != stored.id.text else { throw UserError(.faceOfEnrollment) }
        guard let face = FaceID(text: faceID) else { throw UserError(.missingFace) }
        try await knowing {
            guard try await store.removeFace(face, of: stored.id, operation: "user.removeFace", at: now) else {
                throw UserError(.missingFace)
            }
            await cases.indexFaces(of: stored)
        }
    }

    package func faceIDs(of userID: String?, by requester: UserRequester, at now: Instant) async throws -> [String] {
        try requester.requireAdministrator()
        let stored = try await registration(of: userID, requester.tenant)
        try await cases.noteReading("user.fetchFaces", of: [stored.id], tenant: stored.tenantID, at: now)
        return try await store.facesOfUser(stored.id, kind: TemplateKind.face.rawValue)
            .map { Self.faceID($0, of: stored.id) }
    }
}

extension UserError {
    /// Why the face of an image is not compared.
    init(of failure: QualityFailure) {
        switch failure {
        case .noFace: self.init(.missingFace)
        case .severalFaces: self.init(.severalFaces)
        case .faceTooSmall: self.init(.missingFace, because: .faceTooSmall)
        case .poseTooHigh: self.init(.missingFace, because: .poseTooLarge)
        case .badExposure: self.init(.missingFace, because: .badExposure)
        case .tooBlurry: self.init(.missingFace, because: .tooBlurry)
        }
    }
}

extension UserFaceRow {
    package static func label(_ face: FaceID, of enrollment: EnrollmentID) -> [UInt8] {
        [UInt8]("user-face:\(enrollment.text):\(face.text)".utf8)
    }

    /// The image as JPEG; nil once images are kept no longer.
    package func image(under dataKey: SealingKey) throws -> [UInt8]? {
        try sealedImage.map { try dataKey.open($0, associated: Self.label(id, of: enrollmentID)) }
    }
}
