import Foundation
@testable import OnboardingCrypto

/// The keys that the targets work with. They protect nothing: what is written here stands in `docs/package-format.md` as
/// known answers, the RSA key is made anew in each process.
enum TestKeys {
    static let ec = ecKeyPair()
    static let rsa = rsaKeyPair()
    static let packageKeys = PackageKeys(current: PackageKeyPair(rsa: rsa, ec: ec))

    static let enrollmentToken = "7d1f0c52-9a3e-e4b8-06c1-5f2a9d83b7e0"
    static let encapsulatedKey = base64(
        "BKPstgZUvSANUVcbVtU+VxO2uNQbUiEZJ3eFNt1UtR/xnB30Ta60I/gHvhZ4me2fnjja4D/e8F6EuFwy5mx3vFw=")
    static let ciphertext = base64(
        "BcftpqJrDHWQLdQaQcBx2mAAzrnYjyERBG9hV+PRvyzi5rCPu7AuL7dOrSsUPiPOecnCK0nW+wnn95M/kN8qKzydLYNm3zw6pbelVyEiWw==")

    static let qrContentKey = base64("XRRmPNZDmJVUzqQjZJjBVs/5vUDhXLoKASRW2FFQcPI=")
    static let qrPublicKey = rsaPublicKey(
        """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2XQ94WEm7+ZDFbvHwuJYXi1YfTQyP9g/ALI6pIjtRxob/OBRV9cgRbJ254f/NwcD1NR6
        q1dR2eFOdZuVJCYfjftqCxh2ff6H8snIuV0DLhH1sy5LspOgc7wa4Ey7SvWvqF01Xslt0uK6ejjwrN4A+pOVWAv7XGxRN857CEz8vh/KP0W9ufpF
        3Pu82z8Jwl+bwemr5pbQVjyrOTNAjX/Vr5bLi9PSE78D9qOZ0J6yKhvQe0Q8BQNI49fujsme8C57O0WKZDxXoQRxYBcKFRGyNGvtL/qOcZvNOMfu
        CkXKbvX4jkZ/SqZ9dGveK5Me2/HX8n8wsUAPxvxrWl/1Y4j6mQIDAQAB
        """)
    static let qrData = """
        vwM6oKH8H0Sl_U__Uug3smmoVtBYkPx9IFapNloCOqjqOEp1GB9key5wGCkXzRXy4NSfwBouVS5ZQEQOk9qMojxe-adWBI3w-OUwEIatFzDAFtput\
        Ysf3ZtSCoYfomDQ3dtHVYStYaw337KvHAiBFhca1XLnBOOtCGlMHsxG-OehKQaU4YfvO4cyEMCOg_trcGywRZ5-NbHI5VQItmNjYT4-ItTrp5D7rx\
        282bYC-cZSYcyL_b-BEfYeloehd0jDz1ba0zAPDTmZz-SKO4lyG26Sb9wlYXH5Fh0tFbGGuD7SF_HL6NXvu5z8ievMIryZZQ49ZywXP08kILgjZ5t\
        OLgABAgMEBQYHCAkKCwwNDg-jIN-0gVb8f70KPghtOMq0N76ZUwFtRIqUp_Q1Y7iTGKV-sduse0H-kS6IOWo3wjj5SAYQ4zRPb7SkN-piBb1p
        """

    static func base64(_ text: String) -> [UInt8] {
        [UInt8](Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
    }

    // Without its keys no target can do anything, so a failure here is a programmer's error.

    private static func ecKeyPair() -> ECKeyPair {
        let scalar = Hexadecimal.decode("09f381a08ad0a6f87718cc9fa3e8b1807968910f09249fd0c4941e2ca8fa0492") ?? []
        guard let pair = try? ECKeyPair(scalar: scalar) else { preconditionFailure("no EC key") }
        return pair
    }

    private static func rsaKeyPair() -> RSAKeyPair {
        guard let pair = try? RSAKeyPair.generate(bits: 2048) else { preconditionFailure("no RSA key") }
        return pair
    }

    private static func rsaPublicKey(_ text: String) -> RSAPublicKey {
        guard let key = try? RSAPublicKey(spkiDER: base64(text)) else { preconditionFailure("no RSA public key") }
        return key
    }
}
