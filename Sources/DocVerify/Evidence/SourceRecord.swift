/// A source's reading as it is stored: see `DocumentEvidence`.
package struct SourceRecord: Sendable {
    package struct Field: Codable, Equatable, Sendable {
        package let type: DocumentFieldType
        package let value: String
        package let status: FieldStatus

        private enum CodingKeys: String, CodingKey {
            case type, value, status
        }
    }

    package let kind: SourceKind
    package let imageIndex: Int?
    package let readability: Readability
    package let integrity: SourceIntegrity
    package let documentKind: String?
    package let fields: [Field]
    package let findings: [SourceFinding]
    package let details: (any SourceEvidence)?

    init(_ reading: SourceReading) {
        kind = reading.kind
        imageIndex = reading.imageIndex
        readability = reading.readability
        integrity = reading.integrity
        documentKind = reading.documentKind?.name
        fields = reading.fields.map { Field(type: $0.type, value: $0.value.text, status: $0.status) }
        findings = reading.findings
        details = reading.evidence
    }

    /// The type of `details`; nil for a source that no version of the product has read.
    private static func evidenceType(of kind: SourceKind) -> (any SourceEvidence.Type)? {
        switch kind {
        case .mrz: MRZEvidence.self
        case .visualInspectionZone: PrintedEvidence.self
        case .barcode, .chip: nil
        }
    }
}

extension SourceRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind
        case imageIndex = "image"
        case readability, retryReason, integrity, documentKind, fields, findings, details
    }

    private enum ReadabilityWord: String, Codable {
        case absent, readable, retry
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        kind = try members.decode(SourceKind.self, forKey: .kind)
        imageIndex = try members.decodeIfPresent(Int.self, forKey: .imageIndex)
        readability =
            switch try members.decode(ReadabilityWord.self, forKey: .readability) {
            case .absent: .absent
            case .readable: .readable
            case .retry: .retry(try members.decode(RetryReason.self, forKey: .retryReason))
            }
        integrity = try members.decode(SourceIntegrity.self, forKey: .integrity)
        documentKind = try members.decodeIfPresent(String.self, forKey: .documentKind)
        fields = try members.decode([Field].self, forKey: .fields)
        findings = try members.decode([SourceFinding].self, forKey: .findings)
        details = try Self.evidenceType(of: kind).flatMap { type in
            members.contains(.details) ? try type.init(from: members.superDecoder(forKey: .details)) : nil
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(kind, forKey: .kind)
        try members.encodeIfPresent(imageIndex, forKey: .imageIndex)
        switch readability {
        case .absent: try members.encode(ReadabilityWord.absent, forKey: .readability)
        case .readable: try members.encode(ReadabilityWord.readable, forKey: .readability)
        case .retry(let reason):
            try members.encode(ReadabilityWord.retry, forKey: .readability)
            try members.encode(reason, forKey: .retryReason)
        }
        try members.encode(integrity, forKey: .integrity)
        try members.encodeIfPresent(documentKind, forKey: .documentKind)
        try members.encode(fields, forKey: .fields)
        try members.encode(findings, forKey: .findings)
        if let details { try details.encode(to: members.superEncoder(forKey: .details)) }
    }
}
