/// A colour of sRGB with 8 bits a channel.
package struct Color: Hashable, Sendable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package static let black = Color(red: 0, green: 0, blue: 0)
    package static let white = Color(red: 255, green: 255, blue: 255)

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// - Parameter text: `#rrggbb`, in letters of either case.
    /// - Returns: nil for any other text.
    package init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 7, digits[0] == UInt8(ascii: "#") else { return nil }
        let values = digits[1...].compactMap { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
            default: nil
            }
        }
        guard values.count == 6 else { return nil }
        self.init(
            red: values[0] << 4 | values[1], green: values[2] << 4 | values[3], blue: values[4] << 4 | values[5])
    }

    /// `#rrggbb`, in small letters.
    package var text: String {
        let channels = [red, green, blue].map { channel in
            let digits = String(channel, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }
        return "#" + channels.joined()
    }

    /// On the way to another colour. The hue stays on the way to black or white, to a rounding.
    /// - Parameter parts: of 256.
    func mixed(with other: Color, parts: Int) -> Color {
        let parts = min(max(parts, 0), 256)
        func channel(_ own: UInt8, _ other: UInt8) -> UInt8 {
            UInt8((Int(own) * (256 - parts) + Int(other) * parts + 128) / 256)
        }
        return Color(
            red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue))
    }
}
