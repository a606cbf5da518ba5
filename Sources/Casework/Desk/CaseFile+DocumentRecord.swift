internal import DocVerify
internal import FaceEngine
internal import Onboarding
internal import OnboardingCore
internal import Vision

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
                    index, image, of: reading, image: images.contains(name) ? name : nil)
            }, sources: (reading?.sources ?? []).map(CaseFile.Source.init),
            fields: CaseFile.Field.all(of: reading?.sources ?? [], showsValues: showsPersons),
            lines: showsPersons ? reading?.sources.lazy.compactMap(CaseFile.MachineReadableLines.init).first : nil,
            isWhole: reading != nil,
            portrait: reading.flatMap { reading in
                reading.portrait.map { CaseFile.Portrait($0, on: reading.images) }
            },
            comparison: record.portraitScore.map {
                CaseFile.Comparison(
                    $0, threshold: record.threshold, calibration: record.engine.calibration,
                    photograph: record.photographs?.portrait.decision.rawValue)
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
            guard !stated.isEmpty else { return nil }
            // What is only printed decides nothing: that it differs is a finding of its source.
            let vouched = stated.filter(\.source.isProtected)
            let agree = !type.isComparable || vouched.allSatisfy { $0.field.value == vouched.first?.field.value }
            let decision: Decision =
                if !agree || vouched.contains(where: { $0.field.status == .invalid }) {
                    .failed
                } else {
                    vouched.contains { $0.field.status == .valid } ? .valid : .notChecked
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

extension CaseFile.Page {
    fileprivate init(
        _ index: Int, _ received: DocumentEvidence.ReceivedImage, of reading: DocumentEvidence?, image: String?
    ) {
        let portrait = reading?.portrait.flatMap { $0.imageIndex == index ? $0 : nil }
        let turns = portrait?.clockwiseQuarterTurns ?? 0
        let lines = (reading?.sources ?? []).compactMap { $0.details as? MRZEvidence }.flatMap { evidence in
            evidence.images.filter { $0.image == index }.map { (read: $0, format: evidence.mrz?.format) }
        }
        let face = portrait.flatMap { CaseFile.Portrait.Box($0, on: received) }.map { CaseFile.Place(face: $0) }
        self.init(
            index: index, width: received.width, height: received.height, sha256: received.sha256, image: image,
            quarterTurns: turns,
            places: [face].compactMap(\.self)
                + lines.flatMap { CaseFile.Place.all(of: $0.read, $0.format, quarterTurns: turns) },
            lacksPlaces: lines.contains { $0.read.places == nil })
    }
}

extension CaseFile.Place {
    fileprivate init(face box: CaseFile.Portrait.Box) {
        let (right, low) = (box.x + box.width, box.y + box.height)
        self.init(
            content: .portrait,
            corners: [(box.x, box.y), (right, box.y), (right, low), (box.x, low)].map { Corner(x: $0.0, y: $0.1) })
    }

    /// The lines, then their fields.
    fileprivate static func all(
        of read: MRZEvidence.ImageReading, _ format: MRZFormat?, quarterTurns turns: Int
    ) -> [CaseFile.Place] {
        let places = read.places ?? []
        let lines = places.enumerated().filter { $0.element.corners.count == 4 }.map { index, place in
            CaseFile.Place(content: .line(index + 1), corners: place.corners.map { Corner($0, turns) })
        }
        // Lines of another layout than the decisive image's are no lines of these fields.
        let layout = format.map { MRZLayout.layout(of: $0) }
        guard let layout, let format, format.lineCount == places.count else { return lines }
        let fields = layout.elements.compactMap { element, span -> CaseFile.Place? in
            guard places.indices.contains(span.line - 1) else { return nil }
            let columns = (span.columns.lowerBound - 1)..<span.columns.upperBound
            return places[span.line - 1].corners(ofColumns: columns).map { corners in
                CaseFile.Place(content: .field(element.field.rawValue), corners: corners.map { Corner($0, turns) })
            }
        }
        return lines + fields
    }
}

extension CaseFile.Place.Corner {
    /// A point of the image as it was sent, where it is shown turned.
    fileprivate init(_ point: Point, _ clockwiseQuarterTurns: Int) {
        switch clockwiseQuarterTurns % 4 {
        case 1: self.init(x: 1 - point.y, y: point.x)
        case 2: self.init(x: 1 - point.x, y: 1 - point.y)
        case 3: self.init(x: point.y, y: 1 - point.x)
        default: self.init(x: point.x, y: point.y)
        }
    }
}

extension CaseFile.Portrait.Box {
    /// Nil where the page's size is not known.
    fileprivate init?(_ portrait: PortraitEvidence, on image: DocumentEvidence.ReceivedImage) {
        let isLying = portrait.clockwiseQuarterTurns % 2 != 0
        let (width, height) = (
            Double(isLying ? image.height : image.width), Double(isLying ? image.width : image.height)
        )
        guard width > 0, height > 0 else { return nil }
        self.init(
            x: portrait.box.x / width, y: portrait.box.y / height, width: portrait.box.width / width,
            height: portrait.box.height / height)
    }
}

extension CaseFile.Portrait {
    fileprivate init(_ portrait: PortraitEvidence, on images: [DocumentEvidence.ReceivedImage]) {
        let image = images.indices.contains(portrait.imageIndex) ? images[portrait.imageIndex] : nil
        self.init(
            page: portrait.imageIndex, box: image.flatMap { Box(portrait, on: $0) },
            quarterTurns: portrait.clockwiseQuarterTurns,
            yawInDegrees: portrait.measurements.yawInDegrees, pitchInDegrees: portrait.measurements.pitchInDegrees,
            focus: portrait.measurements.focus, faceWidth: portrait.measurements.faceWidthInPixels,
            faceCount: portrait.faceCount)
    }
}
