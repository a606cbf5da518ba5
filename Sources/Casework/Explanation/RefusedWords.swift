internal import DocVerify
internal import OnboardingCore

// Why a check was not accepted, as a clause of a sentence for whoever knows nothing of the machine.

extension Explanation.Words {
    /// - Parameters:
    ///   - findings: what is wrong with the document, where that was it.
    ///   - isReturning: whether the face was held beside that of the registration, and not beside a document.
    static func why(
        _ reason: EnrollmentReason, _ findings: [DocumentFinding] = [], isReturning: Bool = false
    ) -> Self {
        switch reason {
        case .faceNotLive:
            Self(
                en: "it took what was before the camera for an image, a screen or a mask, and not for a living person",
                de:
                    "sie hielt das, was vor der Kamera war, für ein Bild, einen Bildschirm oder eine Maske und nicht für einen lebenden Menschen"
            )
        case .faceUndecided:
            Self(
                en: "the recording did not show enough to decide",
                de: "die Aufnahme zeigte zu wenig, um zu entscheiden")
        case .ageOutsideRange:
            Self(
                en: "the age that the face shows is outside the range that was asked for",
                de: "das Alter, das das Gesicht zeigt, liegt außerhalb des verlangten Bereichs")
        case .faceNotMatching:
            isReturning
                ? Self(en: "the face is not the registered one", de: "das Gesicht ist nicht das registrierte")
                : Self(
                    en: "the face is not that of the document's photograph",
                    de: "das Gesicht ist nicht das des Lichtbilds im Dokument")
        case .portraitReused:
            Self(
                en: "the recording shows the document's photograph instead of a person",
                de: "die Aufnahme zeigt das Lichtbild des Dokuments statt eines Menschen")
        case .portraitSuspected:
            Self(
                en: "the recording may show the document's photograph instead of a person",
                de: "die Aufnahme zeigt vielleicht das Lichtbild des Dokuments statt eines Menschen")
        case .noFrameNearPortrait:
            Self(
                en: "no image shows the head as the document's photograph does, so the two could not be compared",
                de:
                    "kein Bild zeigt den Kopf so wie das Lichtbild des Dokuments, darum ließen sich beide nicht vergleichen"
            )
        case .turnNotShown:
            Self(
                en: "the head was not turned as far to the side as was asked for",
                de: "der Kopf wurde nicht so weit zur Seite gedreht wie verlangt")
        case .packageUnreadable:
            Self(en: "what was sent could not be opened", de: "das Gesendete ließ sich nicht öffnen")
        case .packageReplayed:
            Self(
                en: "the same recording had been sent before", de: "dieselbe Aufnahme war schon einmal gesendet worden")
        case .challengeExpired:
            Self(
                en: "the time for what was asked for ran out", de: "die Zeit für das Verlangte lief ab")
        case .duplicateEnrollment:
            Self(
                en: "the face is that of another registration",
                de: "das Gesicht ist das einer anderen Registrierung")
        case .documentNotVerified:
            findings.isEmpty
                ? Self(en: "the document breaks a rule", de: "das Dokument verstößt gegen eine Regel")
                : list(findings.map(Self.what))
        case .documentNotMatching:
            Self(
                en: "the document's photograph does not show this person's face",
                de: "das Lichtbild des Dokuments zeigt nicht das Gesicht dieses Menschen")
        case .documentUnreadable:
            Self(en: "the document could not be read surely", de: "das Dokument war nicht sicher lesbar")
        case .faceAttemptsExhausted, .documentAttemptsExhausted, .faceCapturesExhausted, .documentCapturesExhausted:
            Self(en: "no attempt was left", de: "kein Versuch war mehr übrig")
        case .enrollmentExpired: Self(en: "the time was over", de: "die Zeit war abgelaufen")
        case .enrollmentCancelled: Self(en: "it was cancelled", de: "es wurde abgebrochen")
        }
    }

