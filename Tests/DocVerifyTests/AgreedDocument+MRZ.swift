@testable import DocVerify

extension AgreedDocument {
    /// A document of which nothing but an MRZ was read, surely unless `readability` says otherwise.
    init(
        mrz: MachineReadableZone?, isChecked: Bool = true, readability: Readability = .readable,
        imagesDisagree: Bool = false, today: CalendarDate
    ) {
        let reading = SourceReading(
            mrz: mrz, isChecked: isChecked, readability: readability, imagesDisagree: imagesDisagree)
        self.init([reading], today: today)
    }

    func field(_ type: DocumentFieldType) -> DocumentField? { fields.first { $0.type == type } }
}

extension DocumentReading {
    /// How its MRZ was read.
    var mrzEvidence: MRZEvidence? { sources.lazy.compactMap { $0.evidence as? MRZEvidence }.first }

    var mrz: MachineReadableZone? { mrzEvidence?.mrz }
}
