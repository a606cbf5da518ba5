internal import Foundation
internal import Onboarding
internal import OnboardingCore

extension PersonPage {
    func attempt(_ attempt: PersonRecord.Attempt, number: Int) -> Markup {
        let state =
            attempt.isHandedIn
            ? say(
                "registered by a system of the operator’s; nobody judged it here",
                "von einem System des Betreibers registriert; hier hat es niemand beurteilt")
            : say.state(attempt.state) + (attempt.reason.map { ": " + say.reason($0) } ?? "")
        return section(
            say(
                "Attempt \(number) of \(record.enrollments.count)", "Vorgang \(number) von \(record.enrollments.count)"),
            facts([
                (say("result", "Ergebnis"), state), (say("begun", "begonnen"), say.time(attempt.begunAt)),
                (say("ended", "beendet"), attempt.endedAt.map(say.time)),
                (say("ends by itself", "endet von selbst"), attempt.expiresAt.map(say.time)),
                (say("identifier", "Kennung"), attempt.enrollment),
                (say("registration code", "Registrierungscode"), attempt.registrationCode),
                (say("kept until", "aufbewahrt bis"), kept(attempt)),
            ]), "<h3>\(say("What is known of you", "Was über Sie bekannt ist"))</h3>\n", identity(attempt),
            otherDevices(attempt), consents(attempt), "<h3>\(say("What happened", "Was geschah"))</h3>\n",
            table(
                [say("when", "wann"), say("what", "was"), say("decision", "Entscheidung")],
                attempt.timeline.map { [say.time($0.at), say.event($0.event), decision($0)] }),
            authentications(attempt), "\(attempt.steps.map(step))", review(attempt), notes(attempt), messages(attempt),
            user(attempt), templates(attempt))
    }

    private func kept(_ attempt: PersonRecord.Attempt) -> String? {
        if attempt.isHeld {
            return say(
                "a legal hold keeps it from being erased, for as long as the hold lasts",
                "eine rechtliche Sperre verhindert die Löschung, solange sie besteht")
        }
        return attempt.keptUntil.map(say.day)
            ?? say(
                "it has not ended; the time begins when it does",
                "noch nicht beendet; die Frist beginnt mit dem Ende")
    }

    private func identity(_ attempt: PersonRecord.Attempt) -> Markup {
        let (person, device) = (attempt.person, attempt.device)
        return facts([
            (say("username", "Benutzername"), person.username), (say("first name", "Vorname"), person.firstName),
            (say("last name", "Nachname"), person.lastName), (say("e-mail", "E-Mail"), person.email),
            (say("telephone", "Telefon"), person.phoneNumber),
            (say("the operator's reference", "Zeichen des Betreibers"), person.reference),
            (say("device", "Gerät"), device?.deviceID),
            (say("address for notifications", "Adresse für Mitteilungen"), device?.pushID),
            (say("public key of the device", "öffentlicher Schlüssel des Geräts"), device?.publicKey),
        ])
    }

    private func otherDevices(_ attempt: PersonRecord.Attempt) -> Markup {
        let heading: Markup = "<h3>\(say("Other devices", "Weitere Geräte"))</h3>\n"
        guard !attempt.otherDevices.isEmpty else { return "" }
        let devices = attempt.otherDevices.map { device in
            facts([
                (say("device", "Gerät"), device.deviceID),
                (say("address for notifications", "Adresse für Mitteilungen"), device.pushID),
                (say("public key of the device", "öffentlicher Schlüssel des Geräts"), device.publicKey),
                (say("registered", "registriert"), say.time(device.registeredAt)),
                (say("replaced", "ersetzt"), device.replacedAt.map(say.time)),
            ])
        }
        return "\(heading)\(devices)"
    }

