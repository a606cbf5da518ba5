internal import Foundation
package import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage
internal import Tenancy

extension Users {
    /// Addresses of a user's images. Whoever has one sees that image until it ends, and needs nothing else; it names nobody, and
    /// opens nothing of another tenant's.
    package func faceURLs(of userID: String?, by requester: UserRequester, at now: Instant) async throws -> [String] {
        try requester.requireAdministrator()
        let stored = try await registration(of: userID, requester.tenant)
        let faces = try await store.user(stored.id)?.faces.filter { $0.sealedImage != nil } ?? []
        let (base, end) = (try publicURL.value, now.adding(seconds: Limit.faceURLLife.seconds))
        try await cases.noteReading("user.fetchFaceUrls", of: [stored.id], tenant: stored.tenantID, at: now)
        return try faces.map { face in
            let signature = try signature(of: face.id, until: end, tenant: stored.tenantID)
            return "\(base)\(Self.facePath)/\(face.id.text)?expires=\(end.millisecondsSince1970)"
                + "&signature=\(Hexadecimal.encode(signature))"
        }
    }

    /// Where images lie, before their ids.
    package static let facePath = "/hypersecure/v1/faces"

    /// The image that an address of `faceURLs` names, as JPEG.
    /// - Parameter tenant: whose images alone are shown; nil for everybody's.
    /// - Returns: nil for whatever else is asked, whether it is wrong, over, or nothing is there any more.
    package func image(
        faceID: String?, expires: String?, signature: String?, below tenant: TenantID? = nil, at now: Instant
    ) async throws -> [UInt8]? {
        guard let face = faceID.flatMap(FaceID.init(text:)), let signature = signature.flatMap(Hexadecimal.decode),
            let end = expires.flatMap(Int64.init).map(Instant.init(millisecondsSince1970:)), now < end,
            // Longer than any that was given.
            end <= now.adding(seconds: Limit.faceURLLife.seconds + Limit.clockSkew.seconds),
            let row = try await store.face(face), let stored = try await store.enrollment(row.enrollmentID),
            tenant == nil || tenant == stored.tenantID,
            isEqualInConstantTime(
                signature, try self.signature(of: face, until: end, tenant: stored.tenantID)),
            let dataKey = try cases.dataKeyIfKept(of: stored)
        else { return nil }
        RequestSubject.note(stored.id)
        return try row.image(under: dataKey)
    }

    /// By a key of the tenant's own, so that no tenant's address opens another's image.
    private func signature(of face: FaceID, until end: Instant, tenant: TenantID) throws -> [UInt8] {
        try cases.keys.lookupDigest(
            of: [UInt8]("\(face.text):\(end.millisecondsSince1970)".utf8), field: "face url", tenant: tenant)
    }
}
