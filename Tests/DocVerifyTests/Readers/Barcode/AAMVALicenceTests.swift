import Foundation
import TestSupport
import Testing

@testable import DocVerify

/// What licences of invented persons say, of each version and with each damage.
@Suite struct AAMVALicenceTests {
    private func licence(_ text: String) throws -> AAMVALicence {
        try #require(AAMVALicence(Array(text.utf8)))
    }

    /// Of what the licence says, what every version and damage has in common.
    private func expectEverything(of licence: AAMVALicence, _ comment: Comment) {
        #expect(licence.surname?.content == "VESTERHOLM", comment)
        #expect(licence.givenNames?.content == "ELIAS JON", comment)
        #expect(licence.documentNumber == "K4729163", comment)
        #expect(licence.birthDate?.content.text == "1979-03-17", comment)
        #expect(licence.issueDate?.content.text == "2022-05-02", comment)
        #expect(licence.expiryDate?.content.text == "2030-03-17", comment)
        #expect(licence.sex == "M", comment)
        #expect(licence.country?.content == "USA", comment)
        #expect(licence.vehicleClass == "D", comment)
        #expect(licence.street == "12 HARBOUR RD" && licence.city == "SEATOWN", comment)
        #expect(licence.jurisdiction == "VA" && licence.postalCode == "232690000", comment)
    }

    private static func text(version: Int, type: String = "DL") -> String {
        version <= 1
            ? LicencePicture.text(
                version: version, type: type, birth: "19790317", issue: "20220502", expiry: "20300317")
            : LicencePicture.text(version: version, type: type)
    }

    @Test(arguments: Array(0...11)) func everyVersionSaysTheSame(version: Int) throws {
        let licence = try licence(Self.text(version: version))
        expectEverything(of: licence, "version \(version)")
        #expect(licence.version == version && licence.issuer == "636000" && licence.card == .drivingLicence)
        var expected: [AAMVAFinding] = version <= 1 ? [.countryDerived] : []
        if version > 10 { expected.append(.versionUnknown) }
        #expect(licence.findings == expected, "version \(version)")
    }

    @Test(arguments: [("DL", AAMVALicence.Card.drivingLicence), ("ID", .identityCard), ("EN", .enhancedLicence)])
    func theSubfileSaysWhatCardItIs(type: String, card: AAMVALicence.Card) throws {
        let licence = try licence(Self.text(version: 9, type: type))
        #expect(licence.card == card && licence.findings.isEmpty)
    }

