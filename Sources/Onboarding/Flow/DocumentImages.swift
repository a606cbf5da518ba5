internal import DocVerify
internal import OnboardingAPI
internal import OnboardingCore

/// The images of a document request that can be read: plain ones, and open ones in a reader's containers.
enum DocumentImages {
    /// Decisions 19.
    static let maximumCount = 6

    /// Infrared and ultraviolet images carry no text that the reader could use.
    private static let unreadableLights: Set<Int> = [24, 128]
    /// The container kinds that hold an image: DOCUMENT_IMAGE and RAW_UNCROPPED_IMAGE.
    private static let imageContainers: Set<Int> = [1, 16]
    /// The container kinds that only the vendor's own server can open: the encrypted result and the licence to it.
    private static let encryptedContainers: Set<Int> = [49, 50]

    static func readable(in documents: AddDocumentRequest.DocumentsInfo) throws(Refusal) -> [DocumentImage] {
        let isCropped = documents.processParam?.alreadyCropped ?? false
        let containers = documents.documentPayload?.request?.data?.containerList?.list ?? []
        let open = containers.filter { imageContainers.contains($0.resultType ?? 0) }
        let plain = documents.documentImage ?? []
        guard plain.count + open.count <= maximumCount else { throw Refusal(.tooManyImages) }

        let shown =
            plain.map { (light: $0.lightingScheme ?? 6, bytes: $0.image.bytes) }
            + open.compactMap { container in
                container.rawImageContainer?.image.map { (light: container.light ?? 6, bytes: $0.bytes) }
            }
        let images = shown.filter { !unreadableLights.contains($0.light) }
            .map { DocumentImage(bytes: $0.bytes, isCropped: isCropped) }
        if images.isEmpty {
            guard shown.isEmpty else { throw Refusal(.lightUnreadable) }
            let isEncrypted = containers.contains { encryptedContainers.contains($0.resultType ?? 0) }
            throw Refusal(isEncrypted ? .encryptedContainerUnsupported : .fieldMissing)
        }
        return images
    }
}
