extension DocumentReading {
    /// The same, where an MRZ whose check digits are all right was not read surely and an earlier capture says the same, character by
    /// character: then it counts as read surely. Soft print is read right far more often than surely, and one more image of it
    /// tells more than the sureness of one (docs/measurements/mrz-reading.md).
    /// - Parameter earlier: what earlier captures of the same person were read as. Those that have an image of this one tell nothing.
    package func confirmed(by earlier: [DocumentEvidence]) -> DocumentReading {
        let digests = Set(evidence.images.map(\.sha256))
        let others = earlier.filter { digests.isDisjoint(with: $0.images.map(\.sha256)) }
        guard !others.isEmpty else { return self }
        let confirmed = sources.map { source in
            for other in others {
                if let source = source.confirmed(by: other) { return source }
            }
            return source
        }
        return DocumentReading(sources: confirmed, portrait: portrait, evidence: evidence.replacing(confirmed))
    }
}

extension SourceReading {
    /// Nil where the earlier capture does not confirm it, or there is nothing to confirm.
    fileprivate func confirmed(by earlier: DocumentEvidence) -> SourceReading? {
        guard kind == .mrz, readability == .retry(.mrzBlurred) || readability == .retry(.mrzUncertain),
            var details = evidence as? MRZEvidence, let mrz = details.mrz, let read = details.image(imageIndex),
            let record = earlier.sources.first(where: { $0.kind == .mrz }),
            let before = (record.details as? MRZEvidence)?.image(record.imageIndex),
            read.agrees(with: before, on: mrz), earlier.images.indices.contains(before.image)
        else { return nil }
        details.confirmedBy = earlier.images[before.image].sha256
        return SourceReading(
            mrz: mrz, imageIndex: imageIndex, isChecked: true, readability: .readable, placements: placements,
            evidence: details)
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