    /// A text is damaged in one way, and says the same.
    @Test(arguments: [
        ("@", "\u{FEFF}@", AAMVAFinding.byteOrderMark),
        ("@", "", .complianceIndicatorMissing), ("@", "@@", .complianceIndicatorMissing),
        ("@", " @", .foreignPrefix),
        ("\u{1E}", "", .recordSeparatorDamaged), ("\u{1E}", "6", .recordSeparatorDamaged),
        ("\u{1E}", "ac", .recordSeparatorDamaged),
        ("ANSI ", "ANSI", .fileTypeDamaged), ("ANSI ", "AMVA", .fileTypeDamaged),
        ("636000100001", "6360001001", .headerIncomplete), ("636000100001", "6360001000  ", .headerIncomplete),
        ("636000100001", "63600010", .headerIncomplete), ("636000100001", "636000", .headerIncomplete),
        ("636000100001", "636000100000", .subfileCountWrong), ("636000100001", "636000100003", .subfileCountWrong),
        ("DL0031", "DL0030", .subfileOffsetWrong), ("DL0031", "DL0000", .subfileOffsetWrong),
        ("DL0031", "DLabac", .subfileOffsetNotNumeric), ("DLDAQ", "DAQ", .subfileTypeNotRepeated),
        ("DLDAQ", "DLDLDAQ", .subfileTypeRepeatedTwice),
        ("DBC1\n", "DBC1MZVZVA01\n", .segmentTerminatorDamaged),
        ("\r", "\n888888888888", .foreignLines), ("DBC1\n", "DBC1\nDBC2\n", .elementsContradictory),
    ]) func damageIsReportedAndChangesNothing(whole: String, damaged: String, finding: AAMVAFinding) throws {
        let text = Self.text(version: 10)
        let at = whole == "\r" ? text.range(of: whole, options: .backwards) : text.range(of: whole)
        let licence = try licence(text.replacingCharacters(in: try #require(at), with: damaged))
        expectEverything(of: licence, "\(finding)")
        #expect(licence.findings.contains(finding))
        #expect(licence.findings.allSatisfy { $0.meaning == .remark }, "\(licence.findings)")
    }

    @Test func separatorsThatBecameOthersSeparate() throws {
        let text = Self.text(version: 10)
        let body = try #require(text.range(of: "ANSI")).lowerBound
        for (separator, finding) in [("|", AAMVAFinding.separatorReplaced), ("\r\n", nil), ("\u{1E}", nil)] {
            let lines = text[body...].split(whereSeparator: \.isNewline).joined(separator: separator)
            let licence = try licence(text[..<body] + lines)
            expectEverything(of: licence, "\(separator.debugDescription)")
            if let finding { #expect(licence.findings.contains(finding)) }
        }
        let lowered = try licence(text.lowercased())
        expectEverything(of: lowered, "lower case")
        #expect(lowered.findings == [.lettersLowered])
    }

    @Test func aSubfileOfAJurisdictionsOwnIsNotRead() throws {
        let text = LicencePicture.text(more: ["ZVZVDAQ9", "ZVB1", "ZMD07012015"])
        let licence = try licence(text)
        #expect(licence.documentNumber == "K4729163" && licence.findings.isEmpty)
    }

    @Test func whatIsNotStatedIsMissing() throws {
        let missing: [(element: String, AAMVAFinding)] = [
            ("DCS", .surnameMissing), ("DAQ", .documentNumberMissing), ("DBB", .birthDateMissing),
            ("DBA", .expiryDateMissing),
        ]
        for (element, finding) in missing {
            for value in ["", "NONE", "unavl", nil] {
                let lines = Self.text(version: 8).split(separator: "\n", omittingEmptySubsequences: false).map { line in
                    guard let at = line.range(of: element) else { return String(line) }
                    return line[..<at.lowerBound] + (value.map { element + $0 } ?? "DAYBLU")
                }
                let licence = try licence(lines.joined(separator: "\n"))
                #expect(licence.findings.filter { $0.meaning != .remark } == [finding], "\(element) \(value ?? "-")")
            }
        }
    }

    @Test func namesAreToldApart() throws {
        func names(_ issuer: String, _ elements: String...) throws -> [String?] {
            let text = "@\n\u{1E}\rANSI \(issuer)0101DL00290100DL" + elements.joined(separator: "\n") + "\nDAQ1\n"
            let licence = try licence(text)
            return [licence.surname?.content, licence.givenNames?.content, licence.suffix]
        }
        #expect(try names("636000", "DAAODUYA,WANJIRU,ACHIENG,JR") == ["ODUYA", "WANJIRU ACHIENG", "JR"])
        #expect(try names("636029", "DAAODUYA, WANJIRU ACHIENG") == ["ODUYA", "WANJIRU ACHIENG", nil])
        #expect(try names("636006", "DAAODUYA,WANJIRU,,JR") == ["ODUYA", "WANJIRU", "JR"])
        #expect(try names("636025", "DAAWANJIRU ACHIENG ODUYA") == ["ODUYA", "WANJIRU ACHIENG", nil])
        // Of another issuer nobody knows which is the surname.
        #expect(try names("636000", "DAAWANJIRU ACHIENG ODUYA") == [nil, nil, nil])
        #expect(try names("636000", "DAAODUYA") == ["ODUYA", nil, nil])
        #expect(try names("636000", "DAA,WANJIRU") == [nil, "WANJIRU", nil])
        #expect(try names("636026", "DABODUYA", "DACWANJIRU", "DADA", "DAESR") == ["ODUYA", "WANJIRU A", "SR"])
        #expect(
            try names("604428", "DCSTREMBLAY-GAGN\u{C9}", "DCTZO\u{CB},ANNE") == ["TREMBLAY-GAGNÉ", "ZOË,ANNE", nil])
    }

    @Test func bytesThatAreNoUTF8AreLatin1() throws {
        let text = Array(LicencePicture.text(country: "CAN").utf8)
        let name = Array("VESTERHOLM".utf8)
        let at = try #require(text.indices.first { text[$0...].starts(with: name) })
        let licence = try #require(AAMVALicence(text[..<at] + [0xC9] + text[(at + 1)...]))
        #expect(licence.surname?.content == "ÉESTERHOLM")
    }

    @Test func theCountryIsStatedOrToldByTheIssuer() throws {
        func country(_ issuer: String, _ elements: String) throws -> (String?, [AAMVAFinding]) {
            let licence = try licence("@\n\u{1E}\rANSI \(issuer)030001DL00310100DL" + elements)
            return (
                licence.country?.content, licence.findings.filter { $0 == .countryDerived || $0 == .countryUnknown }
            )
        }
        #expect(try country("636000", "DAQ1\nDCGUSA") == ("USA", []))
        #expect(try country("604428", "DAQ1\nDCGCAN") == ("CAN", []))
        #expect(try country("636000", "DAQ1\nDCGMEX") == ("MEX", []))
        #expect(try country("604428", "DAQ1") == ("CAN", [.countryDerived]))
        #expect(try country("990876", "DAQ1\nDAJAB") == ("CAN", [.countryDerived]))
        #expect(try country("990876", "DAQ1\nDAJPR") == ("USA", [.countryDerived]))
        #expect(try country("990876", "DAQ1") == (nil, [.countryUnknown]))
    }

    @Test func datesThatContradictEachOtherAreNotAccepted() throws {
        let dates: [(birth: String, issue: String, expiry: String, AAMVAFinding)] = [
            ("03172023", "05022022", "03172030", .issueDateContradictory),
            ("03171979", "05022022", "03172021", .issueDateContradictory),
            ("03172031", "", "03172030", .expiryDateContradictory),
        ]
        for (birth, issue, expiry, finding) in dates {
            let licence = try licence(LicencePicture.text(birth: birth, issue: issue, expiry: expiry))
            #expect(licence.findings == [finding])
        }
        let test = try licence(LicencePicture.text(birth: "08312013", issue: "08312013", expiry: "08312013"))
        #expect(test.findings.isEmpty)
    }

    @Test func noFindingHasTheCodeOfAnMRZ() {
        #expect(AAMVAFinding.allCases.allSatisfy { MRZFinding(rawValue: $0.rawValue) == nil })
    }

    @Test func whatIsNoLicenceIsNone() {
        for text in [
            "", "@", "https://example.org/?ANSI 63600", "ANSI", "AAMVA", "ANSI 63600", "@\n\u{1E}\rANSI ABCDEF",
        ] {
            #expect(AAMVALicence(Array(text.utf8)) == nil)
        }
        #expect(AAMVALicence([UInt8](repeating: 0x41, count: AAMVAFrame.mostBytes + 1)) == nil)
        let long = Array(LicencePicture.text().utf8)
        #expect(AAMVALicence(long + [UInt8](repeating: 0x38, count: AAMVAFrame.mostBytes - long.count)) != nil)
        #expect(AAMVALicence(long + [UInt8](repeating: 0x38, count: AAMVAFrame.mostBytes + 1 - long.count)) == nil)
    }

    /// Whatever is changed, nothing ends the process, and what is accepted has what a licence needs.
    @Test func changedBytesNeverCrashAndNothingIsInvented() {
        var random = SeededGenerator.announced()
        for _ in 0..<2_000 {
            var bytes = Array(Self.text(version: Int.random(in: 0...12, using: &random)).utf8)
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
                }
            }
            guard let licence = AAMVALicence(bytes) else { continue }
            #expect((licence.documentNumber == nil) == licence.findings.contains(.documentNumberMissing))
            #expect((licence.surname == nil) == licence.findings.contains(.surnameMissing))
            if licence.birthDate == nil {
                #expect(licence.findings.contains { $0.rawValue.hasPrefix("birth.") && $0.meaning == .contentsInvalid })
            }
            for value in licence.elements.values { #expect(value.utf8.count <= 2 * bytes.count) }
        }
    }
}
