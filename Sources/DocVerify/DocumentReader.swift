package import FaceEngine
internal import OnboardingCrypto
package import Vision

/// Reads images of a document: its sources and its portrait.
///
/// One value serves all threads. `read` blocks for as long as it computes (some two seconds an image): call it from an
/// engine worker, never from the cooperative pool.
package final class DocumentReader: Sendable {
    private let sources: [any DocumentSource]
    private let portraitFinder: PortraitFinder

    /// - Parameter sources: as `DocumentSources` loads them.
    package init(sources: [any DocumentSource], faceEngine: FaceEngine) {
        self.sources = sources
        portraitFinder = PortraitFinder(engine: faceEngine)
    }

    /// The most pixels that all images of a document may have together, counted from their headers: six images of 12
    /// megapixels, the most that phones take without being asked to.
    package static let maximumPixels = 75_000_000

    /// What the images show.
    ///
    /// - Parameters:
    ///   - images: the sides or pages of one document, in any order.
    ///   - today: the reference day of ages, expiry and centuries.
    /// - Throws: for bytes that are no image, for images that together have more than `maximumPixels`, and when a
    ///   network does not run; never for what an image shows. Images that are given up (`Checkpoint`) are a reading that asks for
    ///   others.
    package func read(_ images: [DocumentImage], today: CalendarDate) throws(DocumentError) -> DocumentReading {
        guard !images.isEmpty else { throw .noImages }
        let sizes = try Self.checkedSizes(of: images)
        do {
            return try reading(of: images, today: today)
        } catch {
            guard Checkpoint.givenUp != nil else { throw error }
            return DocumentReading(givenUp: images, sizes: sizes, today: today)
        }
    }

    private func reading(of images: [DocumentImage], today: CalendarDate) throws(DocumentError) -> DocumentReading {
        var decoded: [ImageLevels] = []
        for (index, image) in images.enumerated() {
            guard Checkpoint.givenUp == nil else { throw .engine }
            decoded.append(ImageLevels(try DocumentImage.decode(image.bytes, index: index)))
        }
        var readings: [SourceReading] = []
        for source in sources { readings.append(try source.read(decoded, today: today)) }
        readings = PrintComparison.remarked(readings, today: today)
        let portrait = try portrait(in: decoded, placedBy: readings)
        return DocumentReading(
            sources: readings, portrait: portrait?.portrait,
            evidence: DocumentEvidence(
                today: today,
                images: zip(images, decoded).map { image, levels in
                    DocumentEvidence.ReceivedImage(
                        sha256: Digest.hex(image.bytes), size: levels.image.size, statedCropped: image.isCropped)
                },
                sources: readings, portrait: portrait?.evidence))
    }

    private func portrait(
        in images: [ImageLevels], placedBy readings: [SourceReading]
    ) throws(DocumentError) -> PortraitFinder.Found? {
        do {
            return try portraitFinder.portrait(
                in: images.map(\.image),
                placements: images.indices.map { index in readings.lazy.compactMap { $0.placements[index] }.first },
                readImage: readings.lazy.compactMap(\.imageIndex).first)
        } catch {
            throw .engine
        }
    }

    /// The portrait of a document that was read before, by the model that runs now. Nil where it sees no face any more.
    /// - Parameter bytes: the image that `evidence.imageIndex` names.
    package func portrait(
        regeneratedFrom evidence: PortraitEvidence, image bytes: [UInt8]
    ) throws(DocumentError) -> DocumentPortrait? {
        let image = try DocumentImage.decode(bytes, index: evidence.imageIndex)
        do {
            return try portraitFinder.portrait(
                in: image, clockwiseQuarterTurns: evidence.clockwiseQuarterTurns,
                imageIndex: evidence.imageIndex, where: { evidence.box.overlap(with: $0) > 0.5 })?.portrait
        } catch {
            throw .engine
        }
    }

    /// The portrait of a document that was read before, and the other faces beside it, cut out to be compared with
    /// photographs: in the order of `evidence.faces`, nil for one that is no face when looked at closely. Empty for a record
    /// that does not name its faces.
    /// - Parameter bytes: the image that `evidence.imageIndex` names.
    package func photographs(
        of evidence: PortraitEvidence, image bytes: [UInt8]
    ) throws(DocumentError) -> [PhotographedPortrait?] {
        let image = try DocumentImage.decode(bytes, index: evidence.imageIndex)
            .turned(clockwiseQuarterTurns: evidence.clockwiseQuarterTurns)
        var portraits: [PhotographedPortrait?] = []
        for face in evidence.faces ?? [] {
            do {
                portraits.append(try portraitFinder.engine.photographedPortrait(in: image, face: face))
            } catch {
                throw .engine
            }
        }
        return portraits
    }

    /// The portrait of a document that was read before, cut out for a person to look at (`FaceEngine.shown`); nil where it
    /// shows no face any more.
    /// - Parameter bytes: the image that `evidence.imageIndex` names.
    package func shownPortrait(of evidence: PortraitEvidence, image bytes: [UInt8]) throws(DocumentError) -> Image? {
        let image = try DocumentImage.decode(bytes, index: evidence.imageIndex)
            .turned(clockwiseQuarterTurns: evidence.clockwiseQuarterTurns)
        let engine = portraitFinder.engine
        do {
            // Older records do not name the face.
            let face =
                try evidence.faces?.first
                ?? engine.faces(in: image, search: .thorough).first { evidence.box.overlap(with: $0.box) > 0.5 }
            return try face.flatMap { try engine.shown($0, in: image) }
        } catch {
            throw .engine
        }
    }

    /// The largest face of an image that is no document, cut out to be compared as a photograph; nil where it shows none.
    package func photograph(in bytes: [UInt8]) throws(DocumentError) -> PhotographedFace? {
        let image = try DocumentImage.decode(bytes, index: 0)
        do {
            guard let upright = try portraitFinder.engine.facesTryingOrientations(in: image, search: .thorough) else {
                return nil
            }
            return try portraitFinder.engine.photographedFace(inFrame: upright.image)
        } catch {
            throw .engine
        }
    }

    /// The size of each image, by its header.
    static func checkedSizes(of images: [DocumentImage]) throws(DocumentError) -> [ImageSize] {
        var pixels = 0
        var sizes: [ImageSize] = []
        for (index, image) in images.enumerated() {
            do {
                let size = try ImageHeader(of: image.bytes).size
                pixels += size.width * size.height
                sizes.append(size)
            } catch {
                throw .image(error, index: index)
            }
            guard pixels <= maximumPixels else { throw .image(.tooLarge, index: index) }
        }
        return sizes
    }
}

extension DocumentReading {
    /// Of images that nothing was read from, because it took too long.
    fileprivate init(givenUp images: [DocumentImage], sizes: [ImageSize], today: CalendarDate) {
        let reading = SourceReading(mrz: nil, isChecked: false, readability: .retry(.tookTooLong))
        self.init(
            sources: [reading], portrait: nil,
            evidence: DocumentEvidence(
                today: today,
                images: zip(images, sizes).map { image, size in
                    DocumentEvidence.ReceivedImage(
                        sha256: Digest.hex(image.bytes), size: size, statedCropped: image.isCropped)
                },
                sources: [reading], portrait: nil))
    }
}
