internal import CVision

/// What this machine's processor offers.
public enum ProcessorSupport {
    /// AVX2 and FMA: without them the networks run several times slower.
    public static var hasAVX2: Bool { cvision_has_avx2() != 0 }
}
