import Foundation
import OnboardingAPI
import OnboardingJSON

extension FuzzTarget {
    /// The body of addFace with a package in any form, and what a package holds once it is open.
    static let facePackage = FuzzTarget(
        name: "face-package",
        dictionary: jsonWords
            + words(
                "\"video\":", "\"workflow_data\":", "\"workflow\":\"charlie4\"", "\"frames\":[]", "\"rotation\":90",
                "\"timestamp\":1700000000000", "\"data\":\"/9j/\"", "\"key\":\"AAAA\"", "\"iv\":[0,255,256]",
                "\"p\":\"AA==\"", "\"v\":2", "\"v\":3", "\"kid\":\"k\"", "\"enc\":\"BA==\"", "\"ct\":\"AA==\"",
                "\"faceLivenessData\":", "\"enrollmentToken\":\"t\"", "\"challenge\":\"0c\"",
                "data:image/jpeg;base64,"),
        costliestInputs: costliestPackages,
        check: { input throws(Finding) in
            guard try isAdmitted(input) else { return false }
            let isRequest = try checkRoundTrip(AddFaceRequest.self, of: input)
            let isPackage = try checkRoundTrip(FacePackage.self, of: input)
            let isContent = try checkRoundTrip(FacePackageContent.self, of: input)
            let isActive = try checkRoundTrip(ActiveFacePackage.self, of: input)
            return isRequest || isPackage || isContent || isActive
        },
        planted: { input throws(Finding) in
            // Depth counted without knowing that `\"` does not end a text.
            guard JSONShape.validationError(in: input) == .tooDeep else { return }
            try promise(depthWithoutEscapes(input) > JSONShape.maximumDepth, "nesting is hidden behind an escape")
        })

    /// The bodies of all other calls.
    static let requests = FuzzTarget(
        name: "requests",
        dictionary: jsonWords
            + words(
                "\"enrollmentToken\":\"t\"", "\"username\":\"u\"", "\"email\":\"e@example.org\"", "\"consent\":{",
                "\"textHash\":\"\"", "\"deviceId\":\"d\"", "\"publicKey\":\"\"", "\"sessionToken\":\"s\"",
                "\"documentsInfo\":{", "\"documentImage\":[", "\"image\":\"/9j/\"", "\"lightingScheme\":24",
                "\"minimumAge\":18", "\"pageNumber\":1", "\"pageSize\":500", "\"notifyOptions\":{", "\"List\":[",
                "\"images\":["),
        costliestInputs: costliestRequests,
        check: { input throws(Finding) in
            guard try isAdmitted(input) else { return false }
            _ = try checkRoundTrip(EnrollRequest.self, of: input)
            _ = try checkRoundTrip(AddDeviceRequest.self, of: input)
            _ = try checkRoundTrip(ChallengeFaceRequest.self, of: input)
            _ = try checkRoundTrip(CancelRequest.self, of: input)
            _ = try checkRoundTrip(ConsentRequest.self, of: input)
            _ = try checkRoundTrip(ValidateSessionRequest.self, of: input)
            _ = try checkRoundTrip(TriggerRequest.self, of: input)
            _ = try checkRoundTrip(AddDocumentRequest.self, of: input)
            _ = try checkRoundTrip(RegistrationListRequest.self, of: input)
            _ = try checkRoundTrip(FaceAttributesRequest.self, of: input)
            return try checkRoundTrip(JSONValue.self, of: input)
        },
        planted: { input throws(Finding) in
            // A page number converted by `Int(_: Double)`, which traps beyond what an Int holds.
            guard JSONShape.validationError(in: input) == nil, let value = decoded(JSONValue.self, from: input),
                case .number(let page)? = value["pageNumber"]
            else { return }
            try promise(Int(exactly: page.rounded()) != nil, "a page number that no Int holds would trap")
        })

    private static let jsonWords = words(
        "{", "}", "[", "]", ",", ":", "\"", "\\\"", "\\u0000", "\\ud834\\udd1e", "\\ud834", "null", "true", "false",
        "-1",
        "0", "1e99", "1e999", "-0.0", "9223372036854775807", "9223372036854775808", "1.7976931348623157e308", "é", "𝄞",
        "\u{feff}", "\"x\":", "[[[[[[[[", "]]]]]]]]", "{\"x\":")

    private static let faceBodyLimit = 8 << 20
    private static let otherBodyLimit = 64 << 10
    private static let documentBodyLimit = 24 << 20

