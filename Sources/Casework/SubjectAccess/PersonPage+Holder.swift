internal import Onboarding

extension PersonPage {
    var summary: Markup {
        let images =
            record.enrollments.flatMap(\.steps).flatMap(\.images).count
            + record.enrollments.reduce(0) { $0 + ($1.user?.images.count ?? 0) }
        let attempts = say.count(record.enrollments.count, ("attempt", "attempts"), ("Vorgang", "Vorgänge"))
        let kept = say.count(images, ("image", "images"), ("Bild", "Bildern"))
        let testNote = say(
            "This is a test tenant: nothing here is about a real case.",
            "Dies ist ein Testmandant: Nichts hier betrifft einen echten Fall.")
        let test: Markup =
            record.tenant.isTest
            ? "<p class=\"note\">\(testNote)</p>\n"
            : ""
        let text = say(
            "This page shows everything that this server keeps of you as of \(say.time(record.writtenAt)): "
                + "\(attempts) to be identified, with \(kept). It is yours, and it is confidential: whoever has it "
                + "knows your face and your document.",
            "Diese Seite zeigt alles, was dieser Server am \(say.time(record.writtenAt)) über Sie aufbewahrt: "
                + "\(attempts) zur Identifizierung, mit \(kept). Sie gehört Ihnen und ist vertraulich: Wer sie hat, "
                + "kennt Ihr Gesicht und Ihr Dokument.")
        return "\(test)\(paragraph(text))"
    }

    var holder: Markup {
        section(
            say("Who holds your data, and what for", "Wer Ihre Daten hat, und wofür"),
            facts([(say("operator", "Betreiber"), record.tenant.name)]),
            "<h3>\(say("Contact", "Kontakt"))</h3>\n", stated(record.tenant.contact),
            "<h3>\(say("Purposes", "Zwecke"))</h3>\n", stated(record.tenant.purposes),
            "<h3>\(say("Recipients, as the operator states them", "Empfänger, wie der Betreiber sie angibt"))</h3>\n",
            stated(record.tenant.recipients))
    }

    private func stated(_ text: String?) -> Markup {
        text.map(quoted)
            ?? paragraph(say("The operator has not stated it here.", "Der Betreiber hat dazu hier nichts angegeben."))
    }

    var retention: Markup {
        let days = record.retention
        func row(_ what: String, _ count: Int, _ from: String) -> [String] {
            [what, say.count(count, ("day", "days"), ("Tag", "Tage")), from]
        }
        let end = say("the end of the attempt", "Ende des Vorgangs")
        let capture = say("the capture", "Aufnahme")
        let others = say(
            "Each attempt above says its own last day. A legal hold lengthens these times.",
            "Bei jedem Vorgang oben steht sein letzter Tag. Eine rechtliche Sperre verlängert diese Fristen.")
        return section(
            say("How long it is kept", "Wie lange es aufbewahrt wird"),
            table(
                [say("what", "was"), say("how long", "wie lange"), say("from", "ab")],
                [
                    row(say("a registration, with all of it", "eine Registrierung mit allem"), days.registration, end),
                    row(say("an attempt that did not succeed", "ein erfolgloser Vorgang"), days.failed, end),
                    row(say("images of your face", "Bilder Ihres Gesichts"), days.biometric, capture),
                    row(
                        say("images of your document and what was read", "Bilder Ihres Dokuments und das Gelesene"),
                        days.document, capture),
                    row(
                        say("who was given your data", "wer Ihre Daten erhielt"), days.trail,
                        say("the day it was written", "Tag des Eintrags")),
                ]), paragraph(others), fraudHold)
    }

    /// What a withdrawal leaves for a time; nothing where the tenant keeps nothing.
    private var fraudHold: Markup {
        let days = record.retention.fraudHold
        guard days > 0 else { return "" }
        let count = say.count(days, ("day", "days"), ("Tag", "Tage"))
        let ground = record.retention.fraudHoldGround ?? say("not stated", "nicht angegeben")
        return paragraph(
            say(
                "If you withdraw your consent, the evidence of captures that were judged attacks stays locked away for "
                    + "\(count), and so do digests of the images that were seen. Legal ground: \(ground)",
                "Wenn Sie Ihre Einwilligung widerrufen, bleiben die Belege für Aufnahmen, die als Angriff beurteilt "
                    + "wurden, für \(count) unter Verschluss, ebenso Prüfsummen der gesehenen Bilder. Rechtsgrund: "
                    + "\(ground)"))
    }

