package import FaceEngine
internal import OnboardingCrypto
internal import Vision

/// What the document of a sandbox persona says, whatever its images show (decision 0087).
package enum ScriptedPage: Sendable {
    case valid, expired
    /// The MRZ is out of focus.
    case blurred
}

extension DocumentReading {
    /// The images are checked and decoded as the reader does it, and nothing in them is looked at. The portrait is the first
    /// image, made small.
    /// - Parameter template: of the portrait.
    /// - Throws: for images that cannot be read at all, as `DocumentReader.read` does; never `engine`.
    package init(
        scripted page: ScriptedPage, of images: [DocumentImage], today: CalendarDate, template: FaceTemplate
    ) throws(DocumentError) {
        let decoded = try DocumentReader.decoded(images)
        guard let first = decoded.first else { throw .noImages }
        let source = SourceReading(scripted: page, today: today)
        var portrait: (portrait: DocumentPortrait, evidence: PortraitEvidence)?
        if page != .blurred {
            do {
                portrait = try Self.portrait(scripted: template, on: first)
            } catch {
                throw .image(error, index: 0)
            }
        }
        self.init(
            sources: [source], portrait: portrait?.portrait,
            evidence: DocumentEvidence(
                today: today,
                images: zip(images, decoded).map { image, decoded in
                    DocumentEvidence.ReceivedImage(
                        sha256: Digest.hex(image.bytes), size: decoded.size, statedCropped: image.isCropped)
                },
                sources: [source], portrait: portrait?.evidence))
    }

    private static let longestSideOfPortrait = 320

    private static func portrait(
        scripted template: FaceTemplate, on page: Image
    ) throws(ImageError) -> (portrait: DocumentPortrait, evidence: PortraitEvidence) {
        let (width, height) = (Double(page.size.width), Double(page.size.height))
        let box = ImageRectangle(x: width / 4, y: height / 4, width: width / 2, height: height / 2)
        let jpeg = try page.reduced(toLongestSide: longestSideOfPortrait).jpeg(quality: 85)
        return (
            DocumentPortrait(jpeg: jpeg, template: template, imageIndex: 0),
            PortraitEvidence(
                imageIndex: 0, clockwiseQuarterTurns: 0, box: box,
                measurements: FaceMeasurements(
                    scriptedFaceWidthInPixels: box.width, share: box.width / min(width, height)),
                faceCount: 1, faces: [], model: template.model)
        )
    }
}

extension DocumentReader {
    /// The images as `read` sees them.
    fileprivate static func decoded(_ images: [DocumentImage]) throws(DocumentError) -> [Image] {
        _ = try checkedSizes(of: images)
        var decoded: [Image] = []
        for (index, image) in images.enumerated() {
            decoded.append(try DocumentImage.decode(image.bytes, index: index))
        }
        return decoded
    }
}

extension SourceReading {
    fileprivate init(scripted page: ScriptedPage, today: CalendarDate) {
        guard page != .blurred, let mrz = MachineReadableZone(scripted: page, today: today) else {
            self.init(mrz: nil, isChecked: false, readability: .retry(.mrzBlurred))
            return
        }
        self.init(mrz: mrz, imageIndex: 0, isChecked: true, readability: .readable)
    }
}

extension MachineReadableZone {
    /// A passport of the fictitious state (ICAO 9303-4): the one that `onboarding sandbox write` prints, valid for eight more
    /// years or expired for one.
    fileprivate init?(scripted page: ScriptedPage, today: CalendarDate) {
        let year = today.year + (page == .expired ? -1 : 8)
        // 29 February is in no year but a leap year.
        let day = min(today.day, CalendarDate.days(inMonth: today.month, of: year))
        let date = [year % 100, today.month, day].map { ($0 < 10 ? "0" : "") + String($0) }.joined()
        func checked(_ text: String) -> String { text + (CheckDigit.computed(over: text).map(String.init) ?? "<") }
        let (number, birth, expiry) = (checked("K47P29163"), checked("790317"), checked(date))
        let personal = checked(String(repeating: "<", count: 14))
        let composite = CheckDigit.computed(over: number + birth + expiry + personal).map(String.init) ?? "<"
        let names = "P<UTOVESTERHOLM<<ELIAS<JONATHAN"
        let lines = [
            names + String(repeating: "<", count: 44 - names.count),
            "\(number)UTO\(birth)M\(expiry)\(personal)\(composite)",
        ]
        guard let mrz = try? MachineReadableZone(lines: lines, today: today) else { return nil }
        self = mrz
    }
}
