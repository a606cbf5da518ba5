package import OnboardingCore

extension CaseFile {
    /// A capture of the identity document.
    package struct DocumentCapture: Equatable, Sendable {
        /// As an export calls it: `document-2`.
        package let name: String
        package let at: Instant
        /// Among the steps of the explanation; nil for evidence that no event names.
        package let step: Int?
        package let evidence: Evidence
        /// Who decided, where nothing was measured.
        package let sandboxPersona: String?
        /// Nil where nothing was measured, or the record cannot be read.
        package let measured: MeasuredDocument?
    }

    package struct MeasuredDocument: Equatable, Sendable {
        /// Of the rules about the document alone: `verified`, `notVerified` or `retry`.
        package let decision: String
        /// What was asked of it.
        package let asked: DocumentDemands
        /// The images as they were read; empty once what was read was erased.
        package let pages: [Page]
        package let sources: [Source]
        /// Every field that a source states; values are empty where the auditor may not see them.
        package let fields: [Field]
        /// The lines character by character; nil where none was read, or the auditor may not see them.
        package let lines: MachineReadableLines?
        /// Whether what was read is still there.
        package let isWhole: Bool
        package let portrait: Portrait?
        package let comparison: Comparison?
        /// From which score on a portrait matches, also where nothing was compared.
        package let threshold: Double
    }

    package struct DocumentDemands: Equatable, Sendable {
        package let refusesExpired: Bool
        package let requiresAuthenticity: Bool
        package let acceptsSpecimens: Bool
        package let minimumAge: Int?
        package let maximumAge: Int?
        package let hasFieldRules: Bool
    }

    package struct Page: Equatable, Sendable {
        package let index: Int
        package let width: Int
        package let height: Int
        package let sha256: String
        /// The section that holds it; nil where it is not there, or the auditor may not see it.
        package let image: String?
        /// The quarter turns clockwise after which it is shown.
        package var quarterTurns = 0
        /// What was read from it and where it stands there; empty where nothing was.
        package var places: [Place] = []
        /// Lines were read from it, and the record does not say where they stand.
        package var lacksPlaces = false
    }

    /// A part of a page as it is shown.
    package struct Place: Equatable, Sendable {
        package enum Content: Equatable, Sendable {
            /// The face of the portrait.
            case portrait
            /// A line of the MRZ, from 1.
            case line(Int)
            /// A field of a line, a word of `DocumentFieldType`.
            case field(String)
        }

        /// In shares of the page's sides; beyond them where it leaves the image.
        package struct Corner: Equatable, Sendable {
            package let x: Double
            package let y: Double
        }

        package let content: Content
        /// Four, clockwise: of a line the upper left as it reads comes first.
        package let corners: [Corner]
    }

    package struct Source: Equatable, Sendable {
        /// A word of `SourceKind`.
        package let kind: String
        /// In English.
        package let documentKind: String?
        /// `absent`, `readable`, or a word of `RetryReason`.
        package let readability: String
        /// A word of `SourceIntegrity`.
        package let integrity: String
        package let page: Int?
        /// The source's own codes.
        package let findings: [String]
    }

    package struct Field: Equatable, Sendable {
        package enum Decision: String, Equatable, Sendable {
            case valid
            /// It cannot be right, or two sources contradict each other.
            case failed
            case notChecked
        }

        package struct Statement: Equatable, Sendable {
            /// A word of `SourceKind`.
            package let source: String
            package let value: String
            /// A word of `FieldStatus`.
            package let status: String
        }

        /// A word of `DocumentFieldType`.
        package let type: String
        package let statements: [Statement]
        package let decision: Decision
    }

    /// A machine-readable zone, cut where its fields are.
    package struct MachineReadableLines: Equatable, Sendable {
        package struct Character: Equatable, Sendable {
            package let text: String
            /// 0 … 1; nil where nobody said.
            package let confidence: Double?
            /// What was read before the check digits decided.
            package let readAs: String?
            /// Less sure than the character needs to be.
            package let isUnsure: Bool
        }

        /// A part of a line.
        package struct Part: Equatable, Sendable {
            /// The field that it states, a word of `DocumentFieldType`; nil for one that has no field of its own.
            package let field: String?
            package let characters: [Character]
        }

        package let lines: [[Part]]
        package let page: Int?
    }

    package struct Portrait: Equatable, Sendable {
        /// Of the page, in shares of its sides.
        package struct Box: Equatable, Sendable {
            package let x: Double
            package let y: Double
            package let width: Double
            package let height: Double
        }

        package let page: Int
        /// Nil where the page's size is not known.
        package let box: Box?
        package let quarterTurns: Int
        package let yawInDegrees: Double
        package let pitchInDegrees: Double
        package let focus: Double
        /// In pixels of the page as it was read.
        package let faceWidth: Double
        /// How many faces the page shows.
        package let faceCount: Int
    }
}
