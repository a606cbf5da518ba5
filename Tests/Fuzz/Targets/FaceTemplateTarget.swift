import FaceEngine

extension FuzzTarget {
    /// Face templates as they are stored.
    static let faceTemplate = FuzzTarget(
        name: "face-template",
        dictionary: [
            Array("FTPL".utf8), [1], [0], [16], [17], [0, 0], [0, 0, 0x80, 0x3F], [0, 0, 0x80, 0xBF],
            [0, 0, 0xC0, 0x7F],
            [0, 0, 0x80, 0x7F], [0, 0, 0, 0x80], [0xFF, 0xFF],
        ],
        check: { input throws(Finding) in
            var isTaken = false
            for bytes in [input, withUnitLength(input)] {
                guard let template = try? FaceTemplate(serialized: bytes) else { continue }
                isTaken = true
                try promise(template.serialized() == bytes, "a template stored is another one")
                try promise((1...16).contains(template.partLengths.count), "\(template.partLengths.count) parts")
                try promise(template.partLengths.reduce(0, +) == template.values.count, "parts and numbers do not fit")
                let similarity = try? template.similarity(to: template)
                try promise(abs((similarity ?? 0) - 1) < 0.01, "a template is not like itself")
            }
            return isTaken
        },
        planted: { input throws(Finding) in
            // What follows the last number is not looked at.
            guard (try? FaceTemplate(serialized: input)) == nil else { return }
            for count in 1..<max(1, min(input.count, 8)) {
                let isTemplate = (try? FaceTemplate(serialized: Array(input.dropLast(count)))) != nil
                try promise(!isTemplate, "\(count) bytes behind a template are ignored")
            }
        })
}

/// The bytes with their numbers scaled to length 1, where they have a template's form: else a single changed bit would
/// end almost every input at the check of the length.
private func withUnitLength(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > 5 else { return bytes }
    let partsAt = 6 + Int(bytes[5]) + 32
    guard partsAt < bytes.count else { return bytes }
    let start = partsAt + 1 + 2 * Int(bytes[partsAt])
    guard start < bytes.count, (bytes.count - start).isMultiple(of: 4) else { return bytes }
    let values = stride(from: start, to: bytes.count, by: 4).map { offset in
        Float(bitPattern: bytes[offset..<(offset + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
    let length = values.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
    guard length.isNormal else { return bytes }
    return bytes[..<start]
        + values.flatMap { value in
            [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: (value / length).bitPattern >> UInt32($0)) }
        }
}
