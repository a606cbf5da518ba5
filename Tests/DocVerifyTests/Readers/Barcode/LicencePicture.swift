import CZXing
import Foundation
import Vision

/// Licences of invented persons, written and drawn for tests.
struct LicencePicture {
    /// A symbol as the library draws it.
    struct Modules {
        let width: Int
        let height: Int
        let isDark: [UInt8]

        init?(_ text: String, format: czxing_format = CZXING_PDF417, level: Int32 = 4) {
            var isDark = [UInt8](repeating: 0, count: 1 << 20)
            var (width, height): (Int32, Int32) = (0, 0)
            let status = text.utf8CString.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map {
                    czxing_write_symbol(
                        $0, bytes.count - 1, Int32(format.rawValue), level, &isDark, isDark.count, &width, &height)
                }
            }
            guard status == CZXING_OK else { return nil }
            (self.width, self.height) = (Int(width), Int(height))
            self.isDark = Array(isDark.prefix(self.width * self.height))
        }

        /// White with a margin, so many pixels a module.
        func image(scale: Int, margin: Int) -> Image {
            let size = ImageSize(width: width * scale + 2 * margin, height: height * scale + 2 * margin)
            var pixels = [UInt8](repeating: 235, count: size.width * size.height * 3)
            for y in 0..<(height * scale) {
                for x in 0..<(width * scale) where isDark[y / scale * width + x / scale] == 1 {
                    let place = ((y + margin) * size.width + x + margin) * 3
                    for channel in 0..<3 { pixels[place + channel] = 30 }
                }
            }
            return Image(size: size, pixels: pixels)
        }
    }

    /// The symbol on a table of 1200 × 900 pixels, as long as `length`, turned by `degrees` around the middle, its right end smaller by
    /// `perspective`.
    static func image(
        _ modules: Modules, length: Double, degrees: Double = 0, perspective: Double = 0,
        size: ImageSize = ImageSize(width: 1200, height: 900)
    ) -> Image {
        let scale = max(1, Int((length / Double(modules.width)).rounded()))
        let drawn = modules.image(scale: scale, margin: 8 * scale)
        let factor = length / Double(modules.width * scale)
        let (cosine, sine) = (cos(degrees * .pi / 180) * factor, sin(degrees * .pi / 180) * factor)
        let (x, y) = (Double(drawn.size.width) / 2, Double(drawn.size.height) / 2)
        let tilt = perspective / Double(drawn.size.width)
        // From the middle of the drawing to that of the table; the last row makes the right end smaller.
        let turned = Homography(values: [
            cosine, -sine, -cosine * x + sine * y, sine, cosine, -sine * x - cosine * y, 0, 0, 1,
        ])
        let seen = Homography(values: [1, 0, 0, 0, 1, 0, tilt / factor, 0, 1])
        let placed = Homography(values: [1, 0, Double(size.width) / 2, 0, 1, Double(size.height) / 2, 0, 0, 1])
        return drawn.warped(by: placed.after(seen.after(turned)), to: size)
    }

    /// A licence's data of the given version, damaged by nobody.
    static func text(
        version: Int = 10, type: String = "DL", number: String = "K4729163", surname: String = "VESTERHOLM",
        first: String = "ELIAS", middle: String = "JON", birth: String = "03171979", issue: String = "05022022",
        expiry: String = "03172030", country: String = "USA", more: [String] = []
    ) -> String {
        let names =
            version <= 1
            ? ["DAA\(surname),\(first),\(middle)"]
            : version <= 3
                ? ["DCS\(surname)", "DCT\(first) \(middle)"] : ["DCS\(surname)", "DAC\(first)", "DAD\(middle)"]
        let elements =
            ["DAQ\(number)"] + names + ["DBB\(birth)", "DBD\(issue)", "DBA\(expiry)", "DBC1"]
            + ["DAG12 HARBOUR RD", "DAISEATOWN", "DAJVA", "DAK232690000  "]
            + (version <= 1 ? ["DARD"] : ["DCAD", "DCG\(country)"]) + more
        let body = type + elements.joined(separator: "\n") + "\r"
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: width - String(number).count) + String(number)
        }
        let header = "@\n\u{1E}\rANSI 636000" + padded(version, 2) + (version <= 1 ? "" : "00") + "01"
        return header + type + padded(header.utf8.count + 10, 4) + padded(body.utf8.count, 4) + body
    }
}

extension Homography {
    /// First `other`, then this.
    func after(_ other: Homography) -> Homography {
        var values: [Double] = []
        for row in 0..<3 {
            for column in 0..<3 {
                values.append((0..<3).reduce(0) { $0 + self.values[row * 3 + $1] * other.values[$1 * 3 + column] })
            }
        }
        return Homography(values: values)
    }
}
