internal import DocVerify
internal import FaceEngine
internal import OnboardingCore

extension CaseFile.MeasuredDocument {
    /// - Parameters:
    ///   - images: the sections that may be shown.
    ///   - showsPersons: whether what was read may be.
    init(_ record: DocumentRecord, _ images: [String], showsPersons: Bool) {
        let reading = record.reading
        self.init(
            decision: record.documentDecision.word,
            asked: CaseFile.DocumentDemands(
                refusesExpired: record.rules.refusesExpired, requiresAuthenticity: record.rules.requiresAuthenticity,
                acceptsSpecimens: record.rules.acceptsSpecimens, minimumAge: record.rules.minimumAge,
                maximumAge: record.rules.maximumAge, hasFieldRules: !record.rules.fieldRules.isEmpty),
            pages: (reading?.images ?? []).enumerated().map { index, image in
                let name = DocumentRecord.imageName(index)
                return CaseFile.Page(
                    index: index, width: image.width, height: image.height, sha256: image.sha256,
                    image: images.contains(name) ? name : nil)
            }, sources: (reading?.sources ?? []).map(CaseFile.Source.init),
            fields: CaseFile.Field.all(of: reading?.sources ?? [], showsValues: showsPersons),
            lines: showsPersons ? reading?.sources.lazy.compactMap(CaseFile.MachineReadableLines.init).first : nil,
            isWhole: reading != nil,
            portrait: reading.flatMap { reading in
                reading.portrait.map { CaseFile.Portrait($0, on: reading.images) }
            },
            comparison: record.portraitScore.map {
                CaseFile.Comparison(
                    $0, threshold: record.threshold, photograph: record.photographs?.portrait.decision.rawValue)
            }, threshold: record.threshold)
    }
}

extension DocumentRules.Decision {
    fileprivate var word: String {
        switch self {
        case .verified: "verified"
        case .notVerified: "notVerified"
        case .retry: "retry"
        }
    }
}

extension CaseFile.Source {
    fileprivate init(_ source: SourceRecord) {
        let readability =
            switch source.readability {
            case .absent: "absent"
            case .readable: "readable"
            case .retry(let reason): reason.rawValue
            }
        self.init(
            kind: source.kind.rawValue, documentKind: source.documentKind, readability: readability,
            integrity: source.integrity.rawValue, page: source.imageIndex, findings: source.findings.map(\.code))
    }
}

extension CaseFile.Field {
    /// In the order of the field types, each that a source states.
    fileprivate static func all(of sources: [SourceRecord], showsValues: Bool) -> [CaseFile.Field] {
        DocumentFieldType.allCases.compactMap { type in
            let stated = sources.compactMap { source in
                source.fields.first { $0.type == type }.map { (source: source.kind, field: $0) }
            }
            guard let first = stated.first else { return nil }
            let agree = !type.isComparable || stated.allSatisfy { $0.field.value == first.field.value }
            let decision: Decision =
                if !agree || stated.contains(where: { $0.field.status == .invalid }) {
                    .failed
                } else {
                    stated.contains { $0.field.status == .valid } ? .valid : .notChecked
                }
            return CaseFile.Field(
                type: type.rawValue,
                statements: stated.map {
                    Statement(
                        source: $0.source.rawValue, value: showsValues ? $0.field.value : "",
                        status: $0.field.status.rawValue)
                }, decision: decision)
        }
    }
}

extension CaseFile.MachineReadableLines {
    fileprivate init?(_ source: SourceRecord) {
        guard let evidence = source.details as? MRZEvidence,
            let read = evidence.images.first(where: { $0.image == source.imageIndex }) ?? evidence.images.first
        else { return nil }
        let layout = evidence.mrz.map { MRZLayout.layout(of: $0.format) }
        let lines = read.lines.enumerated().map { index, line in
            let spans = layout?.elements.filter { $0.span.line == index + 1 } ?? []
            let characters = Array(line).enumerated().map { column, character in
                Character(character, line: index, column: column, of: read, bar: evidence.coveredBar)
            }
            guard !spans.isEmpty else { return [Part(field: nil, characters: characters)] }
            return spans.map { element, span in
                let columns = (span.columns.lowerBound - 1)..<span.columns.upperBound
                return Part(
                    field: element.field.rawValue,
                    characters: Array(characters[columns.clamped(to: 0..<characters.count)])
                )
            }
        }
        self.init(lines: lines, page: read.image)
    }
}

extension CaseFile.MachineReadableLines.Character {
    fileprivate init(
        _ character: Swift.Character, line: Int, column: Int, of read: MRZEvidence.ImageReading, bar: Double
    ) {
        let confidence =
            read.confidences.indices.contains(line) && read.confidences[line].indices.contains(column)
            ? read.confidences[line][column] : nil
        let correction = read.corrections.first { $0.line == line + 1 && $0.column == column + 1 }
        self.init(
            text: String(character), confidence: confidence, readAs: correction?.from,
            isUnsure: correction == nil && (confidence.map { $0 < bar } ?? false))
    }
}

extension MRZElement {
    /// The field that states what stands in its columns.
    fileprivate var field: DocumentFieldType {
        switch self {
        case .documentCode: .documentClassCode
        case .issuingState: .issuingStateCode
        case .name: .surnameAndGivenNames
        case .givenNames: .givenNames
        case .documentNumber: .documentNumber
        case .documentNumberCheckDigit: .documentNumberCheckDigit
        case .nationality: .nationalityCode
        case .birthDate: .dateOfBirth
        case .birthDateCheckDigit: .birthDateCheckDigit
        case .sex: .sex
        case .expiryDate: .dateOfExpiry
        case .expiryDateCheckDigit: .expiryDateCheckDigit
        case .optionalData, .secondOptionalData: .optionalData
        case .optionalDataCheckDigit: .optionalDataCheckDigit
        case .issuingOffice: .issuingAuthority
        case .compositeCheckDigit: .compositeCheckDigit
        }
    }
}

extension CaseFile.Portrait {
    fileprivate init(_ portrait: PortraitEvidence, on images: [DocumentEvidence.ReceivedImage]) {
        let image = images.indices.contains(portrait.imageIndex) ? images[portrait.imageIndex] : nil
        let isLying = portrait.clockwiseQuarterTurns % 2 != 0
        let box = image.flatMap { image -> Box? in
            let (width, height) = (
                Double(isLying ? image.height : image.width), Double(isLying ? image.width : image.height)
            )
            guard width > 0, height > 0 else { return nil }
            return Box(
                x: portrait.box.x / width, y: portrait.box.y / height, width: portrait.box.width / width,
                height: portrait.box.height / height)
        }
        self.init(
            page: portrait.imageIndex, box: box, quarterTurns: portrait.clockwiseQuarterTurns,
            yawInDegrees: portrait.measurements.yawInDegrees, pitchInDegrees: portrait.measurements.pitchInDegrees,
            focus: portrait.measurements.focus, faceWidth: portrait.measurements.faceWidthInPixels,
            faceCount: portrait.faceCount)
    }
}
