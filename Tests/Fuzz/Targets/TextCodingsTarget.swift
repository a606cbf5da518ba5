import Foundation
import OnboardingAPI
import OnboardingCrypto

extension FuzzTarget {
    /// Base64, base64url and hexadecimal, to bytes and back.
    static let textCodings = FuzzTarget(
        name: "text-codings",
        dictionary: words(
            "=", "==", "===", "data:;base64,", "data:image/png;base64,", "-", "_", "+", "/", "\r\n", " ", "\t"),
        check: { input throws(Finding) in
            try promise(Base64URL.decode(Base64URL.encode(input)) == input, "base64url is not read as written")
            try promise(Hexadecimal.decode(Hexadecimal.encode(input)) == input, "hexadecimal is not read as written")
            try promise(Base64Bytes.decode(Data(input).base64EncodedString()) == input, "base64 is not read as written")

            guard let text = String(validating: input, as: UTF8.self) else { return false }
            let (forURLs, hexadecimal, standard) = (
                Base64URL.decode(text), Hexadecimal.decode(text), Base64Bytes.decode(text)
            )
            if let bytes = forURLs {
                try promise(Base64URL.encode(bytes) == text, "two texts in base64url for one value")
            }
            if let bytes = hexadecimal {
                try promise(Hexadecimal.encode(bytes) == text.lowercased(), "hexadecimal is read wrong")
            }
            if let bytes = standard {
                let content = text.hasPrefix("data:") ? text.drop { $0 != "," }.dropFirst() : text[...]
                let characters = content.unicodeScalars.filter { !" \t\r\n".unicodeScalars.contains($0) }
                let digits = characters.count - characters.reversed().prefix { $0 == "=" }.count
                try promise(bytes.count == digits * 3 / 4, "\(digits) digits, \(bytes.count) bytes")
                try promise(
                    !(characters.contains("+") || characters.contains("/"))
                        || !(characters.contains("-") || characters.contains("_")), "digits of both alphabets")
            }
            return forURLs != nil || hexadecimal != nil || standard != nil
        },
        planted: { input throws(Finding) in
            // Stray bits behind the last byte are let pass.
            guard let text = String(validating: input, as: UTF8.self), !text.isEmpty, Base64URL.decode(text) == nil,
                text.utf8.allSatisfy({ !"+/=".utf8.contains($0) })
            else { return }
            let standard = text.replacing("-", with: "+").replacing("_", with: "/")
            let padded = standard + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
            try promise(Data(base64Encoded: padded) == nil, "stray bits are let pass")
        })
}
