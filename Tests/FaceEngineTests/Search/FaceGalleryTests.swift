import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import FaceEngine

@Suite struct FaceGalleryTests {
    private typealias Directions = MadeUpDirections

    /// How the templates of a gallery lie.
    enum Shape: CaseIterable {
        case anywhere, nearEachOther, mostlyEqual, equal
    }

    private static func gallery(_ dimension: Int) throws -> FaceGallery {
        try #require(FaceGallery(model: Directions.model, dimension: dimension))
    }

    /// Where many are as similar the bounds of the best prove nothing, and the gallery is scanned again.
    @Test(arguments: Shape.allCases)
    func aSearchGivesWhatAComparisonWithEveryTemplateGives(shape: Shape) throws {
        var generator = SeededGenerator.announced()
        var isEverWidened = false
        for _ in 0..<12 {
            let dimension = [1, 2, 63, 64, 65, 129, 384].randomElement(using: &generator) ?? 64
            let count = [1, 5, 99, 100, 101, 1023, 1024, 1025, 2100].randomElement(using: &generator) ?? 100
            var source = MadeUpDirections(generator: generator, dimension: dimension)
            let (gallery, middle) = (try Self.gallery(dimension), try source.next())
            let same = try source.next(near: middle.values, spread: 0.02)
            var plain = PlainGallery()
            func template(_ number: Int) throws -> FaceTemplate {
                switch shape {
                case .anywhere: try source.next()
                case .nearEachOther: try source.next(near: middle.values)
                case .mostlyEqual: number % 3 > 0 ? same : try source.next(near: middle.values, spread: 0.6)
                case .equal: same
                }
            }
            for number in 0..<count {
                let member = MadeUpDirections.member(number, person: number / 2)
                plain.templates[member] = try template(number)
                #expect(gallery.add(try #require(plain.templates[member]), of: member))
            }
            for number in stride(from: 0, to: count, by: 3) {
                let member = MadeUpDirections.member(number, person: number / 2)
                plain.templates[member] = nil
                #expect(gallery.remove(member.registration) == 1 && gallery.remove(member.registration) == 0)
            }
            for number in stride(from: 1, to: count, by: 5) where number % 3 > 0 {
                let member = MadeUpDirections.member(number, person: number / 2)
                plain.templates[member] = try template(number)
                #expect(gallery.add(try #require(plain.templates[member]), of: member))
            }
            #expect(gallery.count == plain.templates.count)
            for query in [same, try source.next(near: middle.values), try source.next()] {
                let limit = [1, 3, 10, 150].randomElement(using: &source.generator) ?? 1
                let least = [-1.0, -0.3, 0.2, 0.99].randomElement(using: &source.generator) ?? -1.0
                let isOdd = Bool.random(using: &source.generator)
                let counts: (GalleryMember) -> Bool = { !isOdd || $0.person.y % 2 == 1 }
                let expected = try plain.best(limit, for: query, atLeast: least, where: counts)
                for instructions in ScanInstructions.supported {
                    let found = GallerySearch(in: gallery.parts, for: query.values, with: instructions)
                        .best(limit, atLeast: least, where: counts)
                    #expect(
                        found.matches == expected && found.searched == plain.templates.count,
                        "\(instructions), \(dimension) numbers, \(count) templates, limit \(limit), at least \(least)")
                    isEverWidened = isEverWidened || found.isWidened
                }
            }
            generator = source.generator
        }
        if shape == .equal { #expect(isEverWidened) }
    }

    @Test func bytesStandForTheVectorWithinTheirError() throws {
        var source = MadeUpDirections(generator: .announced(), dimension: 200)
        for _ in 0..<50 {
            let vector = try source.next().values
            let quantised = QuantisedVector(vector)
            #expect(quantised.values.count == 256 && quantised.values.suffix(56).allSatisfy { $0 == 0 })
            #expect(quantised.values.contains { abs(Int($0)) == 127 } && !quantised.values.contains(-128))
            let squares = zip(vector, quantised.values).reduce(0.0) { sum, pair in
                let difference = Double(pair.0) - Double(pair.1) * Double(quantised.scale)
                return sum + difference * difference
            }
            #expect(squares.squareRoot() <= Double(quantised.error) && quantised.error < 0.02)
            #expect(abs(quantised.length - 1) < 1e-4)
        }
        let none = QuantisedVector([0, 0])
        #expect(none.values.allSatisfy { $0 == 0 } && none.error < 1e-30)
    }