    private static let costliestPackages: [CostliestInput] = [
        costly(AddFaceRequest.self) {
            filled(addFaceStart + "{\"key\":\"\",\"iv\":[0],\"p\":[", with: "100,", "0]}}", to: faceBodyLimit)
        },
        costly(AddFaceRequest.self) {
            // As many values as are admitted.
            let chain = String(repeating: "[", count: 28) + String(repeating: "]", count: 28) + ","
            return Array("\(addFaceStart)\(packageStart)\"x\":[\(String(repeating: chain, count: 350))0]}}}".utf8)
        },
        costly(FacePackage.self) {
            let numbers = String(repeating: "0,", count: JSONShape.maximumByteNumbers - 1)
            return Array("{\"key\":\"\",\"iv\":[0],\"p\":[\(numbers)0]}".utf8)
        },
        costly(FacePackageContent.self) {
            filled(
                packageStart + "\"x\":[", with: "[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]],", "0]}}", to: faceBodyLimit)
        },
        costly(FacePackageContent.self) {
            filled(packageStart + "\"x\":\"", with: "\\u00e9", "\"}}", to: faceBodyLimit)
        },
        costly(FacePackageContent.self) {
            filled(
                "{\"video\":{\"workflow_data\":{\"workflow\":\"charlie4\",\"frames\":[{\"data\":\"", with: "QUJD\\r\\n",
                "\"}]}}}", to: faceBodyLimit)
        },
        costly(AddFaceRequest.self) {
            filled(
                addFaceStart + "{\"v\":2,\"kid\":\"\",\"enc\":\"data:", with: "\u{301}", "\",\"ct\":\"\"}}",
                to: faceBodyLimit)
        },
    ]

    private static let costliestRequests: [CostliestInput] = [
        costly(JSONValue.self) { filled("{\"x\":[", with: "{},", "0]}", to: otherBodyLimit) },
        costly(JSONValue.self) { filled("{\"x\":[", with: "0,", "0]}", to: otherBodyLimit) },
        costly(AddDocumentRequest.self) {
            filled(
                "{\"enrollmentToken\":\"t\",\"documentsInfo\":{\"documentImage\":[{\"image\":\"", with: "QUJD\\n",
                "\"}]}}", to: documentBodyLimit)
        },
    ]

    /// What the server does with a body.
    private static func costly<Message: Decodable & Sendable>(
        _ type: Message.Type, _ input: @escaping @Sendable () -> [UInt8]
    ) -> CostliestInput {
        CostliestInput(input: input) { input in
            if JSONShape.validationError(in: input) == nil { _ = decoded(type, from: input) }
        }
    }

    private static let addFaceStart = "{\"enrollmentToken\":\"t\",\"faceLivenessData\":"
    private static let packageStart = "{\"video\":{\"workflow_data\":{\"workflow\":\"charlie4\",\"frames\":[]},"

    private static func filled(_ start: String, with piece: String, _ end: String, to size: Int) -> [UInt8] {
        let count = (size - start.utf8.count - end.utf8.count) / piece.utf8.count
        return Array((start + String(repeating: piece, count: count) + end).utf8)
    }
}

/// Whether a text passes the check that stands before the decoder. Where it does, an independent reader must find a JSON
/// object in it that is not nested too deeply.
func isAdmitted(_ input: [UInt8]) throws(Finding) -> Bool {
    let object = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
    switch JSONShape.validationError(in: input) {
    case nil:
        // The independent reader refuses numbers that no Double holds.
        guard let object else {
            try promise(hasHugeNumber(input), "an independent reader finds no JSON in what was admitted")
            return true
        }
        try promise(object is [String: Any], "what was admitted is no object")
        try promise(depth(of: object) <= JSONShape.maximumDepth, "what was admitted is nested too deeply")
        return true
    case .notAnObject:
        try promise(object != nil || hasHugeNumber(input), "what is no JSON was called JSON")
        try promise(!(object is [String: Any]), "an object was called none")
        return false
    default:
        return false
    }
}

/// What is decoded and encoded again must be the same, and admitted as well. False where it is no such message.
func checkRoundTrip<Message: Codable & Equatable>(_ type: Message.Type, of input: [UInt8]) throws(Finding) -> Bool {
    guard let message = decoded(type, from: input) else { return false }
    guard let text = try? JSONEncoder().encode(message) else { throw Finding("\(type) cannot be encoded again") }
    let again = decoded(type, from: [UInt8](text))
    try promise(again == message, "\(type) is another one after encoding and decoding")
    let objection = JSONShape.validationError(in: text)
    try promise(objection == nil, "\(type) encoded is refused: \(objection?.rawValue ?? "")")
    return true
}

func decoded<Message: Decodable>(_ type: Message.Type, from text: [UInt8]) -> Message? {
    try? JSONDecoder().decode(type, from: Data(text))
}

private func depth(of value: Any) -> Int {
    switch value {
    case let object as [String: Any]: 1 + (object.values.map(depth).max() ?? 0)
    case let array as [Any]: 1 + (array.map(depth).max() ?? 0)
    default: 0
    }
}

/// Whether a number may stand in the text that is beyond every Double: by an exponent or by its many digits.
private func hasHugeNumber(_ text: [UInt8]) -> Bool {
    var digits = 0
    for (index, byte) in text.enumerated() {
        let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        digits = isDigit ? digits + 1 : 0
        if digits > 300 { return true }
        let isExponent = byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
        if isExponent, index > 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index - 1]) { return true }
    }
    return false
}

private func depthWithoutEscapes(_ text: [UInt8]) -> Int {
    var depth = 0
    var greatest = 0
    var isInText = false
    for byte in text {
        switch byte {
        case UInt8(ascii: "\""): isInText.toggle()
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            if !isInText { depth += 1 }
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            if !isInText { depth -= 1 }
        default: break
        }
        greatest = max(greatest, depth)
    }
    return greatest
}
