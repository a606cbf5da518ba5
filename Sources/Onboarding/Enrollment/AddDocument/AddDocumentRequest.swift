package import DocVerify
internal import OnboardingCore
internal import Tenancy

extension AddDocument {
    package struct Request: Sendable {
        let enrollmentToken: String
        /// Nil where the client asks for nothing beyond the tenant's rules.
        let rules: ClientRules?
        let images: [SubmittedImage]
        /// Of images, and of containers that should hold one.
        let imageCount: Int
        /// Whether the client says that the images show nothing but the document.
        let isCropped: Bool
        /// Whether a container came that only a foreign server can open.
        let hasEncryptedContainer: Bool
        /// A face to compare the portrait with where the enrollment asks for no live one; ignored where it does.
        let givenFace: SubmittedFace?

        package init(
            enrollmentToken: String, rules: ClientRules?, images: [SubmittedImage], imageCount: Int,
            isCropped: Bool, hasEncryptedContainer: Bool, givenFace: SubmittedFace?
        ) {
            self.enrollmentToken = enrollmentToken
            self.rules = rules
            self.images = images
            self.imageCount = imageCount
            self.isCropped = isCropped
            self.hasEncryptedContainer = hasEncryptedContainer
            self.givenFace = givenFace
        }
    }

    package struct SubmittedImage: Sendable {
        package enum Light: Sendable {
            case white
            /// Infrared or ultraviolet: no text that the reader could use.
            case invisible
        }

        /// JPEG, PNG, WebP, HEIC or AVIF.
        let bytes: [UInt8]
        let light: Light

        package init(bytes: [UInt8], light: Light) {
            self.bytes = bytes
            self.light = light
        }
    }

    package enum SubmittedFace: Sendable {
        case image([UInt8])
        /// Something stands there that is no base64. Refused only where the face is looked at.
        case unreadable
    }

    /// Rules that a client adds; they can only make the tenant's stricter.
    package struct ClientRules: Sendable {
        /// In whole years, and whether it is asked for.
        package typealias Age = (years: Int?, isAsked: Bool)

        let minimumAge: Age
        let maximumAge: Age
        let asksForUnexpired: Bool
        let fieldRules: [FieldRule]

        package init(minimumAge: Age, maximumAge: Age, asksForUnexpired: Bool, fieldRules: [FieldRule]) {
            self.minimumAge = minimumAge
            self.maximumAge = maximumAge
            self.asksForUnexpired = asksForUnexpired
            self.fieldRules = fieldRules
        }
    }
}

extension AddDocument.Request {
    /// The images that the reader can use.
    var readableImages: [DocumentImage] {
        get throws(Refusal) {
            guard imageCount <= Limit.documentImages.value else {
                throw Refusal(.tooManyImages, member: "documentsInfo", limit: .documentImages)
            }
            let readable = images.filter { $0.light == .white }
                .map { DocumentImage(bytes: $0.bytes, isCropped: isCropped) }
            if readable.isEmpty {
                guard images.isEmpty else { throw Refusal(.lightUnreadable, member: "documentsInfo") }
                throw hasEncryptedContainer
                    ? Refusal(.encryptedContainerUnsupported, member: "documentsInfo.documentPayload")
                    : Refusal(.fieldMissing, member: "documentsInfo.documentImage")
            }
            return readable
        }
    }

    /// Nil where no face was sent.
    var referenceFace: ReferenceFace? {
        get throws(Refusal) {
            switch givenFace {
            case nil: nil
            case .image(let bytes): .given(bytes)
            case .unreadable: throw Refusal(.badBase64, member: "biometricsInfo.facialImage.image")
            }
        }
    }
}

extension DocumentRules {
    /// The tenant's rules, made stricter by the client's. "Not expired" holds for every tenant.
    /// - Throws: `fieldMissing` for an age rule without an age, which could not be judged; the reasons of texts.
    init(tenant: Tenant, client: AddDocument.ClientRules?) throws(Refusal) {
        self.init(
            refusesExpired: true, requiresAuthenticity: tenant.settings.requiresAuthenticity,
            acceptsSpecimens: tenant.isTest,
            minimumAge: try Self.age(client?.minimumAge, "minimumAge"),
            maximumAge: try Self.age(client?.maximumAge, "maximumAge"),
            fieldRules: try (client?.fieldRules ?? []).map { rule throws(Refusal) in
                FieldRule(
                    documentKeyword: try rule.documentKeyword.checked(
                        as: "processingInstructions.fieldsToValidate.docTypeKeyword"),
                    fields: try rule.fields.map { field throws(Refusal) in
                        try field.checked(as: "processingInstructions.fieldsToValidate.fields")
                    })
            })
    }

    private static func age(_ age: AddDocument.ClientRules.Age?, _ name: String) throws(Refusal) -> Int? {
        guard let age, age.isAsked else { return nil }
        guard let years = age.years else {
            throw Refusal(
                .fieldMissing, message: "An age rule has no age",
                details: RefusalDetails(member: "processingInstructions.documentValidationRules.\(name)"))
        }
        return years
    }
}
