import Testing

@testable import DocVerify

/// The columns of a line, found where the network saw characters.
@Suite struct ColumnPathTests {
    private static let line = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"

    @Test(arguments: [(4.75, 0.0), (4.1, 0), (5.4, 0), (4.75, 7), (4.75, -7), (4.4, 5)])
    func theMiddlesAreWhereTheCharactersAre(pitch: Double, drift: Double) throws {
        let steps = SymbolSteps(showing: Self.line, pitch: pitch, first: 12.3, count: 260, drift: drift)
        let path = try #require(ColumnPath(columns: 44, in: steps, pitch: MRZPlacement.usualPitch))
        for (index, middle) in path.middles.enumerated() {
            let truth = SymbolSteps.middle(index, of: 44, first: 12.3, pitch: pitch, drift: drift)
            #expect(abs(middle - truth) < 1.2, "column \(index + 1)")
        }
    }

    @Test func aGapThatShowsNothingIsFilledEvenly() throws {
        let hidden = Self.line.prefix(10) + "     " + Self.line.dropFirst(15)
        let steps = SymbolSteps(showing: String(hidden), first: 12, count: 260)
        let path = try #require(ColumnPath(columns: 44, in: steps, pitch: MRZPlacement.usualPitch))
        #expect(abs(path.middles[12] - (12 + 12 * MRZPlacement.usualPitch)) < 1.2)
        let shares = steps.shares(around: path.middles[12], pitch: path.pitch)
        #expect(shares.reduce(0, +) < 0.2, "what is not seen has no character")
    }

    @Test func aStripThatIsTooShortHasNoColumns() {
        let steps = SymbolSteps(showing: "P<UTO", first: 4, count: 40)
        #expect(ColumnPath(columns: 44, in: steps, pitch: MRZPlacement.usualPitch) == nil)
    }
}
