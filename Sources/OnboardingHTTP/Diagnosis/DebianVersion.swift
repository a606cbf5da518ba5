/// The version of a Debian package, in the order that dpkg has them (deb-version(7)): an epoch, what upstream calls it, and a
/// revision, `1:2.1.5-2`.
struct DebianVersion: Comparable {
    private let epoch: Int
    private let upstream, revision: [UInt8]

    init(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        epoch = parts.count == 2 ? Int(parts[0]) ?? 0 : 0
        let rest = parts.last ?? ""
        let dash = rest.lastIndex(of: "-")
        upstream = Array(rest[..<(dash ?? rest.endIndex)].utf8)
        revision = dash.map { Array(rest[rest.index(after: $0)...].utf8) } ?? []
    }

    static func < (left: Self, right: Self) -> Bool { left.difference(from: right) < 0 }
    static func == (left: Self, right: Self) -> Bool { left.difference(from: right) == 0 }

    private func difference(from other: Self) -> Int {
        if epoch != other.epoch { return epoch < other.epoch ? -1 : 1 }
        let difference = Self.difference(upstream, other.upstream)
        return difference != 0 ? difference : Self.difference(revision, other.revision)
    }

    /// Letters and signs, then digits as a number, and so on.
    private static func difference(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var (i, j) = (0, 0)
        func digit(_ text: [UInt8], _ index: Int) -> Int? {
            guard index < text.count, (0x30...0x39).contains(text[index]) else { return nil }
            return Int(text[index]) - 0x30
        }
        while i < left.count || j < right.count {
            while (i < left.count && digit(left, i) == nil) || (j < right.count && digit(right, j) == nil) {
                let difference = weight(left, i) - weight(right, j)
                if difference != 0 { return difference }
                (i, j) = (i + 1, j + 1)
            }
            while digit(left, i) == 0 { i += 1 }
            while digit(right, j) == 0 { j += 1 }
            var first = 0
            while let a = digit(left, i), let b = digit(right, j) {
                if first == 0 { first = a - b }
                (i, j) = (i + 1, j + 1)
            }
            if digit(left, i) != nil { return 1 }
            if digit(right, j) != nil { return -1 }
            if first != 0 { return first }
        }
        return 0
    }

    /// A tilde comes before the end, which comes before letters, which come before other signs.
    private static func weight(_ text: [UInt8], _ index: Int) -> Int {
        guard index < text.count else { return 0 }
        switch text[index] {
        case 0x30...0x39: return 0
        case 0x7E: return -1
        case 0x41...0x5A, 0x61...0x7A: return Int(text[index])
        default: return Int(text[index]) + 256
        }
    }
}
