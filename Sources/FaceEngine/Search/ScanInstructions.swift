internal import CScan

/// What bytes are multiplied with. All give the same products.
enum ScanInstructions: CaseIterable, Sendable {
    case plain, avx2, vnni

    /// The fastest that this processor has.
    static let fastest = supported.last ?? .plain

    /// Those that this processor has, the slowest first.
    static var supported: [ScanInstructions] {
        let fastest = cscan_fastest()
        return allCases.filter { $0.kind.rawValue <= fastest.rawValue }
    }

    var kind: cscan_kind {
        switch self {
        case .plain: CSCAN_PLAIN
        case .avx2: CSCAN_AVX2
        case .vnni: CSCAN_VNNI
        }
    }
}
