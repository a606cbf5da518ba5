/// Somebody who does not exist, for a test tenant that is to look lived in.
struct MadeUpPerson: Sendable {
    let firstName: String
    let lastName: String
    /// Three letters.
    let issuingState: String

    private static let firstNames = [
        "Ada", "Anna", "Anton", "Bela", "Carla", "Chiara", "Daria", "David", "Elif", "Emil", "Erika", "Fatma", "Felix",
        "Georg", "Greta", "Hannah", "Igor", "Ines", "Jakub", "Jana", "Jonas", "Karl", "Katarzyna", "Lars", "Lena",
        "Lucia", "Luka", "Maria", "Marie", "Mario", "Mark", "Marta", "Matteo", "Mehmet", "Mila", "Nadia", "Nils",
        "Nora", "Olga", "Oskar", "Paula", "Pedro", "Petra", "Quentin", "Rosa", "Samir", "Sara", "Sofia", "Stefan",
        "Tara", "Theo", "Tim", "Uta", "Vera", "Viktor", "Wanda", "Xenia", "Yasmin", "Yusuf", "Zoe",
    ]
    private static let lastNames = [
        "Acker", "Adler", "Baumann", "Becker", "Berg", "Bianchi", "Brandt", "Busch", "Costa", "Demir", "Dubois",
        "Ebert", "Engel", "Falk", "Fischer", "Fuchs", "Garcia", "Graf", "Haas", "Hansen", "Horn", "Ivanova", "Jansen",
        "Kaiser", "Keller", "Klein", "Koch", "Kowalski", "Kraus", "Lang", "Lehmann", "Lindner", "Lorenz", "Marino",
        "Meyer", "Moreau", "Mustermann", "Nagel", "Novak", "Otto", "Peters", "Popescu", "Richter", "Romano", "Roth",
        "Sommer", "Stein", "Thoma", "Urban", "Vogel", "Wagner", "Weber", "Winter", "Wolf", "Yilmaz", "Zimmer",
    ]
    /// The more often the more people hold its documents.
    private static let states: [(code: String, weight: Int)] = [
        ("DEU", 52), ("FRA", 8), ("ITA", 6), ("POL", 6), ("TUR", 5), ("ESP", 4), ("ROU", 3), ("AUT", 3), ("NLD", 2),
        ("GBR", 2), ("USA", 2), ("UKR", 2), ("SYR", 1), ("GRC", 1), ("PRT", 1), ("CHE", 1), ("UTO", 1),
    ]

    init(using generator: inout some RandomNumberGenerator) {
        firstName = Self.firstNames.randomElement(using: &generator) ?? ""
        lastName = Self.lastNames.randomElement(using: &generator) ?? ""
        issuingState = Self.states.drawn(using: &generator)
    }

    /// - Parameter tag: what nobody else of this name has.
    func username(_ tag: String) -> String { "\(firstName).\(lastName).\(tag)".lowercased() }
}

extension [(code: String, weight: Int)] {
    /// One of them, as often as its weight says.
    func drawn(using generator: inout some RandomNumberGenerator) -> String {
        var left = Int.random(in: 0..<Swift.max(1, map(\.weight).reduce(0, +)), using: &generator)
        for (code, weight) in self {
            if left < weight { return code }
            left -= weight
        }
        return first?.code ?? ""
    }
}
