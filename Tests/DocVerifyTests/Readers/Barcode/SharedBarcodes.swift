import Foundation
import TestSupport

@testable import DocVerify

/// The barcodes of `../shared/data/barcodes`, whose persons are invented.
struct SharedBarcodes: Decodable {
    struct Truth: Decodable {
        let iin: String
        let version: Int
        let number: String
        let birth: String?
        let expiry: String?
        let issue: String?
        let sex: String?
        let state: String?
        let surname: String?
        let given: String?
        let full: String?
    }

    struct Entry: Decodable {
        let id: String
        let kind: String
        let rawBase64: String
        let damage: [String]
        let truth: Truth
        let elements: [String: String]

        var bytes: [UInt8] { Array(Data(base64Encoded: rawBase64) ?? Data()) }
    }

    struct Picture: Decodable {
        let file: String
        let of: String
        let distortion: String
    }

    let strings: [Entry]
    let pictures: [Picture]

    static let folder = SharedData.path("barcodes")
    static let isThere = FileManager.default.fileExists(atPath: folder + "/truth.json")

    static func load() throws -> SharedBarcodes {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        // Codes of elements are no names of members, and stay as they are.
        return try decoder.decode(
            SharedBarcodes.self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/truth.json")))
    }

    static func bytes(_ file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file)))
    }
}
