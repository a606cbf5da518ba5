// The serialised template, version 1. All numbers little-endian.
//
//     offset  bytes  what
//     0       4      "FTPL"
//     4       1      version, 1
//     5       1      length of the model's name in bytes, n (1 to 255)
//     6       n      the model's name, UTF-8
//     6+n     32     the model's digest, as bytes
//     38+n    1      number of parts, p (1 to 16)
//     39+n    2·p    length of each part in numbers, 16 bit
//     …       4·m    m numbers, IEEE 754 binary32: the parts one after the other; m = sum of the lengths
//
// Nothing follows. The numbers' squares sum to 1.

/// Why bytes are not a template.
public enum FaceTemplateError: Error, Equatable, Sendable {
    case malformed
    case unknownVersion
}

/// What faces are compared by: a direction in the space of a face descriptor.
public struct FaceTemplate: Equatable, Sendable {
    public let model: ModelIdentity
    /// The outputs of the model's networks, each scaled to the square root of its weight in the score, one after the
    /// other. The whole has Euclidean length 1 ± 1e-5, so that the dot product of two templates is the weighted mean of
    /// the networks' cosines.
    public let values: [Float]
    /// How many of `values` belong to each network.
    public let partLengths: [Int]

    /// - Parameter partLengths: 1 to 16 positive numbers that sum to the count of `values`, else a programmer's error.
    init(model: ModelIdentity, values: [Float], partLengths: [Int]) {
        precondition((1...16).contains(partLengths.count) && partLengths.allSatisfy { (1...65_535).contains($0) })
        precondition(partLengths.reduce(0, +) == values.count)
        self.model = model
        self.values = values
        self.partLengths = partLengths
    }

    /// The template as bytes; the format is described at the top of this file and does not change within a version.
    public func serialized() -> [UInt8] {
        let name = Array(model.name.utf8.prefix(255))
        var bytes = Array("FTPL".utf8) + [1, UInt8(name.count)] + name + Self.digestBytes(model.digest)
        bytes.append(UInt8(partLengths.count))
        for length in partLengths { bytes += [UInt8(length & 0xFF), UInt8(length >> 8)] }
        bytes.reserveCapacity(bytes.count + values.count * 4)
        for value in values {
            let pattern = value.bitPattern
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: pattern >> shift))
            }
        }
        return bytes
    }

    /// Reads what `serialized` writes.
    /// - Throws: `malformed` for anything else, also where numbers are not finite or their length is not 1 to 1e-3.
    public init(serialized bytes: [UInt8]) throws(FaceTemplateError) {
        var rest = bytes[...]
        func take(_ count: Int) throws(FaceTemplateError) -> ArraySlice<UInt8> {
            guard rest.count >= count else { throw .malformed }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
        func number(_ count: Int) throws(FaceTemplateError) -> UInt32 {
            try take(count).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard try take(4).elementsEqual("FTPL".utf8) else { throw .malformed }
        guard try number(1) == 1 else { throw .unknownVersion }
        guard let name = String(validating: try take(Int(number(1))), as: UTF8.self), !name.isEmpty else {
            throw .malformed
        }
        let digest = try take(32).map { hexadecimal($0) }.joined()
        let partCount = Int(try number(1))
        guard (1...16).contains(partCount) else { throw .malformed }
        var lengths: [Int] = []
        for _ in 0..<partCount { lengths.append(Int(try number(2))) }
        let count = lengths.reduce(0, +)
        guard lengths.allSatisfy({ $0 > 0 }), rest.count == count * 4 else { throw .malformed }
        var values: [Float] = []
        values.reserveCapacity(count)
        for _ in 0..<count { values.append(Float(bitPattern: try number(4))) }
        let squares = values.reduce(Float(0)) { $0 + $1 * $1 }
        guard abs(squares - 1) < 2e-3 else { throw .malformed }  // also false for what is not a number
        self.init(model: ModelIdentity(name: name, digest: digest), values: values, partLengths: lengths)
    }

    /// The weighted mean of the networks' cosines: −1 to 1, larger = more similar. Summed in a fixed order, so equal inputs
    /// give equal bits.
    public func similarity(to other: FaceTemplate) throws(FaceComparisonError) -> Double {
        guard model == other.model, values.count == other.values.count else {
            throw .differentModels(model, other.model)
        }
        var sum = 0.0
        for index in values.indices { sum += Double(values[index]) * Double(other.values[index]) }
        return min(max(sum, -1), 1)
    }

    private static func digestBytes(_ digest: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = digest.utf8[...]
        while bytes.count < 32, let high = rest.popFirst(), let low = rest.popFirst() {
            let pair = String(decoding: [high, low], as: UTF8.self)
            bytes.append(UInt8(pair, radix: 16) ?? 0)
        }
        return bytes + [UInt8](repeating: 0, count: 32 - bytes.count)
    }
}

private func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
}
