internal import CVision
internal import Foundation

/// What this machine's processor offers.
public enum ProcessorSupport {
    /// AVX2 and FMA: without them the networks run several times slower.
    public static var hasAVX2: Bool { cvision_has_avx2() != 0 }

    /// Make, model and abilities, alike for processors that compute alike; nil where the system does not say.
    static let description: String? = {
        guard let information = FileManager.default.contents(atPath: "/proc/cpuinfo") else { return nil }
        let telling = ["vendor_id", "cpu family", "model", "model name", "stepping", "flags"]
        let lines = String(decoding: information, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let first = lines.prefix { !$0.isEmpty }.filter { line in
            telling.contains(line.prefix { $0 != ":" }.trimmingCharacters(in: .whitespaces))
        }
        return first.count == telling.count ? first.joined(separator: "\n") : nil
    }()
}
