internal import Foundation
internal import Onboarding

extension PersonPage {
    /// What was captured, what was decided on it, and what is kept of it.
    func step(_ step: PersonRecord.Step) -> Markup {
        let isFace = step.kind == TemplateKind.face.evidenceKind
        let heading =
            isFace
            ? say("Your face, captured \(say.time(step.at))", "Ihr Gesicht, aufgenommen \(say.time(step.at))")
            : say("Your document, captured \(say.time(step.at))", "Ihr Dokument, aufgenommen \(say.time(step.at))")
        let decision = facts([(say("decision", "Entscheidung"), step.decision.map { words(of: $0, step) })])
        let details: [Markup] = [
            decision, invented(step), standing(of: step), step.face.map { face($0, of: step) } ?? "",
            step.document.map { document($0, of: step) } ?? "",
            images(of: step), records(of: step),
        ]
        return "<div class=\"step\">\n<h3>\(heading)</h3>\n\(details)</div>\n"
    }

    private func words(of decision: String, _ step: PersonRecord.Step) -> String {
        guard step.kind == TemplateKind.face.evidenceKind else { return say.document(decision) }
        return step.authentication == nil ? say.face(decision) : say.returningFace(decision)
    }

    /// That a sandbox persona's script stands for what would have been measured.
    private func invented(_ step: PersonRecord.Step) -> Markup {
        guard let persona = step.sandboxPersona else { return "" }
        let text = say(
            "A persona of the sandbox (\(persona)) decided this. Nothing was measured: the result is made up.",
            "Eine Persona der Sandbox (\(persona)) hat das entschieden. Nichts wurde gemessen: Das Ergebnis ist erfunden."
        )
        return "<p class=\"note\">\(text)</p>\n"
    }

    /// What is not there any more, or cannot be read.
    private func standing(of step: PersonRecord.Step) -> Markup {
        if !step.isReadable {
            let text = say(
                "What was kept of this capture is damaged and cannot be read.",
                "Was von dieser Aufnahme aufbewahrt wurde, ist beschädigt und nicht lesbar.")
            return "<p class=\"note\">\(text)</p>\n"
        }
        if let reducedAt = step.reducedAt {
            let day = say.time(reducedAt)
            let text =
                step.kind == TemplateKind.face.evidenceKind
                ? say(
                    "The images were erased on \(day), when their time was over. What was measured is kept.",
                    "Die Bilder wurden am \(day) gelöscht, weil ihre Frist abgelaufen war. Die Messwerte sind noch da.")
                : say(
                    "The images and what was read were erased on \(day), when their time was over. The decision is kept.",
                    "Die Bilder und das Gelesene wurden am \(day) gelöscht, weil ihre Frist abgelaufen war. Die Entscheidung ist noch da."
                )
            return "<p class=\"note\">\(text)</p>\n"
        }
        return facts([(say("images kept until", "Bilder aufbewahrt bis"), step.imagesKeptUntil.map(say.day))])
    }

    private func face(_ face: PersonRecord.Face, of step: PersonRecord.Step) -> Markup {
        let images =
            "\(face.frameCount)" + (face.isFromVideo ? say(", from a video", ", aus einem Video") : "")
        guard step.sandboxPersona == nil else { return facts([(say("images", "Bilder"), images)]) }
        let limit = face.leastScoreInPercent
        let figures = face.scoreInPercent.map { score in
            limit.map { say.numbers(score, beside: $0) } ?? (value: say.number(score), limit: "")
        }
        let score = figures.map { say("\($0.value) of 100", "\($0.value) von 100") }
        let least = limit.map { figures?.limit ?? say.number($0) }.map { say("\($0) or more", "mindestens \($0)") }
        let found = facts([
            (say("because", "weil"), say.because(face.reason)),
            (say("score for a living face", "Wert für ein lebendes Gesicht"), score), (say("needed", "nötig"), least),
            (
                say("living people who score lower", "lebende Menschen mit kleinerem Wert"),
                face.falseRejectionInPercent.map { say.number($0) + " %" }
            ),
            (say("asked for", "erbeten"), face.challenge?.prompts.map(say.prompt).joined(separator: ", ")),
            (say("shown as asked for", "wie erbeten gezeigt"), face.challenge?.isMet.map(yes)),
            (say("age that the face shows", "Alter, das das Gesicht zeigt"), face.estimatedAge.map(say.number)),
            (say("images", "Bilder"), images),
        ])
        let checks = face.checks.map { check in
            [say.check(check.name), check.scoreInPercent.map(say.number) ?? "–", say.finding(check.finding)]
        }
        let heads = [
            say("check", "Prüfung"), say("0 to 100", "0 bis 100"), say("finding", "Befund"),
        ]
        let portrait = say("your face and the portrait", "Ihr Gesicht und das Lichtbild")
        let registered = say("your face and the registered one", "Ihr Gesicht und das registrierte")
        return
            "\(found)\(comparison(portrait, face.portrait))\(comparison(registered, face.registered))\(table(heads, checks))"
    }

