internal import Foundation
internal import HTTPTypes
internal import NIOCore
internal import Onboarding
internal import OnboardingAPI
internal import OnboardingCore
internal import OnboardingJSON
internal import Tenancy

/// What a client asks for: named values, and images where the operation takes some. As JSON, with images in base64, or as a form
/// of parts, with the values as JSON in the part `request` (decision 0111).
struct UserOperationRequest: Sendable {
    private let values: [String: JSONValue]
    /// By their labels, in the order of their numbers.
    let images: [(label: String, bytes: [UInt8])]

    private static let imageLabels = ["image"] + (1...Limit.userFaces.value).map { "image\($0)" }
    private static let requestPart = "request"

    /// - Parameters:
    ///   - keys: that the operation has; another is refused.
    ///   - takesImages: whether it has images as well.
    init(_ request: Request, keys: Set<String>, takesImages: Bool) throws {
        let (object, images) = try Self.read(request, takesImages: takesImages)
        // One image too many is that, and no key that nobody knows.
        let labels = object.keys.filter { takesImages && Self.isImageLabel($0) }
        guard images.count + labels.count <= Limit.userFaces.value else { throw UserError(.tooManyImages) }
        guard object.keys.allSatisfy({ keys.contains($0) || labels.contains($0) }) else {
            throw UserError(.illegalParameter)
        }
        var named = images
        for label in labels {
            guard case .string(let text)? = object[label] else { throw UserError(.wrongType) }
            guard let bytes = Base64Bytes.decode(text) else { throw UserError(.invalidImage) }
            guard named[label] == nil else { throw UserError(.bodyMalformed) }
            named[label] = bytes
        }
        guard named.keys.allSatisfy(Self.imageLabels.contains) else { throw UserError(.tooManyImages) }
        self.images = Self.imageLabels.compactMap { label in named[label].map { (label, $0) } }
        values = object.filter { keys.contains($0.key) && $0.value != .null }
    }

    /// `image` with or without a number, whatever the number.
    private static func isImageLabel(_ key: String) -> Bool {
        guard key.hasPrefix("image"), key.utf8.count <= 16 else { return false }
        return key.dropFirst("image".count).utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func read(
        _ request: Request, takesImages: Bool
    ) throws -> (object: [String: JSONValue], images: [String: [UInt8]]) {
        guard let type = request.headers[.contentType], type.utf8.prefix(10).elementsEqual("multipart/".utf8) else {
            return (try object(request.body), [:])
        }
        guard takesImages, let boundary = MultipartForm.boundary(ofContentType: type),
            let form = MultipartForm(
                Array(request.body.readableBytesView), boundary: boundary, atMost: Limit.formParts.value,
                headLimit: Limit.formPartHead.value)
        else { throw UserError(.bodyMalformed) }
        var images: [String: [UInt8]] = [:]
        for part in form.parts where part.name != requestPart {
            guard isImageLabel(part.name) else { throw UserError(.illegalParameter) }
            images[part.name] = part.bytes
        }
        let values = try form[requestPart].map { try object(ByteBuffer(bytes: $0)) } ?? [:]
        return (values, images)
    }

    private static func object(_ bytes: ByteBuffer) throws -> [String: JSONValue] {
        do {
            guard case .object(let members) = try readJSON(JSONValue.self, from: bytes) else {
                throw UserError(.bodyMalformed)
            }
            return members
        } catch is Refusal {
            throw UserError(.bodyMalformed)
        }
    }

    // MARK: Values

    /// Nil where it is not there.
    func text(_ key: String) throws(UserError) -> String? {
        guard let value = values[key] else { return nil }
        guard case .string(let text) = value else { throw UserError(.wrongType) }
        return text
    }

    func wholeNumber(_ key: String) throws(UserError) -> Int? {
        guard let value = values[key] else { return nil }
        guard case .number(let number) = value, let whole = Int(exactly: number) else { throw UserError(.wrongType) }
        return whole
    }

    func flag(_ key: String) throws(UserError) -> Bool? {
        guard let value = values[key] else { return nil }
        guard case .bool(let flag) = value else { throw UserError(.wrongType) }
        return flag
    }

    /// The members of an object that is a value; an unknown one is refused.
    func object(_ key: String, keys: Set<String>) throws(UserError) -> UserOperationRequest? {
        guard let value = values[key] else { return nil }
        guard case .object(let members) = value else { throw UserError(.wrongType) }
        guard members.keys.allSatisfy(keys.contains) else { throw UserError(.illegalParameter) }
        return UserOperationRequest(values: members.filter { $0.value != .null })
    }

    private init(values: [String: JSONValue]) {
        (self.values, images) = (values, [])
    }
}