    private func authentications(_ attempt: PersonRecord.Attempt) -> Markup {
        let parts = attempt.authentications.map { visit -> Markup in
            let state = say.authenticationState(visit.state) + (visit.reason.map { ": " + say.failure($0) } ?? "")
            let found = facts([
                (say("purpose", "Zweck"), say.purpose(visit.purpose)), (say("result", "Ergebnis"), state),
                (say("begun", "begonnen"), say.time(visit.begunAt)),
                (say("ended", "beendet"), visit.endedAt.map(say.time)),
                (say("ends by itself", "endet von selbst"), visit.expiresAt.map(say.time)),
                (say("identifier", "Kennung"), visit.authentication), (say("record", "Aufzeichnung"), visit.events),
            ])
            let happened = table(
                [say("when", "wann"), say("what", "was"), say("decision", "Entscheidung")],
                visit.timeline.map {
                    [say.time($0.at), say.authenticationEvent($0.event), decisionOfVisit($0)]
                })
            return
                "<h3>\(say("You came back on", "Sie kamen wieder am")) \(say.time(visit.begunAt))</h3>\n\(found)\(happened)"
        }
        return "\(parts)"
    }

    private func decisionOfVisit(_ entry: PersonRecord.Entry) -> String {
        if let until = entry.until { return say("until \(say.time(until))", "bis \(say.time(until))") }
        guard let word = entry.decision else { return "" }
        return switch AuthenticationEvent.Kind(rawValue: entry.event) {
        case .faceVerified, .faceRefused: say.returningFace(word)
        case .documentAdded, .documentRefused: say.document(word)
        case .deviceVerified, .deviceRefused: say.device(word)
        case .deviceReplaced: say.deviceChange(word)
        default: ""
        }
    }

    private func consents(_ attempt: PersonRecord.Attempt) -> Markup {
        let heading: Markup = "<h3>\(say("Your consent", "Ihre Einwilligung"))</h3>\n"
        guard !attempt.consents.isEmpty else {
            return "\(heading)\(paragraph(say("None was recorded.", "Es wurde keine festgehalten.")))"
        }
        let given = attempt.consents.map { consent in
            facts([
                (say("given", "erteilt"), say.time(consent.acceptedAt)),
                (say("recorded", "festgehalten"), say.time(consent.recordedAt)),
                (say("text", "Text"), consent.textVersion), (say("language", "Sprache"), consent.language),
                (say("SHA-256 of the text", "SHA-256 des Textes"), consent.textHash),
            ])
        }
        return "\(heading)\(given)"
    }

    private func decision(_ entry: PersonRecord.Entry) -> String {
        switch Event.Kind(rawValue: entry.event) {
        case .faceAdded, .faceRefused: entry.decision.map(say.face) ?? ""
        case .documentAdded, .documentRefused: entry.decision.map(say.document) ?? ""
        case .reviewed: entry.decision.map(say.review) ?? ""
        default: entry.reason.map(say.reason) ?? ""
        }
    }

    private func review(_ attempt: PersonRecord.Attempt) -> Markup {
        guard let review = attempt.review else { return "" }
        let none = say("nobody has decided yet", "noch niemand hat entschieden")
        let found = facts([
            (say("asked for", "erbeten"), review.requestedAt.map(say.time)),
            (say("decision", "Entscheidung"), review.decision.map(say.review) ?? none),
            (say("decided", "entschieden"), review.decidedAt.map(say.time)),
            (say("reason", "Begründung"), review.reason),
        ])
        return "<h3>\(say("A human's second look", "Prüfung durch einen Menschen"))</h3>\n\(found)"
    }

    private func messages(_ attempt: PersonRecord.Attempt) -> Markup {
        guard !attempt.messages.isEmpty else { return "" }
        let rows = attempt.messages.map { message in
            let became =
                message.sentAt.map { say("sent on \(say.time($0))", "gesendet am \(say.time($0))") }
                ?? message.givenUpAt.map {
                    let reason = message.reason.map(say.notSent) ?? ""
                    return say(
                        "not sent (\(say.time($0))): \(reason)", "nicht gesendet (\(say.time($0))): \(reason)")
                } ?? say("it waits", "sie wartet")
            return [say.time(message.writtenAt), say.message(message.kind), became]
        }
        let heads = [say("written", "geschrieben"), say("what it says", "Inhalt"), say("sent", "gesendet")]
        return "<h3>\(say("Messages to you", "Nachrichten an Sie"))</h3>\n\(table(heads, rows))"
    }

