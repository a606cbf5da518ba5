public import FaceEngine
internal import OnboardingCrypto
public import Vision

/// Reads pictures of a document: its machine-readable zone and its portrait.
///
/// One value serves all threads. `read` blocks for as long as it computes (about a second a picture): call it from an
/// engine worker, never from the cooperative pool.
public final class DocumentReader: Sendable {
    private let zoneReader: ZoneReader
    private let portraitFinder: PortraitFinder

    /// Pictures are decoded no larger than needed: from 25 megapixels a JPEG comes at half size, and nothing larger than
    /// `largestSide` along its longest side is searched. A page that fills the picture then has 50 pixels a column.
    static let neededSide = 2400
    static let largestSide = 3200

    /// - Parameters:
    ///   - models: where the set-up put the models.
    ///   - workers: how many threads will call at one time.
    public convenience init(models: ModelFolder, faceEngine: FaceEngine, workers: Int) throws(DocumentReaderError) {
        self.init(zoneReader: try ZoneReader(models: models, workers: workers), faceEngine: faceEngine)
    }

    /// With parts that were loaded side by side.
    public init(zoneReader: ZoneReader, faceEngine: FaceEngine) {
        self.zoneReader = zoneReader
        portraitFinder = PortraitFinder(engine: faceEngine)
    }

    /// What all pictures of a document may have together, counted from their headers: as many as six of 12 megapixels, the
    /// most that phones take by themselves.
    public static let maximumPixels = 75_000_000

    /// What the pictures show.
    ///
    /// - Parameters:
    ///   - pictures: the sides or pages of one document, in any order.
    ///   - today: the day that expiry, ages and centuries are judged for.
    /// - Throws: for bytes that are no picture, for pictures that together have more than `maximumPixels`, and when a
    ///   network does not run; never for what a picture shows.
    public func read(_ pictures: [DocumentPicture], today: CalendarDate) throws(DocumentError) -> DocumentReading {
        guard !pictures.isEmpty else { throw .noPictures }
        try Self.checkPixels(of: pictures)
        var decoded: [PictureLevels] = []
        for (index, picture) in pictures.enumerated() {
            decoded.append(PictureLevels(try Self.decode(picture.bytes, index: index)))
        }
        var zones: [ZoneReader.Result?] = []
        for levels in decoded {
            do { zones.append(try zoneReader.read(levels, today: today)) } catch { throw .engine }
        }
        let chosen = zones.indices.filter { zones[$0] != nil }
            .max { (zones[$0]?.rank ?? 0) < (zones[$1]?.rank ?? 0) }
        let result = chosen.flatMap { zones[$0] }
        let readability = Self.readability(of: result)
        let portrait = try portrait(in: decoded, zones: zones, chosen: chosen)
        let checkedTexts = Set(zones.compactMap { $0 }.filter(\.isChecked).map(\.transcription.lines))

        return DocumentReading(
            zone: result?.zone, zonePictureIndex: chosen, isChecked: result?.isChecked ?? false,
            readability: readability, picturesDisagree: checkedTexts.count > 1, portrait: portrait?.portrait,
            evidence: DocumentEvidence(
                formatVersion: 1, today: today.text,
                pictures: pictures.indices.map { index in
                    DocumentEvidence.PictureEvidence(
                        digest: Digest.hex(pictures[index].bytes), decodedSize: decoded[index].picture.size,
                        saidToBeCropped: pictures[index].isCropped, zone: zones[index]?.evidence)
                },
                readability: readability, zone: result?.zone, portrait: portrait?.evidence,
                coveredBar: ZoneTranscription.coveredBar, uncoveredBar: ZoneTranscription.uncoveredBar,
                models: ["PP-OCRv4 detection", "PP-OCRv4 recognition"]))
    }

    /// The portrait of a document that was read before, by the model that runs now. Nil where it sees no face any more.
    /// - Parameters:
    ///   - evidence: of the portrait.
    ///   - bytes: the picture that `evidence.pictureIndex` names.
    public func portrait(
        madeAgainFrom evidence: DocumentEvidence.PortraitEvidence, picture bytes: [UInt8]
    ) throws(DocumentError) -> DocumentPortrait? {
        let picture = try Self.decode(bytes, index: evidence.pictureIndex)
        do {
            return try portraitFinder.portrait(
                in: picture, clockwiseQuarterTurns: evidence.clockwiseQuarterTurns,
                pictureIndex: evidence.pictureIndex, where: { evidence.box.overlap(with: $0) > 0.5 })?.portrait
        } catch {
            throw .engine
        }
    }

