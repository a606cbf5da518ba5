internal import Compression

/// The codings that a client takes, as `Accept-Encoding` says it (RFC 9110 §12.5.3). Whoever says nothing, or something
/// else than the field may hold, takes none.
struct AcceptedCodings: Sendable {
    /// In thousandths, by the name in lower case; `*` is for every name that is not given.
    private var weights: [String: Int] = [:]

    init(_ field: String?) {
        for element in (field ?? "").split(separator: ",") {
            let parts = element.split(separator: ";", omittingEmptySubsequences: false).map(Self.trimmed)
            guard let name = parts.first?.lowercased(), !name.isEmpty, let weight = Self.weight(parts.dropFirst())
            else {
                weights = [:]
                return
            }
            // Of a name that is given twice the less counts.
            weights[name] = min(weight, weights[name] ?? weight)
        }
    }

    /// The one that is liked most; of those that are liked as much the smaller. Nil where the text as it is is liked more, and
    /// where nothing else may be sent: whoever takes nothing at all is sent it as well.
    var best: ContentCoding? {
        let plain = weights["identity"] ?? 0
        var best: (coding: ContentCoding, weight: Int)?
        for coding in ContentCoding.allCases {
            let weight = weights[coding.rawValue] ?? weights["*"] ?? 0
            if weight > max(best?.weight ?? 0, plain - 1) { best = (coding, weight) }
        }
        return best?.coding
    }

    private static func trimmed(_ part: Substring) -> Substring {
        var part = part.drop { $0 == " " || $0 == "\t" }
        while let last = part.last, last == " " || last == "\t" { part.removeLast() }
        return part
    }

    /// Of `q=0.8`; 1000 where none is given, nil for what is no weight.
    private static func weight(_ parameters: ArraySlice<Substring>) -> Int? {
        guard let parameter = parameters.first else { return 1000 }
        guard parameters.count == 1, parameter.lowercased().hasPrefix("q=") else { return nil }
        let value = parameter.dropFirst(2)
        let pieces = value.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = pieces.first, pieces.count <= 2, whole == "0" || whole == "1" else { return nil }
        let decimals = pieces.dropFirst().first ?? ""
        guard decimals.utf8.count <= 3, decimals.utf8.allSatisfy({ (48...57).contains($0) }),
            let thousandths = Int(decimals + String(repeating: "0", count: 3 - decimals.utf8.count))
        else { return nil }
        let weight = (whole == "1" ? 1000 : 0) + thousandths
        return weight <= 1000 ? weight : nil
    }
}
