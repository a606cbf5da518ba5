package import Vision

/// What barcodes the images show, and what the licence's says, for an auditor without our code. Images are counted from 0 in the order
/// of the request.
///
/// Stored as a JSON object, the `details` of the source `barcode` in a document evidence:
///
///     symbols     all that were read:
///       image       its number
///       format      "pdf417", "qrCode", "aztec", "dataMatrix" or "code128"
///       length      of its contents, in bytes
///       corners     upper left, upper right, lower right, lower left as it reads, in shares of the image's width and height as `MRZPlace`
///                   counts them; absent where an end of it was not seen
///       licence     the number, in `licences`, of what it says; absent for all other contents, which are not kept
///     licences    what PDF417s of licences say (AAMVA DL/ID Card Design Standard), each once; one object each:
///       issuer      the issuer's number, six digits
///       version     of the standard; absent where the header does not say
///       card        "DL", "ID" or "EN"; absent where the directory does not say
///       elements    what was read by the elements' codes, as printed, without blanks around it: names, number, dates, sex, address,
///                   class, country, document discriminator. Others are not kept
///       findings    raw values of `AAMVAFinding`
///     decisive    the number of the licence whose values count; absent where there is none
package struct BarcodeEvidence: SourceEvidence, Equatable {
    package struct Symbol: Codable, Equatable, Sendable {
        package let image: Int
        package let format: String
        package let length: Int
        package var corners: [Point]?
        package var licence: Int?

        private enum CodingKeys: String, CodingKey {
            case image, format, length, corners, licence
        }
    }

    package struct Licence: Codable, Equatable, Sendable {
        package let issuer: String
        package let version: Int?
        package let card: AAMVALicence.Card?
        package let elements: [String: String]
        package let findings: [AAMVAFinding]

        private enum CodingKeys: String, CodingKey {
            case issuer, version, card, elements, findings
        }
    }

    package let symbols: [Symbol]
    package let licences: [Licence]
    package let decisive: Int?

    package var places: [SourcePlace] {
        symbols.compactMap { symbol in
            symbol.corners.map { SourcePlace(image: symbol.image, corners: $0) }
        }
    }

    private enum CodingKeys: String, CodingKey {
        case symbols, licences, decisive
    }
}

extension BarcodeEvidence.Licence {
    init(_ licence: AAMVALicence) {
        self.init(
            issuer: licence.issuer, version: licence.version, card: licence.card,
            elements: Dictionary(uniqueKeysWithValues: licence.elements.map { ($0.key.rawValue, $0.value) }),
            findings: licence.findings)
    }
}

extension BarcodeEvidence.Symbol {
    /// - Parameter size: of the image in whose pixels the symbol's corners are.
    init(_ symbol: BarcodeSymbol, image: Int, size: ImageSize, licence: Int?) {
        let corners = symbol.corners.map { point in
            Point(
                x: Self.rounded((point.x + 0.5) / Double(size.width)),
                y: Self.rounded((point.y + 0.5) / Double(size.height)))
        }
        self.init(
            image: image, format: symbol.format.rawValue, length: symbol.length,
            corners: corners.isEmpty ? nil : corners, licence: licence)
    }

    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
