internal import Vision

/// The barcodes of a document as a source: the PDF417 of a North American licence states values; others are told of in the evidence
/// alone.
package struct BarcodeReader: DocumentSource {
    package init() {}

    package var kind: SourceKind { .barcode }

    package func read(_ images: [ImageLevels], today: CalendarDate) throws(DocumentError) -> SourceReading {
        var seen: [SeenSymbol] = []
        for (index, levels) in images.enumerated() {
            // What was read before the time was up may not be all there is.
            guard Checkpoint.givenUp == nil else { throw .engine }
            seen += BarcodeSearch.symbols(in: levels).map {
                SeenSymbol(symbol: $0, image: index, size: levels.image.size)
            }
        }
        guard Checkpoint.givenUp == nil else { throw .engine }
        return Self.reading(of: seen)
    }

    /// A symbol and the image that shows it.
    struct SeenSymbol {
        let symbol: BarcodeSymbol
        let image: Int
        let size: ImageSize

        /// What it says, where it is a licence's.
        var licence: AAMVALicence? {
            symbol.format == .pdf417 ? symbol.contents.flatMap(AAMVALicence.init) : nil
        }
    }

    /// Two licences that differ are two documents: in one image nobody can say which is meant, in several they contradict each other.
    static func reading(of seen: [SeenSymbol]) -> SourceReading {
        var licences: [AAMVALicence] = []
        var symbols: [BarcodeEvidence.Symbol] = []
        var images: [Int: [AAMVALicence]] = [:]
        var placements: [Int: DocumentPlacement] = [:]
        // Of each licence, the image that shows it first.
        var firstImages: [Int] = []
        for entry in seen {
            var number: Int?
            if let licence = entry.licence {
                number = licences.firstIndex(of: licence)
                if number == nil {
                    number = licences.count
                    licences.append(licence)
                    firstImages.append(entry.image)
                }
                images[entry.image, default: []].append(licence)
                placements[entry.image] = placements[entry.image] ?? entry.placement
            }
            symbols.append(
                BarcodeEvidence.Symbol(entry.symbol, image: entry.image, size: entry.size, licence: number))
        }
        // One that lacks nothing goes before one that does.
        let decisive =
            licences.firstIndex { !$0.findings.contains { $0.meaning == .contentsInvalid } }
            ?? licences.indices.first
        let evidence = BarcodeEvidence(
            symbols: symbols, licences: licences.map(BarcodeEvidence.Licence.init), decisive: decisive)
        guard let decisive else {
            return SourceReading(
                kind: .barcode, readability: .absent, integrity: .unconfirmed,
                evidence: symbols.isEmpty ? nil : evidence)
        }
        let licence = licences[decisive]
        let showsSeveral = images.values.contains { shown in shown.contains { $0.isOfAnotherDocument(than: shown[0]) } }
        let disagree = licences.contains { $0.isOfAnotherDocument(than: licence) }
        return SourceReading(
            licence, imageIndex: firstImages[decisive],
            readability: showsSeveral ? .retry(.severalDocuments) : .readable,
            imagesDisagree: disagree && !showsSeveral, placements: placements, evidence: evidence)
    }
}

extension BarcodeReader.SeenSymbol {
    /// The PDF417 of a card reads like its print (AAMVA DL/ID Card Design Standard, annex D.3). Where the card's edges are it does not say.
    fileprivate var placement: DocumentPlacement {
        let line = TextLine(
            center: Point(x: 0, y: 0), angleInRadians: symbol.angleInRadians, length: 0, height: 0)
        return DocumentPlacement(clockwiseQuarterTurns: line.clockwiseQuarterTurns, page: nil)
    }
}

extension AAMVALicence {
    /// Whether number, name or birth date say that this is not the same card.
    fileprivate func isOfAnotherDocument(than other: AAMVALicence) -> Bool {
        func differ<Content: Equatable>(_ one: Content?, _ two: Content?) -> Bool {
            if let one, let two { one != two } else { false }
        }
        return differ(documentNumber.map(MRZSpelling.number), other.documentNumber.map(MRZSpelling.number))
            || differ(surname?.content, other.surname?.content)
            || differ(birthDate?.content, other.birthDate?.content)
    }
}
