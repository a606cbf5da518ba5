/// What a printed caption announces.
enum PrintedMeaning: CaseIterable, Sendable {
    case surname, givenNames, fullName, dateOfBirth, placeOfBirth, dateAndPlaceOfBirth, sex, nationality, documentNumber
    case dateOfIssue, dateAndPlaceOfIssue, dateOfExpiry, authority, address, licenceCategories, countryCode
    /// A caption of something that is not read; it keeps its value from being taken for another's.
    case other
}

/// Captions as documents print them, in the languages of the documents that were looked at (ICAO 9303 parts 3 to 7 prescribe
/// English, French or Spanish beside the issuer's own language).
struct PrintedLabel: Sendable {
    let meaning: PrintedMeaning
    /// As `PrintedLabel.folded` gives it.
    let characters: [UInt8]
    /// A word that stands in other print as well counts only where a colon or nothing follows.
    var isCommon: Bool { characters.count <= 4 }

    /// The longest first.
    static let all: [PrintedLabel] = table.flatMap { meaning, captions in
        captions.split(separator: "|").map { PrintedLabel(meaning: meaning, characters: folded($0).map(\.byte)) }
    }.sorted { $0.characters.count > $1.characters.count }

    private static let table: [(PrintedMeaning, String)] = [
        (
            .surname,
            """
            surname|surnames|family name|last name|primary identifier|identifiant primaire|nom|nom de famille|nom usuel|name|naam\
            |nachname|familienname|apellidos|apellido|primer apellido|segundo apellido|cognome|nazwisko|prijmeni|priezvisko\
            |prezime|priimek|apelidos|apelido|achternaam|sukunimi|efternamn|etternavn|efternavn|perekonnanimi|pavarde|uzvards\
            |kenninafn|csaladi nev|soyadi|nume|kunjom|фамилия|прізвище|презиме|фамилно име|επωνυμο|姓
            """
        ),
        (
            .givenNames,
            """
            given names|given name|first names|first name|forenames|forename|secondary identifier|identifiant secondaire\
            |prenoms|prenom|vornamen|vorname|voornamen|voornaam|nombre|nombres|nome|imiona|imie|imiona given names|jmeno\
            |meno|ime|etunimet|etunimi|fornamn|fornavn|fornavne|eesnimed|eesnimi|vardas|vardai|vards|vardi|eiginnofn|eiginnafn\
            |utonev|utonevek|prenume|isem|имя|имена|ім'я|име|ονομα|名
            """
        ),
        (
            .fullName,
            """
            names|full name|surname and given names|surname given names|nom prenoms|nom prenom|nombres apellidos|nazwisko imie\
            |name vorname|surname name|姓名
            """
        ),
        (
            .dateOfBirth,
            """
            date of birth|birth date|birthdate|dob|date de naissance|ne le|nee le|ne e le|geburtsdatum|geburtstag|geboren am\
            |geboortedatum|fecha de nacimiento|fecha nacimiento|data di nascita|nato il|data de nascimento|data urodzenia\
            |datum narozeni|datum narodenia|datum rodenja|datum rojstva|syntymaaika|fodelsedatum|fodelsetid|fodselsdato\
            |sunniaeg|gimimo data|dzimsanas datums|faedingardagur|szuletesi ido|szuletesi datum|dogum tarihi|data nasterii\
            |data tat twelid|data da naschientscha|nascido em|дата рождения|дата народження|датум рођења|ημερομηνια γεννησης\
            |出生日期|生年月日
            """
        ),
        (
            .placeOfBirth,
            """
            place of birth|birthplace|birth place|lieu de naissance|geburtsort|geboorteplaats|lugar de nacimiento\
            |lugar nacimiento|luogo di nascita|local de nascimento|naturalidade|miejsce urodzenia|misto narozeni|miesto narodenia\
            |mjesto rodenja|kraj rojstva|syntymapaikka|fodelseort|fodested|fodselssted|sunnikoht|gimimo vieta|dzimsanas vieta\
            |faedingarstadur|szuletesi hely|dogum yeri|locul nasterii|post tat twelid|country of birth|место рождения|місце народження|τοπος γεννησης|出生地点|出生地
            """
        ),
        (
            .dateAndPlaceOfBirth,
            """
            date and place of birth|date et lieu de naissance|geburtsdatum und ort|geburtsort datum|geburtsort und datum\
            |lugar y fecha de nacimiento|luogo e data di nascita|data i miejsce urodzenia|geburtsort tag
            """
        ),
        (
            .sex,
            """
            sex|sexe|sexo|sesso|geschlecht|geslacht|kjonn|plec|pohlavi|pohlavie|spol|sukupuoli|sugu|lytis|dzimums|kyn\
            |neme|cinsiyeti|sexul|gender|sess|schlattaina|пол|стать|φυλο|性别|性別
            """
        ),
        (
            .nationality,
            """
            nationality|nationalite|nacionalidad|nacionalidade|nationalitat|nationaliteit|cittadinanza|staatsangehorigkeit\
            |staatsburgerschaft|obywatelstwo|statni obcanstvi|statna prislusnost|drzavljanstvo|kansalaisuus|nationalitet\
            |statsborgerskap|medborgarskap|citizenship|kodakondsus|pilietybe|pilsoniba|rikisfang|thjoderni|allampolgarsag|uyrugu\
            |cetatenia|nazzjonalita|naziunalitad|гражданство|громадянство|υπηκοοτητα|ιθαγενεια|国籍
            """
        ),
        (
            .documentNumber,
            """
            passport no|passport number|document no|document number|card no|card number|identity card number|permit no\
            |licence no|license no|licence number|no du passeport|no de passeport|passeport no|numero de passeport\
            |numero de pasaporte|no du document|numero du document|numero de document|carte nationale d'identite no\
            |no de la carte|pass nr|passnummer|ausweisnummer|dokumentennummer|seriennummer|pasaporte no|num de documento\
            |numero de documento|num soporte|idesp|no documento|carta n|numero carta|numero documento|passaporto n|nr dokumentu\
            |nr dowodu|numer dowodu osobistego|numer dowodu|ins a|uscis|alien number|seria i numer paszportu|nr paszportu|numer paszportu|cislo pasu\
            |cislo dokladu|broj putovnice|broj putne isprave|broj osobne iskaznice|stevilka potnega lista|passin nro|passi nro\
            |passnr|passnr pass nr|paspoortnummer|documentnummer|dokumendi nr|dokumendinumber|paso nr|kortnr|kortnummer|pases nr\
            |vegabref nr|utlevel szama|pasaport no|numar pasaport|nru tal passaport|nr paszportu passport no|护照号码|護照號碼\
            |旅券番号|номер паспорта|αρ διαβατηριου
            """
        ),
        (
            .dateOfIssue,
            """
            date of issue|date of issuance|issue date|issued on|iss|date de delivrance|delivre le|delivree le\
            |ausstellungsdatum|datum der ausstellung|ausgestellt am|ausgestellt|fecha de expedicion|fecha expedicion\
            |fecha de emision|data di rilascio|rilasciato il|data do rilascio|data de emissao|data wydania|datum vydani\
            |datum vydania|datum izdavanja|datum izdaje|datum van afgifte|afgiftedatum|datum van uitreiking|myonnetty|antopaiva\
            |utfardat|utfardandedatum|utstedt|udstedt|utstedelsesdato|udstedelsesdato|dato for utstedelse|valja antud\
            |valjastamise kuupaev|isdavimo data|isduota|izdosanas datums|utgafudagur|kiallitas kelte|kiallitas datuma\
            |verilme tarihi|verilis tarihi|data eliberarii|emessa il|emess ils|card issued|дата выдачи|дата видачи|ημερομηνια εκδοσης|签发日期|發行日期|発行年月日
            """
        ),
        (
            .dateAndPlaceOfIssue,
            """
            place and date of issue|date and place of issue|datum und ort der ausstellung|ausstellungsort gultig ab\
            |datum en plaats van afgifte|lieu et date de delivrance|luogo e data di rilascio|place date of issue
            """
        ),
        (
            .dateOfExpiry,
            """
            date of expiry|date of expiration|expiry date|expiration date|expires|expires on|exp|card expires|valid until\
            |valid till|valid thru|date d'expiration|valable jusqu'au|valide jusqu'au|valide jusqu'a|expire le|gultig bis\
            |valida hasta|valido hasta|valido hasta el|valida hasta el|fecha de caducidad|fecha caducidad|fecha de vencimiento\
            |validez|data di scadenza|scadenza|data da scadenza|valido fino al|termin waznosci|data waznosci|wazny do|wazna do\
            |platnost do|platny do|vrijedi do|datum isteka vrijedenja|velja do|datum poteka veljavnosti|geldig tot|voimassa\
            |viimeinen voimassaolopaiva|giltigt till|galler till|sista giltighetsdag|gyldig til|gyldig tom|kehtiv kuni|galioja iki\
            |deriguma termins|deriga lidz|gildir til|ervenyes|ervenyessegi ido|son gecerlilik|son gecerlilik tarihi|data expirarii\
            |valid until jiskadi|tiskadi|valido ate|data de validade|validade|срок действия|дійсний до|дата закінчення строку дії\
            |ληξη|ημερομηνια ληξης|有效期至|有効期間満了日
            """
        ),
        (
            .authority,
            """
            authority|issuing authority|autorite|autorite de delivrance|autorita|autoridad|autoridade|behorde\
            |ausstellende behorde|ausstellungsbehorde|auslanderbehorde|organ wydajacy|vydal|pas vydal|vydany|izdala|izdano od\
            |pristojni organ|competent authority|tijelo izdavanja|myontanyt viranomainen|viranomainen|myndighet|instantie\
            |utfardande myndighet|utstedende myndighet|udstedende myndighed|valjaandja|isdavusi istaiga|isdave|iestade\
            |izdevejiestade|stjornvald|utgefid af|kiallito hatosag|veren makam|autoritatea|autorita li tohrog|autoritad\
            |orgao emissor|entidade emissora|签发机关|発行官庁|орган|αρχη εκδοσης|delivre par|delivree par
            """
        ),
        (
            .address,
            """
            address|adresse|adres|anschrift|wohnort|hauptwohnsitz bei ausstellung|principal residence at issuance|domicilio\
            |direccion|indirizzo|residenza|domicile|domicile residence|morada|endereco|adres zamieszkania|adresa|trvaly pobyt|prebivaliste\
            |stalno prebivalisce|permanent residence|place of residence|osoite|lugar de domicilio|lakcim|elukoht|bydliste\
            |indirizz|адрес|διευθυνση
            """
        ),
        (.licenceCategories, "categories|class|categorias|categorie|klassen|kategorie|vehicle categories"),
        (
            .countryCode,
            """
            country code|code of issuing state|code du pays|code de l'etat emetteur|issuing country|pays emetteur|issuing state\
            |code of state|rigi kood|valjaandja riigi kood|kode code|code|codigo|kode|kod|kodi|land van afgifte\
            |ausstellungsland|国家码|kod kraju
            """
        ),
        (
            .other,
            """
            type|typ|tipo|tyyppi|liik|tegund|vrsta|tuf|type of permit|art des titels|kind of title|typ type|rodzaj\
            |personal no|personal number|personal code|personal identifying number|numero personnel|identifiant personnel\
            |id no|isikukood|asmens kodas|personas kods|kennitala|numer pesel|pesel|rodne cislo|oib|emso|jmbg|personnummer\
            |personbeteckning|personnr|bsn|burgerservicenummer|national register number|registration number|iv case number|alien no\
            |height|taille|grosse|lengte|altezza|statura|estatura|altura|wzrost|vyska|visina|pituus|langd|hoyde|kasv|ugis|augums\
            |colour of eyes|color of eyes|couleur des yeux|farbe der augen|augenfarbe|eyes|oczy|signature\
            |holder's signature|signature of bearer|signature of holder|signature du titulaire|unterschrift|podpis|potpis|firma\
            |firma del titular|handtekening|handtekening van de houder|unterschrift des inhabers|podpis drzitele|name at birth\
            |geburtsname|nom de naissance|birth name|surname at birth|family name at birth|nazwisko rodowe|rodne prijmeni\
            |parents' given names|imiona rodzicow|father's name|mother's name|filiation|hijo de|nom d'usage|pseudonym\
            |religious name or pseudonym|ordens oder kunstlername|title|titel|titre|titel nachgestelt|permanent resident card|permanent resident|heimatort|lieu d'origine\
            |luogo di attinenza|place of origin|delivre a|delivree a|wydana w|valid from|valable a partir du|valido a partir de|resident since|remarks|remarques\
            |remarques remarks|anmerkungen|amtliche erganzungen|official observations|observations|uwagi|number of entries\
            |nombre d'entrees|no of entries|numero de entradas|duration of stay|duree de sejour|issued in|place of issue\
            |lieu de delivrance|lugar de expedicion|ausstellungsort|issuing post name|iv category|pa category|category\
            |marital status|annotation|profession|occupation|beruf|signature of issuing officer|firma del funcionario expedidor\
            |patronymic|patronyme|number of passport|spouse|留学|持照人签名|bearer's signature
            """
        ),
    ]

