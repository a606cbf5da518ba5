import TestSupport

@testable import FaceEngine

/// Templates of nobody, with names.
struct MadeUpDirections {
    static let model = ModelIdentity(name: "made-up-1", digest: String(repeating: "0", count: 64))

    var generator: SeededGenerator
    let dimension: Int

    /// - Parameters:
    ///   - middle: near which it lies; nil for anywhere.
    ///   - spread: how far from it, in lengths.
    mutating func next(near middle: [Float]? = nil, spread: Float = 0.1) throws -> FaceTemplate {
        let scale = middle == nil ? 1 : spread / Float(dimension).squareRoot()
        while true {
            let values = (0..<dimension).map { index in
                (middle?[index] ?? 0)
                    + scale
                    * (Float.random(in: -1...1, using: &generator) + Float.random(in: -1...1, using: &generator))
            }
            if let template = FaceTemplate(madeUp: values, by: Self.model) { return template }
        }
    }

    static func member(_ number: Int, person: Int? = nil) -> GalleryMember {
        GalleryMember(registration: SIMD2(7, UInt64(number)), person: SIMD2(9, UInt64(person ?? number)))
    }
}

/// What a gallery holds, to be searched one by one.
struct PlainGallery {
    var templates: [GalleryMember: FaceTemplate] = [:]
    /// Of those who have several.
    var others: [GalleryMember: [FaceTemplate]] = [:]

    func best(
        _ limit: Int, for query: FaceTemplate, atLeast least: Double, where counts: (GalleryMember) -> Bool
    ) throws -> [GalleryMatch] {
        let of = others.merging(templates.mapValues { [$0] }) { $0 + $1 }
        let all = try of.filter { counts($0.key) }.compactMap { member, templates in
            try templates.map { try query.similarity(to: $0) }.max()
                .map { GalleryMatch(member: member, similarity: $0) }
        }
        return Array(all.filter { $0.similarity >= least }.sorted { $0.precedes($1) }.prefix(limit))
    }
}
