internal import Vision

extension SourceReading {
    /// The same, where an MRZ that was not read surely stands on a barcode in every image that seems to show one: then there is
    /// no MRZ. Dense bars look like small print, and who has no MRZ would be asked for it for ever.
    /// - Parameter barcode: what was read of the barcodes of the same images.
    func withoutLines(on barcode: SourceReading) -> SourceReading {
        guard kind == .mrz, case .retry = readability, let lines = evidence as? MRZEvidence, !lines.images.isEmpty,
            let symbols = (barcode.evidence as? BarcodeEvidence)?.symbols,
            lines.images.allSatisfy({ $0.stands(on: symbols) })
        else { return self }
        return SourceReading(mrz: nil, isChecked: false, readability: .absent, evidence: lines)
    }
}

extension MRZEvidence.ImageReading {
    fileprivate func stands(on symbols: [BarcodeEvidence.Symbol]) -> Bool {
        guard let places, !places.isEmpty, otherLines == nil else { return false }
        return places.allSatisfy { place in
            let middle = Point.mean(of: place.corners)
            return symbols.contains { $0.image == image && $0.holds(middle) }
        }
    }
}

extension BarcodeEvidence.Symbol {
    /// Whether a place lies within its corners, in shares of the image.
    fileprivate func holds(_ point: Point) -> Bool {
        guard let corners, corners.count == 4 else { return false }
        let sides = zip(corners, corners.dropFirst() + corners.prefix(1)).map { from, to in
            (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
        }
        return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
    }
}