    var recipients: Markup {
        let readings = record.readings.map { reading in
            [say.time(reading.at), say.actor(reading.by), say.operation(reading.operation), reading.purpose ?? "–"]
        }
        let hosts = record.recipients.map { recipient in
            [recipient.host, say.time(recipient.since), recipient.until.map(say.time) ?? say("still", "weiterhin")]
        }
        let none = say("Nowhere.", "Nirgendwohin.")
        return section(
            say("Who was given your data", "Wer Ihre Daten erhielt"),
            "<h3>\(say("Messages about your attempts", "Nachrichten über Ihre Vorgänge"))</h3>\n",
            paragraph(
                say(
                    "They say how an attempt stands, with its identifier, registration code and the operator's "
                        + "reference, and hold no image and nothing of your document. They go to:",
                    "Sie sagen, wie ein Vorgang steht, mit Kennung, Registrierungscode und Zeichen des "
                        + "Betreibers; kein Bild und nichts aus Ihrem Dokument. Sie gehen an:"
                )),
            hosts.isEmpty
                ? paragraph(none) : table([say("server", "Server"), say("since", "seit"), say("until", "bis")], hosts),
            "<h3>\(say("Readings", "Zugriffe"))</h3>\n",
            table(
                [say("when", "wann"), say("who", "wer"), say("what", "was"), say("stated purpose", "genannter Zweck")],
                readings),
            paragraph(
                say(
                    "Readings that are older than \(record.retention.trail) days are not known any more.",
                    "Zugriffe, die älter als \(record.retention.trail) Tage sind, sind nicht mehr bekannt.")))
    }

    var rights: Markup {
        let rights = [
            say(
                "Access: this copy, as often as you ask for it within reason (GDPR Article 15).",
                "Auskunft: diese Kopie, in angemessenen Abständen erneut (DSGVO Artikel 15)."),
            say(
                "Correction of what is wrong (Article 16).", "Berichtigung dessen, was falsch ist (Artikel 16)."),
            say(
                "Erasure of everything on this page, unless a law or a legal hold requires that it is kept (Article 17).",
                "Löschung von allem auf dieser Seite, soweit kein Gesetz und keine rechtliche Sperre die "
                    + "Aufbewahrung verlangt (Artikel 17)."
            ),
            say(
                "Withdrawal of your consent at any time; what was done before stays lawful (Article 7).",
                "Widerruf Ihrer Einwilligung, jederzeit; was davor geschah, bleibt rechtmäßig (Artikel 7)."),
            say(
                "Portability: person.json is the same for a program (Article 20).",
                "Übertragbarkeit: person.json ist dasselbe für ein Programm (Artikel 20)."),
            say(
                "A second look by a human, where a machine has refused you (Article 22).",
                "Prüfung durch einen Menschen, wenn eine Maschine Sie abgelehnt hat (Artikel 22)."),
            say(
                "A complaint to a supervisory authority (Article 77).",
                "Beschwerde bei einer Aufsichtsbehörde (Artikel 77)."),
        ].map { "<li>\($0)</li>\n" as Markup }
        return section(
            say("Your rights", "Ihre Rechte"), "<ul>\(rights)</ul>\n",
            paragraph(
                say(
                    "Ask the operator for them: see Contact, above.",
                    "Wenden Sie sich dafür an den Betreiber: siehe Kontakt oben.")))
    }

    var others: Markup {
        section(
            say("What is not on this page", "Was nicht auf dieser Seite steht"),
            paragraph(
                say(
                    "Attempts that were erased: what is left of them names nobody, so nobody can say whose "
                        + "they were. Who looked at your case as a human, or wrote a note: that is another person's datum. Files in "
                        + "the folder records: measurements, templates and codes that recognise a capture which is "
                        + "sent again, as the server keeps them.",
                    "Gelöschte Vorgänge: Was von ihnen übrig ist, nennt niemanden; deshalb kann niemand sagen, "
                        + "wessen sie waren. Wer Ihren Fall geprüft oder einen Vermerk geschrieben hat: Das betrifft eine andere Person. "
                        + "Dateien im Ordner records: Messwerte, Vorlagen und Codes, an denen eine erneut gesendete "
                        + "Aufnahme erkannt wird, so wie der Server sie aufbewahrt."
                )))
    }

    /// `README.txt`.
    var readMe: String {
        say(
            """
            Your data at \(record.tenant.name), as of \(say.time(record.writtenAt))

            Unpack everything first, then open index.html: it shows all that is kept of you, with its images.

              index.html   to read
              person.json  the same for programs
              images/      every image
              records/     what was measured, as the server keeps it
              manifest.json, manifest.jws
                           what an archive holds, signed by the server (not in a folder)

            This is confidential: whoever has it knows your face and your document.

            """,
            """
            Ihre Daten bei \(record.tenant.name), Stand \(say.time(record.writtenAt))

            Entpacken Sie zuerst alles und öffnen Sie dann index.html: Die Seite zeigt alles, was über Sie aufbewahrt
            wird, mit den Bildern.

              index.html   zum Lesen
              person.json  dasselbe für Programme
              images/      alle Bilder
              records/     Messwerte, so wie der Server sie aufbewahrt
              manifest.json, manifest.jws
                           was ein Archiv enthält, vom Server signiert (nicht in einem Ordner)

            Dies ist vertraulich: Wer es hat, kennt Ihr Gesicht und Ihr Dokument.

            """)
    }
}
