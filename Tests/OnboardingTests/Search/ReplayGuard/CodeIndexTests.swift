import FaceEngine
import TestSupport
import Testing

@testable import Onboarding

/// What the index promises of codes, whether they lie in the growing segment, in full ones or in joined ones.
@Suite struct CodeIndexTests {
    private static func code(_ generator: inout SeededGenerator) -> Code256 {
        Code256(words: SIMD4((0..<4).map { _ in generator.next() }))
    }

    private static func changed(_ code: Code256, bits: Int, _ generator: inout SeededGenerator) -> Code256 {
        let places = Set((0..<Code256.bitCount).shuffled(using: &generator).prefix(bits))
        return Code256 { code[$0] != places.contains($0) }
    }

    private static func owner(_ number: Int) -> SIMD2<UInt64> { SIMD2(7, UInt64(number)) }

    private static func joinAll(_ index: inout CodeIndex) {
        while let due = index.due() { index.replace(due.range, by: CodeSegment(joining: due.segments)) }
    }

    private static func found(_ codes: [Code256], in index: CodeIndex, tenant: Int32 = 0, besides: Int = -1) -> [Int] {
        index.captures(
            near: codes, within: 60, of: tenant, besides: SIMD2(7, UInt64(bitPattern: Int64(besides))), limit: 32
        ).map { Int($0.enrollment[1]) }
    }

    /// Thirteen frames with 4 % of their bits changed, as a capture has that was saved anew.
    @Test(arguments: [false, true]) func aCaptureWhoseCodesChangedALittleIsFound(isJoined: Bool) {
        var generator = SeededGenerator.announced()
        var index = CodeIndex(capacity: 1_000_000)
        let captures = (0..<1500).map { _ in (0..<13).map { _ in Self.code(&generator) } }
        for (number, codes) in captures.enumerated() {
            index.append(codes, of: Self.owner(number), tenant: 0)
            if isJoined { Self.joinAll(&index) }
        }
        for number in [0, 1, 300, 700, 1100, 1498, 1499] {
            let sent = captures[number].map { Self.changed($0, bits: 10, &generator) }
            #expect(Self.found(sent, in: index) == [number], "seed \(generator.seed)")
        }
    }

    @Test func strangersAreNotFound() {
        var generator = SeededGenerator.announced()
        var index = CodeIndex(capacity: 1_000_000)
        for number in 0..<2000 {
            index.append((0..<5).map { _ in Self.code(&generator) }, of: Self.owner(number), tenant: 0)
        }
        Self.joinAll(&index)
        for _ in 0..<100 {
            #expect(Self.found([Self.code(&generator)], in: index).isEmpty, "seed \(generator.seed)")
        }
    }

    @Test func theNearestCaptureIsNamedFirst() {
        var generator = SeededGenerator.announced()
        var index = CodeIndex(capacity: 1000)
        let codes = (0..<6).map { _ in Self.code(&generator) }
        index.append(Array(codes.prefix(2)), of: Self.owner(1), tenant: 0)
        index.append(codes, of: Self.owner(2), tenant: 0)
        index.append(Array(codes.prefix(4)), of: Self.owner(3), tenant: 0)
        #expect(Self.found(codes, in: index) == [2, 3, 1])
    }

    @Test func anotherTenantsAndTheEnrollmentsOwnCapturesAreLeftOut() {
        var generator = SeededGenerator.announced()
        var index = CodeIndex(capacity: 1000)
        let codes = [Self.code(&generator)]
        index.append(codes, of: Self.owner(1), tenant: 0)
        #expect(Self.found(codes, in: index, tenant: 0) == [1])
        #expect(Self.found(codes, in: index, tenant: 1).isEmpty)
        #expect(Self.found(codes, in: index, besides: 1).isEmpty)
    }

    @Test func aRemovedEnrollmentIsForgottenAlsoWhileSegmentsAreJoined() {
        var generator = SeededGenerator.announced()
        var index = CodeIndex(capacity: 1_000_000)
        let captures = (0..<2000).map { _ in (0..<5).map { _ in Self.code(&generator) } }
        for (number, codes) in captures.enumerated() { index.append(codes, of: Self.owner(number), tenant: 0) }
        index.remove(enrollment: Self.owner(3))
        #expect(Self.found(captures[3], in: index).isEmpty)

        guard let due = index.due() else {
            Issue.record("nothing to join among 2000 captures")
            return
        }
        let joined = CodeSegment(joining: due.segments)
        #expect(index.due().map(\.range) == nil, "one join at a time")
        index.remove(enrollment: Self.owner(4))
        index.replace(due.range, by: joined)
        #expect(Self.found(captures[4], in: index).isEmpty)
        #expect(Self.found(captures[5], in: index) == [5])
        #expect(index.count == 1998 * 5)
    }

    @Test func beyondTheCapacityTheOldestCapturesGo() {
        var generator = SeededGenerator.announced()
        let captures = (0..<3000).map { _ in (0..<5).map { _ in Self.code(&generator) } }
        var index = CodeIndex(capacity: 10_000)
        for (number, codes) in captures.enumerated() {
            index.append(codes, of: Self.owner(number), tenant: 0)
            Self.joinAll(&index)
            #expect(index.count <= 10_000)
        }
        #expect(index.count == 10_000)
        #expect(Self.found(captures[999], in: index).isEmpty)
        #expect(Self.found(captures[1000], in: index) == [1000])
        // Codes of 32 bytes, tables of as many, a quarter of them still to be freed, the starts of the tables.
        #expect(index.memory < 10_000 * 64 * 5 / 4 + 500_000)
    }
}
