/// Who issues licences of this standard, and whose dates are written which way round.
enum AAMVAJurisdiction {
    /// Canadian issuers by their number (AAMVA's list of issuer identification numbers).
    private static let canadianIssuers: Set<String> = [
        "604432", "636028", "636048", "636017", "636016", "636013", "636012", "604426", "604428", "636044", "604429",
        "604434", "604433",
    ]
    /// Pennsylvania, which writes all names in one element, the surname last.
    static let surnameLastIssuer = "636025"

    private static let provinces: Set<String> = [
        "AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT",
    ]
    private static let states: Set<String> = [
        "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "DC", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY",
        "LA",
        "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK",
        "OR",
        "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY", "AS", "GU", "MP", "PR", "VI",
    ]

    /// The state's code of ICAO 9303-3 for what the element `DCG` says; nil for none that is known.
    static func country(stated: String) -> String? {
        switch stated {
        case "USA", "US": "USA"
        case "CAN", "CN", "CA": "CAN"
        case "MEX", "MX": "MEX"
        default: nil
        }
    }

    /// Where no country is stated: by the issuer's number, then by the address.
    static func country(issuer: String, jurisdiction: String?) -> String? {
        if canadianIssuers.contains(issuer) { return "CAN" }
        if let jurisdiction, provinces.contains(jurisdiction) { return "CAN" }
        if let jurisdiction, states.contains(jurisdiction) { return "USA" }
        return nil
    }
}
