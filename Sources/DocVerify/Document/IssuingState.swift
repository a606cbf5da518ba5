/// A state, territory or organisation as the MRZ names it in three columns (ICAO 9303-3 §5).
package struct IssuingState: Equatable, Sendable {
    package enum Standing: Sendable {
        /// Of ICAO's table as it stands.
        case current
        /// Withdrawn, but met on documents that are still about.
        case deprecated
        /// Of sample documents only.
        case specimen
        /// Of booklets that no state issued.
        case notRecognised
        /// Describes a person (stateless, refugee) and cannot issue.
        case person
    }

    /// Without fillers: `D`, `USA`.
    package let code: String
    /// In English, the short form.
    package let name: String
    package let standing: Standing

    /// The entry for `code`, with or without its fillers; nil for a code that is in no table.
    package init?(code: String) {
        let bare = String(code.prefix { $0 != "<" })
        guard !bare.isEmpty, code.dropFirst(bare.count).allSatisfy({ $0 == "<" }) else { return nil }
        if let name = Self.iso[bare] {
            self.init(code: bare, name: name, standing: .current)
        } else if let entry = Self.others[bare] {
            self.init(code: bare, name: entry.name, standing: entry.standing)
        } else {
            return nil
        }
    }

    private init(code: String, name: String, standing: Standing) {
        self.code = code
        self.name = name
        self.standing = standing
    }

    /// The ISO 3166-1 alpha-3 code for display and search: `DEU` for `D`, otherwise the code itself.
    package var threeLetterCode: String { code == "D" ? "DEU" : code }

    /// Every code of the table, in no order.
    package static var allCodes: [String] { Array(iso.keys) + Array(others.keys) }

    private static let others: [String: (name: String, standing: Standing)] = [
        "D": ("Germany", .current),
        "GBD": ("United Kingdom (overseas territories citizen)", .current),
        "GBN": ("United Kingdom (national overseas)", .current),
        "GBO": ("United Kingdom (overseas citizen)", .current),
        "GBP": ("United Kingdom (protected person)", .current),
        "GBS": ("United Kingdom (subject)", .current),
        "RKS": ("Kosovo", .current),
        "EUE": ("European Union", .current),
        "UNO": ("United Nations", .current),
        "UNA": ("United Nations specialised agency", .current),
        "UNK": ("United Nations Interim Administration Mission in Kosovo", .current),
        "XBA": ("African Development Bank", .current),
        "XIM": ("African Export-Import Bank", .current),
        "XCC": ("Caribbean Community", .current),
        "XCE": ("Council of Europe", .current),
        "XCO": ("Common Market for Eastern and Southern Africa", .current),
        "XEC": ("Economic Community of West African States", .current),
        "XPO": ("Interpol", .current),
        "XES": ("Organization of Eastern Caribbean States", .current),
        "XMP": ("Parliamentary Assembly of the Mediterranean", .current),
        "XOM": ("Sovereign Military Order of Malta", .current),
        "XDC": ("Southern African Development Community", .current),
        "XXA": ("Stateless person", .person),
        "XXB": ("Refugee", .person),
        "XXC": ("Refugee (other)", .person),
        "XXX": ("Unspecified nationality", .person),
        "ANT": ("Netherlands Antilles", .deprecated),
        "NTZ": ("Neutral Zone", .deprecated),
        "ZAR": ("Zaire", .deprecated),
        "YUG": ("Yugoslavia", .deprecated),
        "SCG": ("Serbia and Montenegro", .deprecated),
        "SUN": ("Soviet Union", .deprecated),
        "DDR": ("German Democratic Republic", .deprecated),
        "ROM": ("Romania", .deprecated),
        "TMP": ("East Timor", .deprecated),
        "BUR": ("Burma", .deprecated),
        "UTO": ("Utopia", .specimen),
        "BDR": ("Bundesdruckerei", .specimen),
        "INP": ("Interpol (sample)", .specimen),
        "SI": ("Slovenia (sample)", .specimen),
        "WSA": ("World Service Authority", .notRecognised),
        "IMO": ("International Maritime Organization", .notRecognised),
    ]

    private static let iso: [String: String] = [
        "ABW": "Aruba", "AFG": "Afghanistan", "AGO": "Angola", "AIA": "Anguilla", "ALA": "Aland Islands",
        "ALB": "Albania", "AND": "Andorra", "ARE": "United Arab Emirates", "ARG": "Argentina", "ARM": "Armenia",
        "ASM": "American Samoa", "ATA": "Antarctica", "ATF": "French Southern Territories",
        "ATG": "Antigua and Barbuda", "AUS": "Australia", "AUT": "Austria", "AZE": "Azerbaijan", "BDI": "Burundi",
        "BEL": "Belgium", "BEN": "Benin", "BES": "Bonaire, Sint Eustatius and Saba", "BFA": "Burkina Faso",
        "BGD": "Bangladesh", "BGR": "Bulgaria", "BHR": "Bahrain", "BHS": "Bahamas", "BIH": "Bosnia and Herzegovina",
        "BLM": "Saint Barthelemy", "BLR": "Belarus", "BLZ": "Belize", "BMU": "Bermuda", "BOL": "Bolivia",
        "BRA": "Brazil", "BRB": "Barbados", "BRN": "Brunei Darussalam", "BTN": "Bhutan", "BVT": "Bouvet Island",
        "BWA": "Botswana", "CAF": "Central African Republic", "CAN": "Canada", "CCK": "Cocos (Keeling) Islands",
        "CHE": "Switzerland", "CHL": "Chile", "CHN": "China", "CIV": "Cote d'Ivoire", "CMR": "Cameroon",
        "COD": "Democratic Republic of the Congo", "COG": "Congo", "COK": "Cook Islands", "COL": "Colombia",
        "COM": "Comoros", "CPV": "Cabo Verde", "CRI": "Costa Rica", "CUB": "Cuba", "CUW": "Curacao",
        "CXR": "Christmas Island", "CYM": "Cayman Islands", "CYP": "Cyprus", "CZE": "Czechia", "DEU": "Germany",
        "DJI": "Djibouti", "DMA": "Dominica", "DNK": "Denmark", "DOM": "Dominican Republic", "DZA": "Algeria",
        "ECU": "Ecuador", "EGY": "Egypt", "ERI": "Eritrea", "ESH": "Western Sahara", "ESP": "Spain",
        "EST": "Estonia", "ETH": "Ethiopia", "FIN": "Finland", "FJI": "Fiji", "FLK": "Falkland Islands (Malvinas)",
        "FRA": "France", "FRO": "Faroe Islands", "FSM": "Micronesia", "GAB": "Gabon", "GBR": "United Kingdom",
        "GEO": "Georgia", "GGY": "Guernsey", "GHA": "Ghana", "GIB": "Gibraltar", "GIN": "Guinea",
        "GLP": "Guadeloupe", "GMB": "Gambia", "GNB": "Guinea-Bissau", "GNQ": "Equatorial Guinea", "GRC": "Greece",
        "GRD": "Grenada", "GRL": "Greenland", "GTM": "Guatemala", "GUF": "French Guiana", "GUM": "Guam",
        "GUY": "Guyana", "HKG": "Hong Kong", "HMD": "Heard Island and McDonald Islands", "HND": "Honduras",
        "HRV": "Croatia", "HTI": "Haiti", "HUN": "Hungary", "IDN": "Indonesia", "IMN": "Isle of Man",
        "IND": "India", "IOT": "British Indian Ocean Territory", "IRL": "Ireland", "IRN": "Iran", "IRQ": "Iraq",
        "ISL": "Iceland", "ISR": "Israel", "ITA": "Italy", "JAM": "Jamaica", "JEY": "Jersey", "JOR": "Jordan",
        "JPN": "Japan", "KAZ": "Kazakhstan", "KEN": "Kenya", "KGZ": "Kyrgyzstan", "KHM": "Cambodia",
        "KIR": "Kiribati", "KNA": "Saint Kitts and Nevis", "KOR": "Republic of Korea", "KWT": "Kuwait",
        "LAO": "Laos", "LBN": "Lebanon", "LBR": "Liberia", "LBY": "Libya", "LCA": "Saint Lucia",
        "LIE": "Liechtenstein", "LKA": "Sri Lanka", "LSO": "Lesotho", "LTU": "Lithuania", "LUX": "Luxembourg",
        "LVA": "Latvia", "MAC": "Macao", "MAF": "Saint Martin (French part)", "MAR": "Morocco", "MCO": "Monaco",
        "MDA": "Republic of Moldova", "MDG": "Madagascar", "MDV": "Maldives", "MEX": "Mexico",
        "MHL": "Marshall Islands", "MKD": "North Macedonia", "MLI": "Mali", "MLT": "Malta", "MMR": "Myanmar",
        "MNE": "Montenegro", "MNG": "Mongolia", "MNP": "Northern Mariana Islands", "MOZ": "Mozambique",
        "MRT": "Mauritania", "MSR": "Montserrat", "MTQ": "Martinique", "MUS": "Mauritius", "MWI": "Malawi",
        "MYS": "Malaysia", "MYT": "Mayotte", "NAM": "Namibia", "NCL": "New Caledonia", "NER": "Niger",
        "NFK": "Norfolk Island", "NGA": "Nigeria", "NIC": "Nicaragua", "NIU": "Niue", "NLD": "Netherlands",
        "NOR": "Norway", "NPL": "Nepal", "NRU": "Nauru", "NZL": "New Zealand", "OMN": "Oman", "PAK": "Pakistan",
        "PAN": "Panama", "PCN": "Pitcairn", "PER": "Peru", "PHL": "Philippines", "PLW": "Palau",
        "PNG": "Papua New Guinea", "POL": "Poland", "PRI": "Puerto Rico",
        "PRK": "Democratic People's Republic of Korea", "PRT": "Portugal", "PRY": "Paraguay",
        "PSE": "Palestine", "PYF": "French Polynesia", "QAT": "Qatar", "REU": "Reunion", "ROU": "Romania",
        "RUS": "Russian Federation", "RWA": "Rwanda", "SAU": "Saudi Arabia", "SDN": "Sudan", "SEN": "Senegal",
        "SGP": "Singapore", "SGS": "South Georgia and the South Sandwich Islands",
        "SHN": "Saint Helena, Ascension and Tristan da Cunha", "SJM": "Svalbard and Jan Mayen",
        "SLB": "Solomon Islands", "SLE": "Sierra Leone", "SLV": "El Salvador", "SMR": "San Marino",
        "SOM": "Somalia", "SPM": "Saint Pierre and Miquelon", "SRB": "Serbia", "SSD": "South Sudan",
        "STP": "Sao Tome and Principe", "SUR": "Suriname", "SVK": "Slovakia", "SVN": "Slovenia", "SWE": "Sweden",
        "SWZ": "Eswatini", "SXM": "Sint Maarten (Dutch part)", "SYC": "Seychelles", "SYR": "Syrian Arab Republic",
        "TCA": "Turks and Caicos Islands", "TCD": "Chad", "TGO": "Togo", "THA": "Thailand", "TJK": "Tajikistan",
        "TKL": "Tokelau", "TKM": "Turkmenistan", "TLS": "Timor-Leste", "TON": "Tonga",
        "TTO": "Trinidad and Tobago", "TUN": "Tunisia", "TUR": "Turkiye", "TUV": "Tuvalu", "TWN": "Taiwan",
        "TZA": "Tanzania", "UGA": "Uganda", "UKR": "Ukraine", "UMI": "United States Minor Outlying Islands",
        "URY": "Uruguay", "USA": "United States", "UZB": "Uzbekistan", "VAT": "Holy See",
        "VCT": "Saint Vincent and the Grenadines", "VEN": "Venezuela", "VGB": "British Virgin Islands",
        "VIR": "United States Virgin Islands", "VNM": "Viet Nam", "VUT": "Vanuatu", "WLF": "Wallis and Futuna",
        "WSM": "Samoa", "YEM": "Yemen", "ZAF": "South Africa", "ZMB": "Zambia", "ZWE": "Zimbabwe",
    ]
}
