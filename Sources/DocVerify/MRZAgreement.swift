extension DocumentReading {
    /// The same, where an MRZ whose check digits are all right was not read surely and an earlier capture says the same, character by
    /// character: then it counts as read surely. Soft print is read right far more often than surely, and one more image of it
    /// tells more than the sureness of one (docs/measurements/mrz-reading.md). What reads the same a third time and stays unsure is decided as
    /// it stands, so that nobody is sent back for the same image over and over (decision 0139).
    /// - Parameter earlier: what earlier captures of the same person were read as. Those that have an image of this one tell nothing.
    package func confirmed(by earlier: [DocumentEvidence]) -> DocumentReading {
        var seen = Set(evidence.images.map(\.sha256))
        // An image tells once, however often it is sent.
        let others = earlier.filter { reading in
            let digests = reading.images.map(\.sha256)
            defer { seen.formUnion(digests) }
            return seen.isDisjoint(with: digests)
        }
        guard !others.isEmpty else { return self }
        let confirmed = sources.map { source in
            others.lazy.compactMap { source.confirmed(by: $0) }.first ?? source.settled(by: others) ?? source
        }
        return DocumentReading(sources: confirmed, portrait: portrait, evidence: evidence.replacing(confirmed))
    }
}

extension SourceReading {
    /// So many earlier captures that read the same show that another image would not read otherwise.
    private static let mostAlike = 2

    /// The evidence of an MRZ that was not read surely, and the reading that decides; nil where another capture is asked for because
    /// of something that a person can change.
    private var unsure: (details: MRZEvidence, mrz: MachineReadableZone, read: MRZEvidence.ImageReading)? {
        guard kind == .mrz, readability == .retry(.mrzBlurred) || readability == .retry(.mrzUncertain),
            let details = evidence as? MRZEvidence, let mrz = details.mrz, let read = details.image(imageIndex)
        else { return nil }
        return (details, mrz, read)
    }

    /// Nil where the earlier capture does not confirm it, or there is nothing to confirm.
    fileprivate func confirmed(by earlier: DocumentEvidence) -> SourceReading? {
        guard let (details, mrz, read) = unsure, let before = earlier.read, read.agrees(with: before, on: mrz) else {
            return nil
        }
        return decided(details.confirmed(by: earlier, before), mrz, isChecked: true)
    }

    /// What all these captures show alike decides as it stands: a check digit that was read surely each time and does not fit is
    /// printed like that, and what stays unsure is not told by one image more. Nil where they differ or are too few.
    fileprivate func settled(by earlier: [DocumentEvidence]) -> SourceReading? {
        guard let (details, mrz, read) = unsure else { return nil }
        let alike = earlier.filter { $0.read?.lines == read.lines }
        guard alike.count >= Self.mostAlike, let first = alike.first, let before = first.read else { return nil }
        var settled = decided(details.confirmed(by: first, before), mrz, isChecked: false)
        settled.findings.append(SourceFinding(source: .mrz, code: "lines.unsure", meaning: .contentsInvalid))
        return settled
    }

    private func decided(_ details: MRZEvidence, _ mrz: MachineReadableZone, isChecked: Bool) -> SourceReading {
        SourceReading(
            mrz: mrz, imageIndex: imageIndex, isChecked: isChecked, readability: .readable, placements: placements,
            evidence: details)
    }
}

extension DocumentEvidence {
    /// How its MRZ was read.
    fileprivate var read: MRZEvidence.ImageReading? {
        guard let record = sources.first(where: { $0.kind == .mrz }),
            let read = (record.details as? MRZEvidence)?.image(record.imageIndex), images.indices.contains(read.image)
        else { return nil }
        return read
    }
}

extension MRZEvidence {
    fileprivate func confirmed(by earlier: DocumentEvidence, _ before: ImageReading) -> MRZEvidence {
        var details = self
        details.confirmedBy = earlier.images[before.image].sha256
        return details
    }
}

extension MRZEvidence {
    fileprivate func image(_ index: Int?) -> ImageReading? { images.first { $0.image == index } }
}

extension MRZEvidence.ImageReading {
    /// Each of two readings has to be so sure of every character.
    private static let agreedBar = MRZTranscription.coveredBar

    /// Whether two captures were read alike, and so that neither can be shifted by a column.
    func agrees(with other: Self, on mrz: MachineReadableZone) -> Bool {
        guard mrz.hasValidCheckDigits, lines == other.lines, undecidedColumns == nil, other.undecidedColumns == nil,
            let first = lines.first?.utf8.first, mrz.format.firstLetters?.contains(first) ?? true
        else { return false }
        return [self, other].allSatisfy { reading in
            reading.gridFit > MRZReader.leastFit
                && reading.confidences.allSatisfy { $0.allSatisfy { $0 >= Self.agreedBar } }
        }
    }
}
