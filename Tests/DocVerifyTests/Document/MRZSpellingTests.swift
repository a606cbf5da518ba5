import Testing

@testable import DocVerify

@Suite struct MRZSpellingTests {
    @Test(arguments: [
        ("D'Artagnan", "DARTAGNAN"), ("AL-MAAR", "AL MAAR"), ("Tester,", "TESTER"), ("MARY,ANN", "MARY ANN"),
        ("O’Brien", "OBRIEN"), ("Gagné", "GAGNE"), ("Müller", "MUELLER"), ("Strauß", "STRAUSS"), ("Łódź", "LODZ"),
        ("Ångström", "AANGSTROEM"), ("Æther Þór", "AETHER THOR"), ("Nguyễn", "NGUYEN"), ("St. Jean", "ST JEAN"),
        ("  A   B ", "A B"), ("Иванов", ""), ("SMITH 3RD", "SMITH RD"), ("e\u{301}", "E"), ("u\u{308}", "UE"),
        ("", ""),
    ]) func namesAreSpelledAsInAnMRZ(printed: String, spelled: String) {
        #expect(MRZSpelling.name(printed) == spelled)
    }

    @Test(arguments: [("L 341 567 071", "L341567071"), ("s9244-43879", "S924443879"), ("Nº 7", "N7"), ("-", "")])
    func numbersHaveNeitherBlanksNorDashes(printed: String, spelled: String) {
        #expect(MRZSpelling.number(printed) == spelled)
    }
}