    /// One thing that is wrong with a document.
    private static func what(_ finding: DocumentFinding) -> Self {
        let field = finding.field.flatMap(DocumentFieldType.init(rawValue:)).map(Self.named)
        return switch finding.code {
        case .checkDigitWrong:
            Self(
                en: "the check digit of \(field?.en ?? "the lines") is wrong",
                de: "die Prüfziffer für \(field?.de ?? "die Zeilen") stimmt nicht")
        case .contentsInvalid:
            Self(
                en: "\(field?.en ?? "something in the machine-readable lines") cannot be as it stands there",
                de: "\(field?.de ?? "etwas in den maschinenlesbaren Zeilen") kann nicht so sein, wie es da steht")
        case .imagesDisagree:
            Self(en: "its images show different documents", de: "seine Bilder zeigen verschiedene Dokumente")
        case .sourcesDisagree:
            Self(
                en: "two places of the document say different things of \(field?.en ?? "the same")",
                de: "zwei Stellen des Dokuments widersprechen sich (\(field?.de ?? "dieselbe Angabe"))")
        case .expired: Self(en: "the document has expired", de: "das Dokument ist abgelaufen")
        case .expiryUnknown:
            Self(
                en: "the document does not say until when it is valid",
                de: "das Dokument sagt nicht, bis wann es gültig ist")
        case .specimen: Self(en: "the document is a specimen", de: "das Dokument ist ein Muster")
        case .authenticityNotChecked:
            Self(en: "its genuineness was not checked", de: "seine Echtheit wurde nicht geprüft")
        case .tooYoung:
            Self(
                en: "the holder is younger than the rules allow",
                de: "die Inhaberin oder der Inhaber ist jünger, als die Regeln erlauben")
        case .tooOld:
            Self(
                en: "the holder is older than the rules allow",
                de: "die Inhaberin oder der Inhaber ist älter, als die Regeln erlauben")
        case .ageUnknown:
            Self(en: "the document does not say how old the holder is", de: "das Dokument verrät kein Alter")
        case .fieldNotValid:
            Self(
                en: "\(field?.en ?? "something that the rules ask for") could not be read, or is wrong",
                de: "\(field?.de ?? "eine Angabe, die die Regeln verlangen,") war nicht lesbar oder ist falsch")
        }
    }

    private static func named(_ field: DocumentFieldType) -> Self {
        switch field {
        case .documentNumber, .documentNumberCheckDigit: Self(en: "the document number", de: "die Dokumentnummer")
        case .dateOfBirth, .birthDateCheckDigit: Self(en: "the date of birth", de: "das Geburtsdatum")
        case .dateOfExpiry, .expiryDateCheckDigit: Self(en: "the date of expiry", de: "das Ablaufdatum")
        case .dateOfIssue: Self(en: "the date of issue", de: "das Ausstellungsdatum")
        case .optionalData, .optionalDataCheckDigit: Self(en: "the optional data", de: "die Zusatzangabe")
        case .compositeCheckDigit: Self(en: "all lines together", de: "alle Zeilen zusammen")
        case .issuingStateCode, .issuingState: Self(en: "the issuing state", de: "der ausstellende Staat")
        case .nationality, .nationalityCode: Self(en: "the nationality", de: "die Staatsangehörigkeit")
        case .surname, .givenNames, .surnameAndGivenNames: Self(en: "the name", de: "der Name")
        case .sex: Self(en: "the sex", de: "das Geschlecht")
        case .documentClassCode: Self(en: "the kind of document", de: "die Art des Dokuments")
        default: Self(en: "a field (\(field.rawValue))", de: "eine Angabe (\(field.rawValue))")
        }
    }

    /// Several clauses.
    static func list(_ words: [Self]) -> Self {
        func joined(_ texts: [String], _ and: String) -> String {
            texts.count < 2
                ? texts.joined() : texts.dropLast().joined(separator: ", ") + " \(and) " + (texts.last ?? "")
        }
        return Self(en: joined(words.map(\.en), "and"), de: joined(words.map(\.de), "und"))
    }
}
