internal import OnboardingCore

/// What an `Accept` header says a client takes, and how gladly (RFC 9110 §12.5.1). The library reads no
/// weights. Without the header it takes everything.
struct AcceptedMedia {
    private struct Range {
        /// `type/subtype` in lower case, either of them also `*`.
        let name: Substring
        /// From 0, a refusal, to 1.
        let quality: Double
    }

    private let ranges: [Range]

    /// - Parameter header: one beyond `Limit.acceptHeader` says nothing.
    init(_ header: String?) {
        let stated = header.flatMap { $0.utf8.count <= Limit.acceptHeader.value ? $0 : nil }
        let text = (stated ?? "*/*").lowercased().filter { !$0.isWhitespace }
        ranges = text.split(separator: ",").compactMap(Self.range)
    }

    /// From 0 to 1: what the most specific range says that `type/subtype` falls into.
    func quality(of type: String) -> Double {
        for name in [type, type.prefix { $0 != "/" } + "/*", "*/*"] {
            if let range = ranges.first(where: { $0.name == name }) { return range.quality }
        }
        return 0
    }

    /// Nil where the weight is none. Other parameters are passed over: no media type of ours has variants.
    private static func range(_ text: Substring) -> Range? {
        let parts = text.split(separator: ";")
        guard let name = parts.first else { return nil }
        guard let weight = parts.dropFirst().first(where: { $0.hasPrefix("q=") })?.dropFirst("q=".count) else {
            return Range(name: name, quality: 1)
        }
        guard weight.wholeMatch(of: /0(\.[0-9]{0,3})?|1(\.0{0,3})?/) != nil, let quality = Double(weight) else {
            return nil
        }
        return Range(name: name, quality: quality)
    }
}
