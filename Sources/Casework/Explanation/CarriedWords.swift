internal import FaceEngine
internal import Figures
internal import LivenessScorer
internal import Onboarding
internal import OnboardingCore

// What carried a check that was accepted, as a clause for whoever knows nothing of the machine.

extension KeptRecord {
    /// - Parameter isFace: what was captured.
    func carried(_ evidence: EvidenceReference?, isFace: Bool, isReturning: Bool = false) -> [Explanation.Words] {
        let accepted =
            isFace
            ? Explanation.Words(en: "the face was accepted", de: "das Gesicht wurde angenommen")
            : Explanation.Words(en: "the document was accepted", de: "das Dokument wurde angenommen")
        func without(_ en: String, _ de: String) -> [Explanation.Words] {
            [Explanation.Words(en: accepted.en + "; " + en, de: accepted.de + "; " + de)]
        }
        guard erasedAt == nil else {
            return without("what that rested on has been erased", "worauf sich das stützte, ist gelöscht")
        }
        guard let evidence else {
            return without(
                "what that rested on is not in the record", "worauf sich das stützte, steht nicht in der Akte")
        }
        switch self.evidence[evidence.id]?.contents {
        case .face(let record): return record.carried
        case .document(let record): return record.carried(isReturning: isReturning)
        case .review, .unreadable, nil:
            return without("its record cannot be read", "die Akte dazu ist nicht lesbar")
        }
    }
}

extension SandboxPersona {
    fileprivate var carried: [Explanation.Words] {
        [
            Explanation.Words(
                en: "the persona \(rawValue) of the sandbox decided; nothing was measured",
                de: "die Persona \(rawValue) der Sandbox entschied; nichts wurde gemessen")
        ]
    }
}

extension FaceEvidence {
    fileprivate var carried: [Explanation.Words] {
        if let sandboxPersona { return sandboxPersona.carried }
        var words = [
            liveness.restsOnQualityAlone ? still : liveness.reason == .renderedForDemonstration ? rendered : living
        ]
        if let portraitCheck {
            words.append(.match(portraitCheck.portraitScore.value, portraitCheck.threshold, .liveAndPortrait))
        }
        if let faceMatch { words.append(.match(faceMatch.score.value, faceMatch.threshold, .liveAndRegistered)) }
        return words
    }

    private var still: Explanation.Words {
        Explanation.Words(
            en:
                "a still image of good quality, as the tenant permits; whether a living person was there was not measured",
            de:
                "ein einzelnes Bild von guter Qualität, wie der Mandant es zulässt; ob ein lebender Mensch da war, wurde nicht gemessen"
        )
    }

    private var rendered: Explanation.Words {
        Explanation.Words(
            en:
                "a rendered face, which the tenant takes for demonstrations: its movements were judged, and no camera shows that a living person was there",
            de:
                "ein berechnetes Gesicht, das der Mandant zur Vorführung annimmt: Seine Bewegungen wurden beurteilt, und keine Kamera zeigt, dass ein lebender Mensch da war"
        )
    }

    private var living: Explanation.Words {
        let frames = liveness.frames.count
        let by = challenge.map { Explanation.Words.movements($0.steps.map(\.prompt)) } ?? signs
        return Explanation.Words(
            en:
                "a living face before the camera, judged in \(frames) \(frames == 1 ? "image" : "images")"
                + " by \(by.en)",
            de: "ein lebendes Gesicht vor der Kamera, beurteilt in \(frames) "
                + "\(frames == 1 ? "Bild" : "Bildern"), und zwar \(by.de)")
    }

    /// Of a capture that answers no challenge.
    private var signs: Explanation.Words {
        let count = liveness.cues.count { $0.scoreInPercent != nil }
        guard let score = liveness.scoreInPercent, let least = liveness.thresholds.fusion?.leastScoreInPercent else {
            return Explanation.Words(
                en: "\(count) \(count == 1 ? "sign" : "signs") of life", de: "anhand von \(count) Lebenszeichen")
        }
        let figures = Figures.texts(score, beside: least, .decimals(1))
        return Explanation.Words(
            en: "\(count) signs of life together: \(figures.number) of 100, needed \(figures.limit)",
            de:
                "anhand von \(count) Lebenszeichen zusammen: \(figures.number.replacing(".", with: ",")) von 100, nötig "
                + figures.limit.replacing(".", with: ","))
    }
}

extension DocumentRecord {
    fileprivate func carried(isReturning: Bool) -> [Explanation.Words] {
        if let sandboxPersona { return sandboxPersona.carried }
        var words = [
            Explanation.Words(
                en: "an identity document that was read, with every check digit right and every rule kept",
                de: "ein Ausweisdokument, das gelesen wurde: Jede Prüfziffer stimmt, jede Regel ist eingehalten")
        ]
        if let portraitScore {
            words.append(
                .match(portraitScore.value, threshold, isReturning ? .registeredAndPortrait : .liveAndPortrait))
        }
        return words
    }
}

extension Explanation.Words {
    fileprivate enum Compared {
        case liveAndPortrait, liveAndRegistered, registeredAndPortrait
    }

    /// A match score says nothing to a reader; how many strangers are as alike does.
    fileprivate static func match(_ score: Double, _ threshold: Double, _ compared: Compared) -> Self {
        let english = PairCount.texts(score, beside: threshold, groups: ",")
        let german = PairCount.texts(score, beside: threshold, groups: ".")
        let what =
            switch compared {
            case .liveAndPortrait:
                Self(
                    en: "the document's photograph shows the same face",
                    de: "das Lichtbild des Dokuments zeigt dasselbe Gesicht")
            case .liveAndRegistered:
                Self(en: "the face is the registered one", de: "das Gesicht ist das registrierte")
            case .registeredAndPortrait:
                Self(
                    en: "the document's photograph shows the registered face",
                    de: "das Lichtbild des Dokuments zeigt das registrierte Gesicht")
            }
        return Self(
            en:
                "\(what.en): among different people about 1 pair in \(english.score) is as alike, and 1 in \(english.limit) "
                + "was needed",
            de:
                "\(what.de): Unter verschiedenen Menschen ist etwa 1 Paar von \(german.score) so ähnlich, nötig war 1 von "
                + german.limit)
    }

    /// What a challenge asked for.
    fileprivate static func movements(_ prompts: [FaceChallenge.Prompt]) -> Self {
        let named = prompts.map { prompt -> Self in
            switch prompt {
            case .turnLeft: Self(en: "a turn to the left", de: "eine Drehung nach links")
            case .turnRight: Self(en: "a turn to the right", de: "eine Drehung nach rechts")
            case .nod: Self(en: "a nod", de: "ein Nicken")
            case .comeCloser: Self(en: "coming closer", de: "ein Näherkommen")
            case .blinkTwice: Self(en: "two blinks", de: "zweimal Blinzeln")
            case .openMouth: Self(en: "an open mouth", de: "ein offener Mund")
            case .red, .green, .blue, .white, .black:
                Self(en: "the light of the screen on the face", de: "das Licht des Bildschirms auf dem Gesicht")
            }
        }
        var seen: [Self] = []
        for words in named where !seen.contains(words) { seen.append(words) }
        let all = list(seen)
        return Self(
            en: "what was asked for and shown: \(all.en)", de: "an dem, was verlangt und gezeigt wurde: \(all.de)")
    }
}
