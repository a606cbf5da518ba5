internal import OnboardingCore

extension Explanation {
    /// What the JSON says, for somebody to read: first the paragraph that everybody understands, in the language; then exact words in
    /// English, with those for the person in theirs; the digests at the end, each once.
    /// Instants are written to the second: of what stands below each other several are of one minute.
    package func lines(in language: Language) -> [String] {
        [summary[language], ""] + exactLines(in: language).map { WrittenTime.english.moments(in: $0, hasSeconds: true) }
    }

    private func exactLines(in language: Language) -> [String] {
        var lines: [String] = []
        if let persona = steps.lazy.compactMap(\.sandboxPersona).first {
            lines.append("SANDBOX: the persona \(persona) decided, nothing was measured")
        }
        lines += [headline, "for the person: \(person[language])"]
        // What carried it stands in the paragraph, and says more than how many checks there were.
        if carriedBy == nil { lines += rules.map { "ended by \($0.sentence)" } }
        if let policy {
            lines.append(
                "asked for: \(policy.requiredChecks.map(\.rawValue).joined(separator: ", ")); attempts of the face "
                    + "\(policy.maximumFaceAttempts), of the document \(policy.maximumDocumentAttempts), captures of each "
                    + "\(policy.maximumCaptures)")
        }
        if let lock { lines += ["no further attempt before \(lock.until)", "    \(lock.rule.sentence)"] }
        lines += steps.flatMap { $0.lines(in: language) }
        if let review { lines += review.lines }
        let shown = authentications ?? []
        lines += shown.map(\.line)
        if let authenticationCount, authenticationCount > shown.count {
            lines.append("\(authenticationCount - shown.count) earlier ones are not listed")
        }
        return lines + Step.digests(of: steps, and: [review?.evidence].compactMap(\.self))
    }
}

extension Explanation.Step {
    /// What was computed with, and what was kept: each digest once.
    static func digests(of steps: [Explanation.Step], and others: [Explanation.Basis] = []) -> [String] {
        let software = steps.compactMap(\.software)
        let all =
            steps.flatMap(\.models).compactMap { model in model.digest.map { "model \(model.name) \($0)" } }
            + software.map { "models.lock \($0.modelLock)" } + software.map { "calibration \($0.calibration)" }
            + (steps.map(\.evidence) + others).compactMap { basis in
                basis.id.flatMap { id in basis.sha256.map { "evidence \(id), sealed \($0)" } }
            }
        var seen: Set<String> = []
        let once = all.filter { seen.insert($0).inserted }
        return once.isEmpty ? [] : ["digests (SHA-256)"] + once.map { "    " + $0 }
    }
}

extension Explanation.Step {
    func lines(in language: Explanation.Language) -> [String] {
        let head =
            "\(at)  \(check): \(accepted ? "accepted" : "not accepted")"
            + (decision == "accepted" ? "" : ", \(decision)") + (reason.map { ", \($0)" } ?? "")
            + (counts == "nothing" ? "" : ", used up one \(counts)")
        var lines =
            sandboxPersona.map { ["SANDBOX: the persona \($0) decided, nothing was measured"] }
            ?? rules.map(\.sentence)
        lines += wouldHaveHelped.map { "would have helped: \($0.words(in: language))" }
        if !models.isEmpty {
            lines.append("models: \(models.map(\.name).joined(separator: ", "))")
        }
        if let software {
            lines.append(
                "software: " + (software.rulesVersion.map { "rules \($0), " } ?? "") + "OpenVINO \(software.runtime)")
            lines.append(configurationVersion.map { "configuration version \($0)" } ?? "configuration not recorded")
        }
        lines.append(evidence.words)
        if let person { lines.append("for the person: \(person[language])") }
        return [head] + lines.map { "    " + $0 }
    }
}

extension Explanation.Help {
    fileprivate func words(in language: Explanation.Language) -> String {
        var words = (code.map { "\($0), " } ?? "") + quantity
        if let wanted, let bound {
            let figures = Explanation.Rule.figures(measured, beside: wanted)
            let limit = figures.limit ?? ""
            words += " \(bound.words) \(Explanation.Rule.words(limit, wanted, in: unit))"
            words +=
                figures.measured.map { ", measured \(Explanation.Rule.words($0, measured, in: unit))" }
                ?? ", not measured"
        }
        return words + (person.map { " (\($0[language]))" } ?? "")
    }
}

extension Explanation.Basis {
    fileprivate var words: String {
        let name = id.map { " \($0)" } ?? ""
        return switch state {
        case .whole: "evidence\(name), whole"
        case .reduced: "evidence\(name), reduced to what was measured" + (reducedAt.map { " at \($0)" } ?? "")
        case .erased: "evidence\(name), erased"
        case .unreadable: "evidence\(name), cannot be read: onboarding audit verify says what is wrong"
        case .none: "no evidence was kept"
        }
    }
}

extension Explanation.SecondLook {
    fileprivate var lines: [String] {
        [
            requestedAt.map { "\($0)  a human was asked to look at it" },
            decidedAt.map { "\($0)  a human has decided, beside the machine: \(decision ?? "")" },
            evidence.map { "    " + $0.words },
        ].compactMap(\.self)
    }
}
