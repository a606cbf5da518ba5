import Testing

@testable import OnboardingCrypto

@Suite struct PasswordHashTests {
    private static let quick = Scrypt.Cost(logN: 10, r: 8, p: 1)

    /// RFC 7914 §12, but for the last vector, which takes 1 GiB.
    @Test func scryptGivesThePublishedKeys() throws {
        let published: [(password: String, salt: String, cost: Scrypt.Cost, key: String)] = [
            (
                "", "", .init(logN: 4, r: 1, p: 1),
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17"
                    + "e8d3e0fb2e0d3628cf35e20c38d18906"
            ),
            (
                "password", "NaCl", .init(logN: 10, r: 8, p: 16),
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830da"
                    + "c727afb94a83ee6d8360cbdfa2cc0640"
            ),
            (
                "pleaseletmein", "SodiumChloride", .init(logN: 14, r: 8, p: 1),
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9"
                    + "e61e85dc0d651e40dfcf017b45575887"
            ),
        ]
        for (password, salt, cost, key) in published {
            let made = try Scrypt.key(of: Array(password.utf8), salt: Array(salt.utf8), cost: cost, count: 64)
            #expect(Hexadecimal.encode(made) == key)
        }
    }

    @Test func aCostThatIsNoneIsRefused() {
        for (logN, r, p) in [(0, 8, 1), (-1, 8, 1), (25, 8, 1), (64, 8, 1), (10, 0, 1), (10, 65, 1), (10, 8, 0)] {
            #expect(throws: CryptoError.libraryFailure) {
                try Scrypt.key(of: [1], salt: [2], cost: .init(logN: logN, r: r, p: p), count: 32)
            }
        }
    }

    @Test func aPasswordIsKnownAgainAndNoOther() throws {
        let hash = try PasswordHash(of: "correct horse battery", cost: Self.quick)
        let stored = try #require(PasswordHash(text: hash.text))
        #expect(stored.text == hash.text)
        #expect(stored.cost == Self.quick)
        for known in [hash, stored] {
            #expect(try known.verifies("correct horse battery"))
            for other in ["correct horse batterx", "Correct horse battery", "correct horse battery ", ""] {
                #expect(try !known.verifies(other))
            }
        }
        let again = try PasswordHash(of: "correct horse battery", cost: Self.quick)
        #expect(again.text != hash.text, "a salt of its own")
    }

    /// Made by Python's `hashlib.scrypt`. The second one has the cost of every new one.
    @Test(arguments: [
        ("korrekt Pferd ü", "scrypt$ln=10,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$tUW6DhxTb8416arzvDiiFpAFy5HTNDmhovR1dJk1kBs"),
        (
            "correct horse battery",
            "scrypt$ln=17,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$r17NvsAt3wR6PfK0lC4hewtpyA_TJ24ZI6u-DRyA6ok"
        ),
    ]) func aStoredTextIsWhatAnotherProgramMakesOfIt(password: String, text: String) throws {
        #expect(try #require(PasswordHash(text: text)).verifies(password))
    }

    @Test func aLetterHasOneSpelling() throws {
        let hash = try PasswordHash(of: "m\u{fc}nchen m\u{fc}nchen", cost: Self.quick)
        #expect(try hash.verifies("mu\u{308}nchen mu\u{308}nchen"))
    }

    @Test func aNewOneHasTheStandardCostAndWithinItsBounds() throws {
        #expect(Scrypt.Cost.standard == Scrypt.Cost(logN: 17, r: 8, p: 1))
        #expect(PasswordHash(text: PasswordHash.ofNobody().text)?.cost == .standard)
    }

    @Test func nobodysIsNeverRight() throws {
        let nobodys = PasswordHash.ofNobody(cost: Self.quick)
        #expect(nobodys.cost == Self.quick)
        for password in ["", "correct horse battery"] { #expect(try !nobodys.verifies(password)) }
    }

    /// What somebody wrote into the database must not take the server's memory.
    @Test func aTextOfAnotherFormOrAnotherCostIsNone() {
        let (salt, hash) = ("AAECAwQFBgcICQoLDA0ODw", "tUW6DhxTb8416arzvDiiFpAFy5HTNDmhovR1dJk1kBs")
        #expect(PasswordHash(text: "scrypt$ln=10,r=8,p=1$\(salt)$\(hash)") != nil)
        for text in [
            "", "scrypt", "$$$", "scrypt$ln=18,r=8,p=1$\(salt)$\(hash)", "scrypt$ln=9,r=8,p=1$\(salt)$\(hash)",
            "scrypt$ln=17,r=9,p=1$\(salt)$\(hash)", "scrypt$ln=17,r=8,p=5$\(salt)$\(hash)",
            "scrypt$ln=17,r=0,p=1$\(salt)$\(hash)", "scrypt$ln=17,r=8,p=0$\(salt)$\(hash)",
            "scrypt$ln=63,r=8,p=1$\(salt)$\(hash)", "scrypt$ln=017,r=8,p=1$\(salt)$\(hash)",
            "scrypt$ln=17,r=8$\(salt)$\(hash)", "bcrypt$ln=17,r=8,p=1$\(salt)$\(hash)",
            "scrypt$ln=17,r=8,p=1$\(salt)", "scrypt$ln=17,r=8,p=1$\(salt)$\(hash)$",
            "scrypt$ln=17,r=8,p=1$\(salt)=$\(hash)", "scrypt$ln=17,r=8,p=1$AAEC$\(hash)",
            "scrypt$ln=17,r=8,p=1$\(salt)$\(salt)", "scrypt$ln=17,r=8,p=1$\(hash)$\(hash)",
            " scrypt$ln=17,r=8,p=1$\(salt)$\(hash)", String(repeating: "scrypt$", count: 1000),
        ] { #expect(PasswordHash(text: text) == nil, "\(text.prefix(60))") }
    }

    @Test func itIsShownToNobody() throws {
        #expect("\(PasswordHash.ofNobody())" == "PasswordHash(secret)")
        #expect("\(try TimeBasedCode.generate())" == "TimeBasedCode(secret)")
    }
}
