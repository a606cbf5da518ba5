import FaceEngine
import TestSupport
import Testing
import Vision

@testable import DemoMaterial

@Suite struct PassportMRZTests {
    /// ICAO 9303-3 appendix A and 9303-4 appendix.
    @Test(arguments: [("520727", 3), ("AB2134<<<", 5), ("HA672242<658022549601086<<<<<<<<<<<<<<0", 8), ("<<<<", 0)])
    func checkDigitsAreThoseOfThePublishedExamples(text: String, digit: Int) {
        #expect(PassportMRZ.checkDigit(of: text) == digit)
    }

    @Test func everyMRZHasTwoLinesOfTheAlphabetWithFiveRightDigits() throws {
        var random = SeededGenerator.announced()
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let signs = letters + Array("0123456789")
        func text(_ length: ClosedRange<Int>, from alphabet: [Character]) -> String {
            String(
                (0..<Int.random(in: length, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "A" })
        }
        func date() -> PageDate {
            PageDate(
                year: .random(in: 1930...2049, using: &random), month: .random(in: 1...12, using: &random),
                day: .random(in: 1...28, using: &random))
        }
        for _ in 0..<500 {
            let holder = PassportHolder(
                surname: text(1...16, from: letters),
                givenNames: text(1...9, from: letters) + "-" + text(1...9, from: letters),
                documentNumber: text(1...9, from: signs), dateOfBirth: date(), placeOfBirth: "Amaurote", sex: .female,
                dateOfIssue: date(), dateOfExpiry: date(), personalNumber: text(0...14, from: signs))
            let mrz = try PassportMRZ(holder)
            for line in [mrz.upperLine, mrz.lowerLine] {
                #expect(line.utf8.count == 44)
                #expect(line.allSatisfy { signs.contains($0) || $0 == "<" })
            }
            let lower = Array(mrz.lowerLine)
            func isRight(_ field: Range<Int>, _ digit: Int) -> Bool {
                String(PassportMRZ.checkDigit(of: String(lower[field]))) == String(lower[digit])
            }
            #expect(isRight(0..<9, 9) && isRight(13..<19, 19) && isRight(21..<27, 27) && isRight(28..<42, 42))
            let composite = String(lower[0..<10]) + String(lower[13..<20]) + String(lower[21..<43])
            #expect(String(PassportMRZ.checkDigit(of: composite)) == String(lower[43]))
            #expect(String(lower[10..<13]) == "UTO")
        }
    }

    @Test func namesAreWrittenAsTheStandardSays() throws {
        var holder = PassportHolder.fictitious(today: PageDate(year: 2030, month: 1, day: 1))
        holder.surname = "O'Malley-Smith"
        holder.givenNames = "Mary Ann"
        #expect(try PassportMRZ(holder).upperLine == "P<UTOOMALLEY<SMITH<<MARY<ANN<<<<<<<<<<<<<<<<")
    }

    @Test(arguments: ["Müller", "Ann1", "", "A B.", "B\u{301}a"])
    func aNameThatTheMRZCannotHoldIsRefused(surname: String) {
        var holder = PassportHolder.fictitious(today: PageDate(year: 2030, month: 1, day: 1))
        holder.surname = surname
        #expect(throws: DemoMaterialError.holderNotPrintable(field: "surname")) { try PassportMRZ(holder) }
    }

    @Test func theFictitiousPassportIsValidOnTheGivenDay() {
        for today in [PageDate(year: 2026, month: 11, day: 21), PageDate(year: 2028, month: 2, day: 29)] {
            let holder = PassportHolder.fictitious(today: today)
            #expect(holder.dateOfExpiry.year == today.year + 8)
            #expect(holder.dateOfIssue.year == today.year - 2)
            #expect(holder.dateOfExpiry.month == today.month)
            #expect(holder.dateOfExpiry.day <= today.day)
        }
        #expect(PageDate(year: 2028, month: 2, day: 29).adding(years: 1) == PageDate(year: 2029, month: 2, day: 28))
        #expect(PageDate(year: 2028, month: 2, day: 29).adding(years: 4) == PageDate(year: 2032, month: 2, day: 29))
    }
}

@Suite struct PassportPageTests {
    private static let today = PageDate(year: 2030, month: 6, day: 15)

    private func page(_ photograph: String) throws -> PassportPage {
        try PassportPage(
            holder: .fictitious(today: Self.today), photograph: Image(decoding: Material.photograph(photograph)),
            engine: SharedMaterial.engine())
    }

    @Test func aPageHasTheSizeOfTheStandardAtThreeHundredDots() throws {
        #expect(try page("obama.jpg").image.size == ImageSize(width: 1476, height: 1039))
    }

    @Test func thePhotographedPortraitMatchesItsPersonAndNoOther() throws {
        let engine = try SharedMaterial.engine()
        func template(in image: Image) throws -> FaceTemplate {
            try engine.template(of: FaceInPhotograph(in: image, engine: engine).mesh, in: image)
        }
        let person = try template(in: SharedMaterial.photograph())
        let own = try template(in: Image(decoding: page("obama2.jpg").photographed()))
        let foreign = try template(in: Image(decoding: page("biden.jpg").photographed()))
        #expect(try engine.compare(person, own).value >= 3)
        #expect(try engine.compare(person, foreign).value < 2)
    }

    @Test func theSameViewGivesTheSameBytesAndAnotherSeedOthers() throws {
        let page = try page("obama.jpg")
        let size = ImageSize(width: 800, height: 600)
        let first = try page.photographed(PhoneView(size: size, seed: 1))
        #expect(try page.photographed(PhoneView(size: size, seed: 1)) == first)
        #expect(try page.photographed(PhoneView(size: size, seed: 2)) != first)
        #expect(try ImageHeader(of: first).size == size)
    }

    @Test func theMRZIsPrintedDarkInItsBandAndNothingElseIsThere() throws {
        let image = try page("obama.jpg").image
        let grey = image.grey.pixels
        func darkShare(fromMillimetre top: Double, to bottom: Double) -> Double {
            let rows = Int(top * PassportPage.pixelsPerMillimetre)..<Int(bottom * PassportPage.pixelsPerMillimetre)
            let dark = rows.reduce(0) { count, row in
                count + grey[(row * 1476)..<((row + 1) * 1476)].count { $0 < 90 }
            }
            return Double(dark) / Double(rows.count * 1476)
        }
        #expect(darkShare(fromMillimetre: 71.0, to: 73.4) > 0.05)
        #expect(darkShare(fromMillimetre: 77.4, to: 79.7) > 0.05)
        #expect(darkShare(fromMillimetre: 74.2, to: 76.8) == 0)
        #expect(darkShare(fromMillimetre: 80.5, to: 88) == 0)
    }
}
