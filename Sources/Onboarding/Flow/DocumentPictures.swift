internal import DocVerify
internal import OnboardingAPI

/// The pictures of a document request that can be read: plain ones, and open ones in a reader's containers.
enum DocumentPictures {
    /// Decisions 19.
    static let maximumCount = 6

    /// Infrared and ultraviolet pictures carry no text that the reader could use.
    private static let unreadableLights: Set<Int> = [24, 128]
    /// The container kinds that hold a picture: DOCUMENT_IMAGE and RAW_UNCROPPED_IMAGE.
    private static let pictureContainers: Set<Int> = [1, 16]

    static func readable(in documents: AddDocumentRequest.DocumentsInfo) throws(Refusal) -> [DocumentPicture] {
        let isCropped = documents.processParam?.alreadyCropped ?? false
        let containers = documents.documentPayload?.request?.data?.containerList?.list ?? []
        let open = containers.filter { pictureContainers.contains($0.resultType ?? 0) }
        let plain = documents.documentImage ?? []
        guard plain.count + open.count <= maximumCount else { throw Refusal(.tooManyImages) }

        var pictures: [DocumentPicture] = []
        for image in plain where !unreadableLights.contains(image.lightingScheme ?? 6) {
            pictures.append(DocumentPicture(bytes: image.image.bytes, isCropped: isCropped))
        }
        for container in open where !unreadableLights.contains(container.light ?? 6) {
            guard let image = container.rawImageContainer?.image else { continue }
            pictures.append(DocumentPicture(bytes: image.bytes, isCropped: isCropped))
        }
        if pictures.isEmpty {
            throw Refusal(containers.isEmpty ? .fieldMissing : .encryptedContainerUnsupported)
        }
        return pictures
    }
}