    /// A caption's character, and where it stands in its text.
    struct Folded: Equatable {
        let byte: UInt8
        let index: Int
    }

    /// A text as captions are compared: capitals without marks and gaps, and what looks alike in small print as one.
    ///
    /// Letters of other scripts are their code point's lowest byte, with the highest bit set: close enough for comparing.
    static func folded(_ text: some StringProtocol) -> [Folded] {
        var characters: [Folded] = []
        let text = Array(text)
        for (index, character) in text.enumerated() {
            // A digit is a letter that was misread only in the midst of letters: others number captions.
            let isInWord =
                index > 0 && text[index - 1].isLetter && (index + 1 == text.count || !text[index + 1].isNumber)
            for scalar in NameTransliteration.base(of: character).unicodeScalars {
                switch scalar {
                case "A"..."Z": characters.append(Folded(byte: UInt8(scalar.value), index: index))
                case "°", "º": characters.append(Folded(byte: UInt8(ascii: "O"), index: index))
                case "0" where isInWord: characters.append(Folded(byte: UInt8(ascii: "O"), index: index))
                case "1" where isInWord: characters.append(Folded(byte: UInt8(ascii: "I"), index: index))
                case "5" where isInWord: characters.append(Folded(byte: UInt8(ascii: "S"), index: index))
                case "8" where isInWord: characters.append(Folded(byte: UInt8(ascii: "B"), index: index))
                default:
                    guard scalar.value > 0x370, scalar.properties.isAlphabetic else { continue }
                    characters.append(Folded(byte: UInt8(truncatingIfNeeded: scalar.value) | 0x80, index: index))
                }
            }
        }
        // "rn" and "m" are one shape in small print.
        var joined: [Folded] = []
        for character in characters {
            if character.byte == UInt8(ascii: "N"), joined.last?.byte == UInt8(ascii: "R") {
                let last = joined.removeLast()
                joined.append(Folded(byte: UInt8(ascii: "M"), index: last.index))
            } else {
                joined.append(character)
            }
        }
        return joined
    }