    @Test func aFarRowLengthIsRefused() {
        #expect(FaceGallery(model: MadeUpDirections.model, dimension: 0) == nil)
        #expect(FaceGallery(model: MadeUpDirections.model, dimension: 65_537) == nil)
        #expect(FaceGallery(model: MadeUpDirections.model, dimension: 65_536) != nil)
    }

    @Test func templatesOfAnotherModelOrFormAreNotAddedAndNotSearched() throws {
        var source = MadeUpDirections(generator: .announced(), dimension: 8)
        let gallery = try Self.gallery(8)
        let template = try source.next()
        let other = ModelIdentity(name: "other", digest: "")
        let foreign = FaceTemplate(model: other, values: template.values, partLengths: [8])
        let short = FaceTemplate(model: MadeUpDirections.model, values: [1], partLengths: [1])
        let long = FaceTemplate(
            model: MadeUpDirections.model, values: template.values.map { $0 * 2 }, partLengths: [8])
        for refused in [foreign, short, long] {
            #expect(!gallery.add(refused, of: MadeUpDirections.member(1)))
        }
        for refused in [foreign, short] {
            #expect(throws: FaceComparisonError.self) { try gallery.search(refused, limit: 1) }
        }
        #expect(gallery.count == 0)
        #expect(try gallery.search(template, limit: 3).matches.isEmpty)
    }

    /// Of those that crowd the best places, each stands for one registration.
    @Test func aRegistrationWithSeveralTemplatesIsGivenOnceByItsBest() throws {
        var generator = SeededGenerator.announced()
        for _ in 0..<12 {
            let dimension = [2, 64, 129].randomElement(using: &generator) ?? 64
            var source = MadeUpDirections(generator: generator, dimension: dimension)
            let (gallery, middle) = (try Self.gallery(dimension), try source.next())
            var plain = PlainGallery()
            for number in 0..<120 {
                let member = MadeUpDirections.member(number)
                // More than once: what stays, what goes and what comes.
                for _ in 0..<Int.random(in: 1...3, using: &source.generator) {
                    let kept = (plain.others[member] ?? []).filter { _ in Bool.random(using: &source.generator) }
                    let new = try (0..<Int.random(in: 1...6, using: &source.generator)).map { _ in
                        try source.next(near: number < 20 ? middle.values : nil)
                    }
                    plain.others[member] = (kept + new).shuffled(using: &source.generator)
                    #expect(gallery.add(plain.others[member] ?? [], of: member))
                }
                if number % 7 == 0 {
                    #expect(gallery.remove(member.registration) == plain.others[member]?.count)
                    plain.others[member] = nil
                }
            }
            let count = plain.others.values.reduce(0) { $0 + $1.count }
            #expect(gallery.count == count && gallery.registrations == plain.others.count)
            let group = Set(plain.others.keys.filter { $0.person.y % 3 == 0 }.map(\.person))
            let further = plain.others.filter { group.contains($0.key.person) }.values.reduce(0) { $0 + $1.count - 1 }
            #expect(gallery.furtherTemplates(of: group) == further)
            for query in [middle, try source.next(near: middle.values), try source.next()] {
                let limit = [1, 3, 10, 150].randomElement(using: &source.generator) ?? 1
                let least = [-1.0, 0.2, 0.9].randomElement(using: &source.generator) ?? -1.0
                let expected = try plain.best(limit, for: query, atLeast: least) { _ in true }
                let found = try gallery.search(query, limit: limit, atLeast: least)
                #expect(found.matches == expected && found.searched == count, "limit \(limit), at least \(least)")
            }
            for member in plain.others.keys { gallery.remove(person: member.person) }
            #expect(gallery.count == 0 && gallery.memory == 0 && gallery.furtherTemplates(of: group) == 0)
            generator = source.generator
        }
    }