    /// The template of the largest face of a picture that is no document, whichever way up it is; nil where it shows none.
    public func face(in bytes: [UInt8]) throws(DocumentError) -> FaceTemplate? {
        let picture = try Self.decode(bytes, index: 0)
        do {
            return try portraitFinder.portrait(in: picture, clockwiseQuarterTurns: nil, pictureIndex: 0)?.portrait
                .template
        } catch {
            throw .engine
        }
    }

    private static func checkPixels(of pictures: [DocumentPicture]) throws(DocumentError) {
        var pixels = 0
        for (index, picture) in pictures.enumerated() {
            do {
                let size = try PictureHeader(of: picture.bytes).size
                pixels += size.width * size.height
            } catch {
                throw .picture(error, index: index)
            }
            guard pixels <= maximumPixels else { throw .picture(.tooLarge, index: index) }
        }
    }

    static func decode(_ bytes: [UInt8], index: Int) throws(DocumentError) -> Picture {
        do {
            return try Picture(decoding: bytes, atLeast: neededSide).reduced(toLongestSide: largestSide)
        } catch {
            throw .picture(error, index: index)
        }
    }

    /// Print smaller than this from column to column, in pixels, cannot be told apart.
    static let smallestPitch = 8.0
    /// Print less sharp than this is out of focus (see `DocumentEvidence.ZoneEvidence.focus`).
    static let leastFocus = 0.02

    /// Whether the zone decides anything: it was read surely, whatever it then says.
    static func readability(of result: ZoneReader.Result?) -> Readability {
        guard let result else { return .retry(.zoneNotFound) }
        if result.isChecked { return .readable }
        guard let zone = result.zone else { return .retry(.zoneUnreadable) }
        // Read surely, and a digit or a character is wrong all the same: so it is printed.
        if result.isPlacedPlainly, result.transcription.isSure(for: zone) { return .readable }
        if result.columns.pitchInPixels < smallestPitch { return .retry(.zoneTooSmall) }
        if result.columns.focus < leastFocus { return .retry(.zoneBlurred) }
        let unsure = result.transcription.unsureColumns(for: zone).count
        let all = zone.format.lineCount * zone.format.lineLength
        return .retry(unsure * 4 > all ? .zoneUnreadable : .zoneUncertain)
    }

    /// The portrait: on the page that bears the zone. A card's zone is on its back, so for a card any picture may show it;
    /// a face beside a passport, or on a picture of its own, is nobody's portrait.
    private func portrait(
        in decoded: [PictureLevels], zones: [ZoneReader.Result?], chosen: Int?
    ) throws(DocumentError) -> PortraitFinder.Found? {
        let pages = zones.map { $0.flatMap { DocumentPage(of: $0.columns) } }
        let order = [chosen].compactMap { $0 } + decoded.indices.filter { $0 != chosen }
        let isOnThePage = chosen.map { pages[$0] != nil } ?? false
        for index in order where !isOnThePage || pages[index] != nil {
            let picture = decoded[index].picture
            do {
                let found = try portraitFinder.portrait(
                    in: picture,
                    clockwiseQuarterTurns: zones[index]?.columns.lines.first?.clockwiseQuarterTurns,
                    pictureIndex: index, where: { pages[index]?.mayBear($0, size: picture.size) ?? true })
                if let found { return found }
            } catch {
                throw .engine
            }
        }
        return nil
    }
}

extension ZoneReader.Result {
    /// For choosing between pictures: a checked zone before any other.
    var rank: Double { sureness + (isChecked ? 2 : 0) }

    var evidence: DocumentEvidence.ZoneEvidence {
        DocumentEvidence.ZoneEvidence(
            lines: transcription.lines,
            confidences: transcription.confidences.map { $0.map { ($0 * 1000).rounded() / 1000 } },
            stripCounts: columns.stripCounts,
            corrections: transcription.corrections.map {
                DocumentEvidence.ZoneEvidence.Correction(line: $0.line, column: $0.column, from: $0.from, to: $0.to)
            },
            gridFit: columns.score, bendInColumns: columns.bend, pitchInPixels: columns.pitchInPixels,
            focus: columns.focus,
            angleInDegrees: (columns.lines.first?.angleInRadians ?? 0) * 180 / .pi, isChecked: isChecked)
    }
}