    /// How many characters of a caption may be read wrong: of short ones none, which names are like.
    private static func allowedErrors(_ count: Int) -> Int { count < 6 ? 0 : count < 10 ? 1 : (count + 1) / 5 }

    /// The captions that `text` may begin with, and how many of its characters each takes; the one that explains most first.
    static func leading(_ text: [Folded]) -> [(label: PrintedLabel, count: Int)] {
        guard !text.isEmpty else { return [] }
        var found: [(label: PrintedLabel, count: Int, gain: Int)] = []
        for label in all {
            let allowed = allowedErrors(label.characters.count)
            guard label.characters.count <= text.count + allowed,
                label.characters.prefix(2).contains(where: { first in text.prefix(3).contains { $0.byte == first } }),
                let (count, errors) = distance(of: label.characters, toBeginOf: text, limit: allowed)
            else { continue }
            // A longer caption that fits goes before a shorter one that fits better, unless it is much worse.
            found.append((label, count, label.characters.count - 2 * errors))
        }
        return found.sorted { $0.gain > $1.gain }.map { ($0.label, $0.count) }
    }

    /// The least number of changes that make `pattern` the begin of `text`, and how long that begin is; nil beyond `limit`.
    static func distance(of pattern: [UInt8], toBeginOf text: [Folded], limit: Int) -> (count: Int, errors: Int)? {
        let width = min(text.count, pattern.count + limit)
        var row = Array(0...width)
        for (index, byte) in pattern.enumerated() {
            var next = [index + 1] + [Int](repeating: 0, count: width)
            var least = next[0]
            for column in 0..<width {
                let same = text[column].byte == byte ? 0 : 1
                next[column + 1] = min(row[column] + same, row[column + 1] + 1, next[column] + 1)
                least = min(least, next[column + 1])
            }
            guard least <= limit else { return nil }
            row = next
        }
        guard let errors = row.min(), errors <= limit else { return nil }
        // Of equally good ends the one that is as long as the pattern. What lacks its last word and goes on otherwise is something
        // else: `PASSPORT OFFICE` is no `Passport No`.
        let ends = row.indices.filter { row[$0] == errors && ($0 + 1 >= pattern.count || $0 == text.count) }
        guard let end = ends.min(by: { abs($0 - pattern.count) < abs($1 - pattern.count) }), end > 0 else { return nil }
        return (end, errors)
    }
}
