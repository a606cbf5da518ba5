internal import Onboarding

extension Doctor {
    /// Whether what decodes images and videos of strangers can reach anything.
    /// - Parameter thoroughness: the whole tries it, by stubs of decoders that try what they may not.
    func decoders(_ thoroughness: Thoroughness) -> Finding {
        Self.decoders(DecoderConfinement(), thoroughness)
    }

    static func decoders(_ confinement: DecoderConfinement, _ thoroughness: Thoroughness) -> Finding {
        let subject = "decoders"
        let kept = confinement.present.joined(separator: ", ")
        guard confinement.missing.isEmpty else {
            let missing = confinement.missing.joined(separator: ", ")
            let sentence = "the system has no \(missing) for them" + (kept.isEmpty ? "" : ", but \(kept)")
            return confinement.isWide
                ? .problem(subject, "\(sentence): whoever takes one over can do what this user can")
                : .warning(subject, sentence)
        }
        guard thoroughness == .whole else { return .good(subject, "confined by \(kept)") }
        guard ImageDecoders(keeping: 1).start() else {
            return .problem(subject, "confined by \(kept), and they do not decode: no image will be taken")
        }
        let tolerated = confinement.tolerated()
        return tolerated.isEmpty
            ? .good(subject, "confined by \(kept); whatever else they try ends them")
            : .problem(subject, "confined by \(kept), and not ended for: \(tolerated.joined(separator: ", "))")
    }
}