    private func notes(_ attempt: PersonRecord.Attempt) -> Markup {
        guard !attempt.notes.isEmpty else { return "" }
        let heading: Markup = "<h3>\(say("Notes of the operator's staff", "Vermerke der Mitarbeitenden"))</h3>\n"
        let notes = attempt.notes.map { "\(paragraph(say.time($0.at)))\(quoted($0.text))" as Markup }
        return "\(heading)\(notes)"
    }

    private func user(_ attempt: PersonRecord.Attempt) -> Markup {
        guard let user = attempt.user else { return "" }
        let heading: Markup =
            "<h3>\(say("What a system of the operator's keeps here", "Was ein System des Betreibers hier speichert"))</h3>\n"
        let kept = facts([
            (say("what it has written of you", "was es über Sie vermerkt hat"), user.details),
            (say("groups", "Gruppen"), user.groups.isEmpty ? nil : user.groups.joined(separator: ", ")),
            (
                say("images of your face", "Bilder Ihres Gesichts"),
                user.images.isEmpty ? nil : user.images.joined(separator: ", ")
            ),
            (
                say("tokens by which it acts for you", "Zeichen, mit denen es für Sie handelt"),
                user.tokens.isEmpty
                    ? nil
                    : user.tokens.map {
                        say(
                            "issued \(say.time($0.issuedAt)), until \(say.time($0.endsAt))",
                            "ausgestellt \(say.time($0.issuedAt)), bis \(say.time($0.endsAt))")
                    }.joined(separator: "; ")
            ),
            (
                say("a one-time password counts until", "ein Einmalkennwort gilt bis"),
                user.oneTimePasswordUntil.map(say.time)
            ),
        ])
        let figures = user.images.map { file -> Markup in
            let text = say("your face, as it was handed in", "Ihr Gesicht, wie es eingereicht wurde")
            let shown: Markup = "<img src=\"\(file)\" alt=\"\(text)\" loading=\"lazy\">"
            return "<figure><a href=\"\(file)\">\(shown)</a><figcaption>\(text)</figcaption></figure>\n"
        }
        let images: Markup = user.images.isEmpty ? "" : "<div class=\"images\">\n\(figures)</div>\n"
        return "\(heading)\(kept)\(images)"
    }

    private func templates(_ attempt: PersonRecord.Attempt) -> Markup {
        guard !attempt.templates.isEmpty else { return "" }
        let rows = attempt.templates.map { template in
            let isFace = template.kind == TemplateKind.face.rawValue
            return [
                isFace
                    ? template.isHandedIn
                        ? say("an image that was handed in", "ein eingereichtes Bild")
                        : say("your live face", "Ihr aufgenommenes Gesicht")
                    : say("the document's portrait", "Lichtbild des Dokuments"),
                template.model, say.count(template.dimensions, ("number", "numbers"), ("Zahl", "Zahlen")),
                template.file,
            ]
        }
        let meaning = say(
            "A template is a list of numbers that a network makes of a face, to compare it with others. It stands for your "
                + "face: give its file to nobody.",
            "Eine Vorlage ist eine Liste von Zahlen, die ein Netz aus einem Gesicht bildet, um es zu vergleichen. Sie steht "
                + "für Ihr Gesicht: Geben Sie die Datei niemandem.")
        let heads = [say("of", "von"), say("network", "Netz"), say("length", "Länge"), say("file", "Datei")]
        let heading: Markup = "<h3>\(say("Face templates", "Gesichtsvorlagen"))</h3>\n"
        let invented = say(
            "Of a persona of the sandbox the numbers are made up.",
            "Bei einer Persona der Sandbox sind die Zahlen erfunden.")
        let note = attempt.steps.contains { $0.sandboxPersona != nil } ? paragraph(invented) : ""
        return "\(heading)\(paragraph(meaning))\(note)\(table(heads, rows))"
    }
}

extension PersonRecord.Attempt {
    /// Whether a system of the tenant has registered the person.
    fileprivate var isHandedIn: Bool { origin == EnrollmentOrigin.handedIn.rawValue }
}
