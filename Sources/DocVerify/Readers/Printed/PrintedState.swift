/// States and nationalities as documents print them, beside the codes and English names of `IssuingState`.
enum PrintedState {
    /// The code that an MRZ has for it; nil for a text that names no state that is known.
    static func code(of text: String) -> String? {
        for part in parts(of: text) {
            let folded = folded(part)
            if let code = codes[folded] { return code }
            if (1...3).contains(folded.count), let state = IssuingState(code: folded),
                folded.count == 3 || folded == "D"
            {
                return state.code
            }
        }
        // `FRANCE` may follow a number or a mark.
        return nil
    }

    /// A text and what its language marks part it into.
    private static func parts(of text: String) -> [Substring] {
        [text[...]] + text.split { "/|•·(),".contains($0) }
            + text.split { $0 == " " || !$0.isASCII && !$0.isCased }
            .filter { $0.count > 2 }
    }

    private static func folded(_ text: some StringProtocol) -> String {
        text.reduce(into: "") { result, character in
            if character.isLetter { result += NameTransliteration.base(of: character) }
        }
    }

    private static let codes: [String: String] = {
        var codes: [String: String] = [:]
        for code in IssuingState.allCodes {
            guard let state = IssuingState(code: code), state.standing == .current || state.standing == .specimen,
                !state.name.contains("(")
            else { continue }
            codes[folded(state.name)] = code == "DEU" ? "D" : code
        }
        for (code, names) in names { for name in names.split(separator: "|") { codes[folded(name)] = code } }
        return codes
    }()

    private static let names: [(String, String)] = [
        ("D", "german|deutsch|deutsche|allemande|allemand|deutschland|allemagne|alemana|tedesca"),
        ("AUT", "österreich|austrian|autriche|österreichisch|autrichienne"),
        ("CHE", "schweiz|suisse|svizzera|svizra|swiss"), ("LIE", "liechtensteinisch|liechtensteinerin"),
        ("FRA", "française|francais|français|french"), ("MCO", "monégasque|monegasque"),
        ("BEL", "belge|belg|belgian|belgisch|belgië|belgique|belgien"),
        ("LUX", "luxembourgeoise|luxemburg|luxemburgisch"),
        ("NLD", "nederlandse|nederlands|nederland|dutch|niederländisch|pays bas"),
        (
            "GBR",
            "british citizen|british|great britain|royaume uni|united kingdom of great britain and northern ireland|uk"
        ),
        ("IRL", "irish|éireannach|éire|irlandaise"), ("ESP", "española|español|españa|spanish|espagnole"),
        ("PRT", "portuguesa|português|portuguese|portugaise"), ("ITA", "italiana|italiano|italian|italia|italienne"),
        ("MLT", "maltija|maltese"), ("GRC", "ελληνική|hellenic|hellas|greek|ελλας"), ("CYP", "cypriot|κυπριακή"),
        ("POL", "polskie|polska|polish|polonaise|rzeczpospolita polska|republic of poland"),
        ("CZE", "česká republika|czech republic|czech|république tchèque"),
        ("SVK", "slovenská republika|slovak republic|slovak|slovenská"),
        ("SVN", "slovensko državljanstvo|slovenian|slovenska"),
        ("HRV", "hrvatsko|hrvatska|croatian|croate|republika hrvatska"),
        ("SRB", "srpsko|srbija|serbian|република србија"),
        ("BIH", "bosne i hercegovine|bosna i hercegovina"), ("HUN", "magyar|hungarian|magyarország|hongroise"),
        ("ROU", "română|romanian|roumaine|românia|romana"), ("BGR", "българия|bulgarian|българско"),
        ("EST", "eesti|estonian|estonie"), ("LVA", "latvijas|latvian|lettonne|latvija"),
        ("LTU", "lietuvos|lithuanian|lituanienne|lietuvos respublika|republic of lithuania|lietuva"),
        ("FIN", "suomi|finnish|finlandaise|finlande"), ("SWE", "svensk|swedish|suédoise|sverige|svenska"),
        ("NOR", "norsk|norwegian|norge|norvégienne"), ("DNK", "dansk|danish|danmark|danoise"),
        ("ISL", "íslenskt|íslenskur|íslensk|icelandic|islandaise|ísland"),
        ("USA", "united states of america|american|états unis d'amérique"), ("CAN", "canadian|canadienne"),
        ("AUS", "australian|australienne"), ("NZL", "new zealander"), ("JPN", "japanese|日本国"),
        ("KOR", "republic of korea|korean|대한민국"), ("CHN", "chinese|中国|peoples republic of china"),
        ("TWN", "republic of china|taiwanese"), ("RUS", "российская федерация|russian|russian federation|россия"),
        ("UKR", "україна|ukrainian|українець|українка|ukraine"), ("BLR", "belarusian|республика беларусь"),
        ("TUR", "türkiye cumhuriyeti|turkish|türk|türkiye|turkey|t c turk"),
        ("AZE", "azərbaycan|azerbaijan|azerbaijani"),
        ("GEO", "georgian"), ("ARM", "armenian"), ("AFG", "afghan"), ("IND", "indian"), ("PAK", "pakistani"),
        ("ARE", "emirati|uae"), ("MEX", "mexicana|mexican"),
        ("BRA", "brasileira|brasileiro|brasileiro a|brazilian|brasil"),
        ("ARG", "argentina|argentino"), ("COL", "colombiana|colombian"), ("VNM", "việt nam|vietnamese"),
        ("UTO", "utopian"),
    ]
}