    private func document(_ document: PersonRecord.Document, of step: PersonRecord.Step) -> Markup {
        let isMeasured = step.sandboxPersona == nil
        let rules = document.reasons.compactMap { reason in
            say.rule(reason).map { $0 + (reason == "expired" ? validity(of: document) : "") }
        }.joined(separator: ", ")
        let found = facts([
            (say("kind", "Art"), document.sources?.lazy.compactMap(\.documentKind).first.flatMap(say.documentKind)),
            (say("why not", "warum nicht"), rules.isEmpty ? nil : rules),
        ])
        let heads =
            [
                say("field", "Angabe"), say("value", "Wert"), say("source", "Quelle"),
            ] + (isMeasured ? [say("check", "Prüfung")] : [])
        let sources = (document.sources ?? []).map { source in
            table(
                heads,
                source.fields.map {
                    [say.field($0.type), say.value($0), say.source(source.kind), say.status($0.status)]
                })
        }
        let compared = say("your face and the portrait", "Ihr Gesicht und das Lichtbild")
        return "\(found)\(isMeasured ? comparison(compared, document.portrait) : "")\(sources)"
    }

    /// Until when the document says that it is valid, in brackets; empty once what was read is erased.
    private func validity(of document: PersonRecord.Document) -> String {
        let stated = (document.sources ?? []).flatMap(\.fields).first { $0.type == "dateOfExpiry" }
        return stated.map { field in
            let day = say.day(field.value)
            return say(" (valid until \(day))", " (gültig bis \(day))")
        } ?? ""
    }

    /// A comparison score, in words that need no logarithm.
    private func comparison(_ compared: String, _ comparison: PersonRecord.Comparison?) -> Markup {
        guard let comparison, let score = comparison.score else { return "" }
        let (found, needed) = say.pairs(score, beside: comparison.threshold)
        let (value, threshold) = say.numbers(score, beside: comparison.threshold)
        return facts([
            (
                compared,
                say(
                    "comparison score \(value): of \(found) pairs of different people about one is as similar",
                    "Vergleichswert \(value): Von \(found) Paaren verschiedener Menschen ist etwa eines so ähnlich"
                )
            ),
            (
                say("needed", "nötig"),
                say(
                    "\(threshold) or more: one of \(needed)",
                    "mindestens \(threshold): eines von \(needed)")
            ),
            (say("network", "Netz"), comparison.model),
        ])
    }

    private func images(of step: PersonRecord.Step) -> Markup {
        guard !step.images.isEmpty else { return "" }
        let figures = step.images.map { image -> Markup in
            let text = say.image(image.name, kind: step.kind)
            let shown: Markup = "<img src=\"\(image.file)\" alt=\"\(text)\" loading=\"lazy\">"
            return "<figure><a href=\"\(image.file)\">\(shown)</a><figcaption>\(text)</figcaption></figure>\n"
        }
        return "<div class=\"images\">\n\(figures)</div>\n"
    }

    private func records(of step: PersonRecord.Step) -> Markup {
        guard !step.records.isEmpty else { return "" }
        let links = step.records.map { "<li><a href=\"\($0)\">\($0)</a></li>\n" as Markup }
        let heading = paragraph(say("Everything that was measured, for experts:", "Alle Messwerte, für Fachleute:"))
        return "\(heading)<ul>\(links)</ul>\n"
    }
}
