/// Something that a document is read from. Raw values are stored and never renamed.
package enum SourceKind: String, CaseIterable, Codable, Sendable {
    /// The machine-readable zone (ICAO 9303-3 §4).
    case mrz
    /// The printed part that people read (ICAO 9303-3 §3).
    case visualInspectionZone
    /// A barcode such as the PDF417 of driving licences (AAMVA DL/ID Card Design Standard).
    case barcode
    /// The contactless chip (ICAO 9303-10).
    case chip

    /// Whether something of its own vouches for what is read of it: check digits, error correction, a signature. What people
    /// read has nothing like that: what is read of it wrong looks like anything else, so it decides nothing (decision 0141).
    package var isProtected: Bool {
        switch self {
        case .mrz, .barcode, .chip: true
        case .visualInspectionZone: false
        }
    }
}

/// Reads one kind of source from the images of a document. `DocumentSources` lists all that a server has.
package protocol DocumentSource: Sendable {
    var kind: SourceKind { get }

    /// What the images show of this source; a source that they do not show gives a reading that is `.absent`.
    ///
    /// - Parameters:
    ///   - images: the sides or pages of one document, in the order of the request.
    ///   - today: the reference day of centuries.
    /// - Throws: when a network does not run; never for what an image shows.
    func read(_ images: [ImageLevels], today: CalendarDate) throws(DocumentError) -> SourceReading
}