    @Test func aTemplateThatGoesLeavesTheOthersOfItsRegistration() throws {
        var source = MadeUpDirections(generator: .announced(), dimension: 64)
        let (gallery, member) = (try Self.gallery(64), MadeUpDirections.member(1))
        let templates = try (0..<3).map { _ in try source.next() }
        gallery.add(templates, of: member)
        gallery.add(try source.next(), of: MadeUpDirections.member(2))
        func best(_ template: FaceTemplate) throws -> Double {
            try gallery.search(template, limit: 5).matches.first { $0.member == member }?.similarity ?? -1
        }
        for template in templates { #expect(try best(template) > 0.9999) }
        gallery.add([templates[0], templates[2]], of: member)
        #expect(try best(templates[0]) > 0.9999 && best(templates[2]) > 0.9999)
        #expect(try best(templates[1]) < 0.9 && gallery.count == 3)
        // The same twice are two.
        gallery.add([templates[0], templates[0]], of: member)
        #expect(gallery.count == 3 && gallery.count(of: member.registration) == 2)
        gallery.add([], of: member)
        #expect(!gallery.contains(member.registration) && gallery.count == 1)
    }

    @Test func oneTemplateTakesThePlaceOfAnotherAndAPersonMayHaveSeveralRegistrations() throws {
        var source = MadeUpDirections(generator: .announced(), dimension: 32)
        let gallery = try Self.gallery(32)
        let (first, second) = (try source.next(), try source.next())
        gallery.add(first, of: MadeUpDirections.member(1, person: 1))
        gallery.add(second, of: MadeUpDirections.member(1, person: 1))
        #expect(gallery.count == 1 && gallery.contains(MadeUpDirections.member(1).registration))
        #expect(try gallery.search(second, limit: 1).matches.first?.similarity ?? 0 > 0.9999)
        for number in 2..<40 { gallery.add(try source.next(), of: MadeUpDirections.member(number, person: number % 2)) }
        #expect(gallery.remove(person: SIMD2(9, 1)) == 20)
        #expect(gallery.count == 19)
        #expect(try gallery.search(second, limit: 50).matches.allSatisfy { $0.member.person == SIMD2(9, 0) })
        #expect(gallery.remove(person: SIMD2(9, 1)) == 0)
    }

    /// Searches that began before a change go on with what was there.
    @Test func searchesBesideAdditionsAndRemovalsNeverSeeATemplateOfAnother() throws {
        var source = MadeUpDirections(generator: .announced(), dimension: 96)
        let templates = try (0..<1500).map { _ in try source.next() }
        let gallery = try Self.gallery(96)
        let staying = templates.count - 1
        gallery.add(templates[staying], of: MadeUpDirections.member(staying))
        let wrong = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            if thread == 0 {
                for round in 0..<3 {
                    for number in 0..<staying { gallery.add(templates[number], of: MadeUpDirections.member(number)) }
                    for number in stride(from: round, to: staying, by: 2) {
                        gallery.remove(MadeUpDirections.member(number).registration)
                    }
                }
            } else {
                for _ in 0..<150 {
                    let found = (try? gallery.search(templates[staying], limit: 5))?.matches ?? []
                    let isRight =
                        found.first?.member == MadeUpDirections.member(staying)
                        && found.allSatisfy { match in
                            let own = templates[Int(match.member.registration.y)]
                            return (try? templates[staying].similarity(to: own)) == match.similarity
                        }
                    if !isRight { wrong.withLock { $0 += 1 } }
                }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
        gallery.remove(MadeUpDirections.member(staying).registration)
        #expect(try gallery.search(templates[staying], limit: 1).matches.first?.similarity ?? 0 < 0.9)
    }

    @Test func aGalleryTakesFiveBytesANumberAndGivesThemBack() throws {
        var source = MadeUpDirections(generator: .announced(), dimension: 128)
        let (gallery, template) = (try Self.gallery(128), try source.next())
        for number in 0..<4096 { gallery.add(template, of: MadeUpDirections.member(number)) }
        #expect(gallery.memory < 4096 * (128 * 5 + 100))
        var bytes = 0
        gallery.withScannedBytes { bytes += $0.count }
        #expect(bytes == 4096 * 128)
        for number in 0..<4090 { gallery.remove(MadeUpDirections.member(number).registration) }
        #expect(gallery.count == 6 && gallery.memory < 20_000)
        for number in 4090..<4096 { gallery.remove(MadeUpDirections.member(number).registration) }
        #expect(gallery.count == 0 && gallery.memory == 0)
    }
}
