package import Vision

/// Reads what people read of a document (ICAO 9303-3 §3, the visual inspection zone): names, dates, numbers beside their
/// captions, on any document whose captions are in a language that is known.
///
/// Nothing vouches for print: no value is valid by itself, and none decides anything by itself (decision 0141).
package struct PrintedReader: DocumentSource {
    private let pages: PrintedPageReader

    package var kind: SourceKind { .visualInspectionZone }

    /// Loads the networks.
    package init(models: ModelFolder, workers: Int) throws(DocumentReaderError) {
        pages = try PrintedPageReader(models: models, workers: workers)
    }

    package func read(_ images: [ImageLevels], today: CalendarDate) throws(DocumentError) -> SourceReading {
        var read: [PrintedPageReader.Page?] = []
        for image in images {
            do { read.append(try pages.page(in: image)) } catch { throw .engine }
        }
        return Self.reading(of: read, today: today, models: pages.models)
    }

    /// The fields of all images; what two images state, by the surer one.
    ///
    /// - Parameter models: the networks that read them, as records name them.
    static func reading(of pages: [PrintedPageReader.Page?], today: CalendarDate, models: [String]) -> SourceReading {
        let stated = pages.enumerated().flatMap { index, page in
            PrintedFields(lines: page?.lines ?? [], today: today).values.map { (image: index, value: $0) }
        }
        let best = DocumentFieldType.allCases.compactMap { type in
            stated.filter { $0.value.type == type }.max { $0.value.confidence < $1.value.confidence }
        }
        let counts = pages.indices.map { index in best.count { $0.image == index } }
        return SourceReading(
            kind: .visualInspectionZone,
            imageIndex: counts.max() == 0 ? nil : counts.indices.max { counts[$0] < counts[$1] },
            readability: best.isEmpty ? .absent : .readable, integrity: .unconfirmed,
            fields: best.map {
                SourceField($0.value.type, $0.value.value, .notValidated, printed: $0.value.printed)
            },
            evidence: PrintedEvidence(
                images: pages.enumerated().compactMap { index, page in
                    page.map {
                        PrintedEvidence.ImageReading(
                            image: index, angleInDegrees: $0.angleInDegrees,
                            lines: $0.lines.map(PrintedEvidence.Line.init))
                    }
                }, fields: best.map { PrintedEvidence.Field($0.value, image: $0.image) }, models: models))
    }
}

extension PrintedFields.Value {
    fileprivate var confidence: Double { lines.map(\.confidence).min() ?? 0 }
}
