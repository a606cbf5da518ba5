internal import DocVerify
internal import Onboarding
internal import OnboardingCore

// The words for codes that records keep. Nil for one that is not here, where a page does without it.

extension PageLanguage {
    func state(_ word: String) -> String {
        switch EnrollmentStanding.State(rawValue: word) {
        case .pending: self("not finished", "nicht abgeschlossen")
        case .complete: self("complete: you are registered", "abgeschlossen: Sie sind registriert")
        case .failed: self("refused", "abgelehnt")
        case .expired: self("ended because its time was over", "beendet, weil die Zeit abgelaufen war")
        case .cancelled: self("cancelled before its end", "vor dem Ende abgebrochen")
        case nil: word
        }
    }

    func reason(_ code: String) -> String {
        switch EnrollmentReason(rawValue: code) {
        case .faceAttemptsExhausted:
            self(
                "the face was refused as often as it may be", "das Gesicht wurde so oft abgelehnt, wie es zulässig ist")
        case .documentAttemptsExhausted:
            self(
                "the document was refused as often as it may be",
                "das Dokument wurde so oft abgelehnt, wie es zulässig ist")
        case .faceCapturesExhausted:
            self(
                "the face was captured as often as it may be",
                "das Gesicht wurde so oft aufgenommen, wie es zulässig ist")
        case .documentCapturesExhausted:
            self(
                "the document was captured as often as it may be",
                "das Dokument wurde so oft aufgenommen, wie es zulässig ist")
        case .enrollmentExpired: self("its time was over", "die Zeit war abgelaufen")
        case .enrollmentCancelled: self("it was cancelled", "es wurde abgebrochen")
        case .faceNotLive: face(FaceDecision.presentationAttack.rawValue)
        case .faceUndecided: face(FaceDecision.undecided.rawValue)
        case .ageOutsideRange: face(FaceDecision.outsideAgeRange.rawValue)
        case .faceNotMatching: face(FaceDecision.notMatching.rawValue)
        case .portraitReused: face(FaceDecision.portraitReused.rawValue)
        case .portraitSuspected: face(FaceDecision.portraitSuspected.rawValue)
        case .noFrameNearPortrait: face(FaceDecision.noFrameNearPortrait.rawValue)
        case .turnNotShown: face(FaceDecision.turnNotShown.rawValue)
        case .packageUnreadable: face(FaceDecision.packageUnreadable.rawValue)
        case .packageReplayed: face(FaceDecision.packageReplayed.rawValue)
        case .challengeExpired: face(FaceDecision.challengeExpired.rawValue)
        case .duplicateEnrollment: face(FaceDecision.duplicate.rawValue)
        case .documentNotVerified: document(DocumentDecision.notVerified.rawValue)
        case .documentNotMatching: document(DocumentDecision.notMatching.rawValue)
        case .documentUnreadable: document(DocumentDecision.retryCapture.rawValue)
        case nil: code
        }
    }

    package func face(_ decision: String) -> String {
        switch FaceDecision(rawValue: decision) {
        case .live: self("accepted: a living face", "angenommen: ein lebendes Gesicht")
        case .presentationAttack:
            self(
                "refused: taken for an image or a mask, not for a living face",
                "abgelehnt: für ein Bild oder eine Maske gehalten, nicht für ein lebendes Gesicht")
        case .outsideAgeRange:
            self("refused: outside the range of ages", "abgelehnt: außerhalb des zulässigen Alters")
        case .undecided:
            self("not decided: another capture was needed", "nicht entschieden: eine weitere Aufnahme war nötig")
        case .notMatching:
            self(
                "refused: not the face of the document's portrait",
                "abgelehnt: nicht das Gesicht auf dem Lichtbild des Dokuments")
        case .portraitReused:
            self(
                "refused: the photograph of the document itself",
                "abgelehnt: das Lichtbild des Dokuments selbst")
        case .portraitSuspected:
            self(
                "not decided: it may be the photograph of the document",
                "nicht entschieden: es könnte das Lichtbild des Dokuments sein")
        case .noFrameNearPortrait:
            self(
                "not decided: the head was never held as on the document",
                "nicht entschieden: der Kopf wurde nie so gehalten wie auf dem Dokument")
        case .turnNotShown:
            self("not decided: the turn of the head was missing", "nicht entschieden: die Drehung des Kopfes fehlte")
        case .packageUnreadable: self("the capture could not be opened", "die Aufnahme ließ sich nicht öffnen")
        case .packageReplayed:
            self("refused: the capture had been sent before", "abgelehnt: die Aufnahme wurde schon einmal gesendet")
        case .challengeExpired: self("nobody answered in time", "es wurde nicht rechtzeitig geantwortet")
        case .duplicate:
            self(
                "refused: somebody is registered with this face", "abgelehnt: mit diesem Gesicht ist jemand registriert"
            )
        case nil: decision
        }
    }

    func document(_ decision: String) -> String {
        switch DocumentDecision(rawValue: decision) {
        case .verified:
            self("accepted: it was read and fits the face", "angenommen: es wurde gelesen und passt zum Gesicht")
        case .notVerified: self("refused: it breaks a rule", "abgelehnt: es verstößt gegen eine Regel")
        case .notMatching:
            self("refused: its portrait is not of your face", "abgelehnt: das Lichtbild zeigt nicht Ihr Gesicht")
        case .portraitReused:
            self(
                "refused: the face shown before was its photograph",
                "abgelehnt: das vorher gezeigte Gesicht war sein Lichtbild")
        case .retryCapture:
            self("not decided: it could not be read surely", "nicht entschieden: es war nicht sicher lesbar")
        case nil: decision
        }
    }

    func event(_ word: String) -> String {
        switch Event.Kind(rawValue: word) {
        case .triggered: self("the operator began it", "der Betreiber hat es begonnen")
        case .codeReserved: self("a registration code was reserved", "ein Registrierungscode wurde vergeben")
        case .validated: self("your phone opened it", "Ihr Telefon hat es geöffnet")
        case .started: self("it started", "es ging los")
        case .consentGiven: self("you consented", "Sie haben eingewilligt")
        case .deviceAdded: self("your device was noted", "Ihr Gerät wurde vermerkt")
        case .faceAdded, .faceRefused: self("your face was captured", "Ihr Gesicht wurde aufgenommen")
        case .facesTaken:
            self(
                "images of your face were taken over from a system of the operator's",
                "Bilder Ihres Gesichts wurden aus einem System des Betreibers übernommen")
        case .faceChallenged: self("movements were asked for", "Bewegungen wurden erbeten")
        case .documentAdded, .documentRefused: self("your document was captured", "Ihr Dokument wurde aufgenommen")
        case .faceReopened: self("your face was asked for once more", "Ihr Gesicht wurde noch einmal erbeten")
        case .duplicateFound:
            self(
                "your face was found among the registrations", "Ihr Gesicht wurde unter den Registrierungen gefunden")
        case .completed: self("you were registered", "Sie wurden registriert")
        case .failed: self("it was refused", "es wurde abgelehnt")
        case .cancelled: self("it was cancelled", "es wurde abgebrochen")
        case .expired: self("its time was over", "die Zeit war abgelaufen")
        case .reviewRequested: self("a human was asked to look at it", "ein Mensch wurde gebeten, es anzusehen")
        case .reviewed: self("a human looked at it", "ein Mensch hat es angesehen")
        case .captureAsked:
            self(
                "one more capture of your face was asked for", "eine weitere Aufnahme Ihres Gesichts wurde erbeten")
        case .answered: self("an answer was kept", "eine Antwort wurde vermerkt")
        case nil: word
        }
    }

    func purpose(_ word: String) -> String {
        switch AuthenticationPurpose(rawValue: word) {
        case .authenticate: self("to be let in", "Authentisierung")
        case .reEnroll: self("to register another device", "Registrierung eines weiteren Geräts")
        case nil: word
        }
    }

    func authenticationState(_ word: String) -> String {
        switch EnrollmentStanding.State(rawValue: word) {
        case .complete: self("complete", "abgeschlossen")
        default: state(word)
        }
    }

    /// Why an authentication failed for good.
    func failure(_ code: String) -> String {
        switch AuthenticationFailure(rawValue: code) {
        case .attemptsExhausted: self("refused as often as it may be", "so oft abgelehnt, wie es zulässig ist")
        case .capturesExhausted: self("captured as often as it may be", "so oft aufgenommen, wie es zulässig ist")
        case nil: code
        }
    }

    func authenticationEvent(_ word: String) -> String {
        switch AuthenticationEvent.Kind(rawValue: word) {
        case .triggered: self("it was begun", "es wurde begonnen")
        case .validated: self("your phone opened it", "Ihr Telefon hat es geöffnet")
        case .started: self("it started", "es ging los")
        case .deviceVerified, .deviceRefused: self("your device was checked", "Ihr Gerät wurde geprüft")
        case .faceVerified, .faceRefused: self("your face was captured", "Ihr Gesicht wurde aufgenommen")
        case .faceChallenged: self("movements were asked for", "Bewegungen wurden erbeten")
        case .documentAdded, .documentRefused: self("your document was captured", "Ihr Dokument wurde aufgenommen")
        case .deviceReplaced: self("another device was registered", "ein weiteres Gerät wurde registriert")
        case .locked:
            self(
                "your registration was locked for a while, after failed attempts",
                "Ihre Registrierung wurde nach erfolglosen Versuchen eine Zeit lang gesperrt")
        case .completed: self("it was completed", "es wurde abgeschlossen")
        case .failed: self("it was refused", "es wurde abgelehnt")
        case .cancelled: self("it was cancelled", "es wurde abgebrochen")
        case .expired: self("its time was over", "die Zeit war abgelaufen")
        case .answered: self("an answer was kept", "eine Antwort wurde vermerkt")
        case nil: word
        }
    }

    /// Of somebody whose face is compared with the one that they registered with.
    func returningFace(_ decision: String) -> String {
        switch FaceDecision(rawValue: decision) {
        case .notMatching:
            self("refused: not the registered face", "abgelehnt: nicht das registrierte Gesicht")
        default: face(decision)
        }
    }

    func device(_ decision: String) -> String {
        switch DeviceDecision(rawValue: decision) {
        case .signed: self("accepted: it signed with its key", "angenommen: mit seinem Schlüssel signiert")
        case .identified: self("accepted: it is a registered one", "angenommen: ein registriertes Gerät")
        case .unknownDevice: self("refused: not a registered one", "abgelehnt: kein registriertes Gerät")
        case .signatureInvalid: self("refused: its signature is wrong", "abgelehnt: die Signatur ist falsch")
        case .keyMissing: self("refused: it has no key", "abgelehnt: es hat keinen Schlüssel")
        case nil: decision
        }
    }

    func deviceChange(_ word: String) -> String {
        switch DeviceChange(rawValue: word) {
        case .add: self("beside those before", "zusätzlich zu den bisherigen")
        case .replaceAll: self("in the place of those before", "anstelle der bisherigen")
        case nil: word
        }
    }

    func review(_ decision: String) -> String {
        switch Review.Decision(rawValue: decision) {
        case .accepted: self("accepted", "angenommen")
        case .refused: self("refused", "abgelehnt")
        case nil: decision
        }
    }

    func message(_ kind: String) -> String {
        kind == "invitation" ? self("the link to enroll", "der Link zur Registrierung") : kind
    }

    /// Why a message was given up.
    func notSent(_ cause: String) -> String {
        switch MailFailure(rawValue: cause) {
        case .refused: self("the mail server refused the address", "der Mailserver hat die Adresse abgelehnt")
        case .expired: self("its link ended before it was sent", "der Link lief vor dem Senden ab")
        case .unneeded: self("you had begun without it", "Sie hatten schon ohne sie begonnen")
        case .unreadable: self("what was stored was damaged", "das Gespeicherte war beschädigt")
        case nil: cause
        }
    }

    func field(_ type: String) -> String {
        switch type {
        case "documentClassCode": self("kind of document", "Dokumentart")
        case "issuingStateCode": self("issuing state (code)", "Ausstellerstaat (Kürzel)")
        case "documentNumber": self("document number", "Dokumentnummer")
        case "dateOfExpiry": self("valid until", "gültig bis")
        case "dateOfIssue": self("issued on", "ausgestellt am")
        case "dateOfBirth": self("date of birth", "Geburtsdatum")
        case "placeOfBirth": self("place of birth", "Geburtsort")
        case "surname": self("surname", "Nachname")
        case "givenNames": self("given names", "Vornamen")
        case "nationality": self("nationality", "Staatsangehörigkeit")
        case "nationalityCode": self("nationality (code)", "Staatsangehörigkeit (Kürzel)")
        case "sex": self("sex", "Geschlecht")
        case "issuingAuthority": self("issuing authority", "ausstellende Behörde")
        case "surnameAndGivenNames": self("surname and given names", "Nachname und Vornamen")
        case "optionalData": self("optional data", "weitere Angaben")
        case "mrzLines": self("lines of the MRZ", "Zeilen der MRZ")
        case "mrzType": self("form of the MRZ", "Form der MRZ")
        case "age": self("age", "Alter")
        case "issuingState": self("issuing state", "Ausstellerstaat")
        case "documentNumberCheckDigit": self("check digit of the document number", "Prüfziffer der Dokumentnummer")
        case "birthDateCheckDigit": self("check digit of the date of birth", "Prüfziffer des Geburtsdatums")
        case "expiryDateCheckDigit": self("check digit of the expiry", "Prüfziffer des Ablaufdatums")
        case "compositeCheckDigit": self("check digit of all", "Prüfziffer über alles")
        case "optionalDataCheckDigit": self("check digit of the optional data", "Prüfziffer der weiteren Angaben")
        case "otherValidIDs": self("other valid documents", "weitere gültige Dokumente")
        case "observations": self("observations", "Bemerkungen")
        case "documentSignerIssuer": self("issuer of the signing certificate", "Aussteller des Signaturzertifikats")
        case "monthsToExpire": self("months until it expires", "Monate bis zum Ablauf")
        case "ageAtIssue": self("age at issue", "Alter bei der Ausstellung")
        case "yearsSinceIssue": self("years since issue", "Jahre seit der Ausstellung")
        case "address": self("address", "Anschrift")
        case "licenceCategories": self("categories of the licence", "Führerscheinklassen")
        default: type
        }
    }

    /// Lines stay lines, which a field keeps with `^` between them.
    func value(_ field: PersonRecord.Field) -> String {
        field.type == DocumentFieldType.mrzLines.rawValue ? field.value.replacing("^", with: "\n") : field.value
    }

    /// Why a capture was taken for what it was.
    func because(_ reason: String) -> String? {
        switch reason {
        case "challengeMet": self("the movements were shown as asked for", "die Bewegungen wurden wie erbeten gezeigt")
        case "sandboxPersona": self("a persona of the sandbox decided", "eine Persona der Sandbox hat entschieden")
        case "networkNotInstalled": self("a network for it is not installed", "ein Netz dafür ist nicht installiert")
        case "flat", "flatInside", "slidingFace":
            self("the face moved like a flat image", "das Gesicht bewegte sich wie ein flaches Bild")
        case "depthUnclear": self("its depth was not clear", "seine Tiefe war nicht deutlich")
        case "turnTooSmall": self("the head was turned too little", "der Kopf wurde zu wenig gedreht")
        case "unsteadyLight": self("the light changed", "das Licht wechselte")
        case "noDeformation": self("the face hardly moved", "das Gesicht bewegte sich kaum")
        case "frozenAppearance":
            self(
                "the face moved, but its appearance stayed as on an image",
                "das Gesicht bewegte sich, sah dabei aber unverändert aus wie ein Bild")
        case "appearanceUnclear", "textureUnclear":
            self("the appearance of the face was not clear", "das Aussehen des Gesichts war nicht eindeutig")
        case "blendedImages": self("images were blended into each other", "Bilder wurden ineinander überblendet")
        case "imagesInTurn": self("several images in turn", "mehrere Bilder im Wechsel")
        case "momentRepeated": self("a moment came twice", "ein Augenblick kam zweimal vor")
        case "mostlyUnchanged": self("the images hardly differed", "die Bilder unterschieden sich kaum")
        case "reproducedFace", "reproducedScene", "reproducedByPack":
            self("taken for an image of an image", "für ein Bild von einem Bild gehalten")
        case "grewWithoutPerspective":
            self(
                "the face grew as an image does, not as a head that comes nearer",
                "das Gesicht wuchs wie ein Bild, nicht wie ein Kopf, der näher kommt")
        case "lightNotAnswered", "lightNotOfAHead":
            self(
                "the light of the screen did not show on the face as on a head",
                "das Licht des Bildschirms zeigte sich nicht wie auf einem Kopf")
        case "lightTooWeak": self("the light of the screen was too weak", "das Licht des Bildschirms war zu schwach")
        case "notStraightAtFirst":
            self("the face did not look straight ahead at first", "das Gesicht blickte anfangs nicht geradeaus")
        case "nothingToLookAt": self("no image could be used", "kein Bild war brauchbar")
        case "otherMovementShown": self("another movement was shown", "eine andere Bewegung wurde gezeigt")
        case "posesTooFarApart": self("the head turned too fast", "der Kopf drehte sich zu schnell")
        case "stepNotShown": self("a movement was not shown", "eine Bewegung wurde nicht gezeigt")
        case "takeInterrupted": self("the capture was interrupted", "die Aufnahme war unterbrochen")
        case "tookTooLong": self("to judge it took too long", "die Prüfung dauerte zu lange")
        case "takeTooShort", "spanTooShort": self("too short", "zu kurz")
        case "tracksLost": self("the movement could not be followed", "der Bewegung war nicht zu folgen")
        case "everyCuePassed": self("every check was passed", "alle Prüfungen bestanden")
        case "stillsPermitted":
            self(
                "the image is good; whether it is of a living face was not checked",
                "das Bild ist gut; ob es ein lebendes Gesicht zeigt, wurde nicht geprüft")
        case "renderedForDemonstration":
            self("a rendered face, for demonstration", "ein berechnetes Gesicht, zur Vorführung")
        case "scoreTooLow", "cuesTogether":
            self("all checks together", "alle Prüfungen zusammen")
        case "noFace": self("no face was found", "kein Gesicht gefunden")
        case "multipleFaces": self("there were several faces", "mehrere Gesichter")
        case "frameRateTooSlow", "framesTooFarApart": self("too long between images", "zu lange zwischen den Bildern")
        case "faceTooSmall": self("the face was too small", "das Gesicht war zu klein")
        case "poseTooHigh": self("the face was turned away", "das Gesicht war abgewandt")
        case "badExposure": self("too dark or too bright", "zu dunkel oder zu hell")
        case "tooBlurry": self("not sharp enough", "nicht scharf genug")
        case "differentPersons": self("different persons", "verschiedene Personen")
        case "singleStill": self("a single image", "ein einzelnes Bild")
        case "repeatedStill": self("one image several times", "ein Bild mehrmals")
        case "tooFewFrames", "tooFewUsableFrames": self("too few images", "zu wenige Bilder")
        case "captureTooShort": self("too short", "zu kurz")
        case "frameTimesMissing": self("the times of the images were missing", "die Zeiten der Bilder fehlten")
        default: nil
        }
    }

    /// What somebody is asked to do before the camera.
    func prompt(_ word: String) -> String {
        switch FaceChallenge.Prompt(rawValue: word) {
        case .comeCloser: self("come closer", "näher kommen")
        case .turnLeft: self("turn left", "nach links drehen")
        case .turnRight: self("turn right", "nach rechts drehen")
        case .nod: self("nod with the head", "mit dem Kopf nicken")
        case .blinkTwice: self("blink twice", "zweimal blinzeln")
        case .openMouth: self("open the mouth", "den Mund öffnen")
        case .red: self("red light", "rotes Licht")
        case .green: self("green light", "grünes Licht")
        case .blue: self("blue light", "blaues Licht")
        case .white: self("white light", "weißes Licht")
        case .black: self("no light", "kein Licht")
        case nil: word
        }
    }

    /// A rule that a document breaks, or why it has to be captured again.
    func rule(_ word: String) -> String? {
        switch word {
        case "imagesDisagree", "sourcesDisagree":
            self("its parts contradict each other", "seine Teile widersprechen sich")
        case "expired": self("it has expired", "es ist abgelaufen")
        case "expiryUnknown": self("it does not say until when it is valid", "es sagt nicht, bis wann es gilt")
        case "specimen": self("it is a specimen", "es ist ein Muster")
        case "authenticityNotChecked": self("whether it is genuine was not checked", "die Echtheit wurde nicht geprüft")
        case "tooYoung": self("the age: too young for what was asked", "das Alter: zu jung für das Verlangte")
        case "tooOld": self("the age: too old for what was asked", "das Alter: zu alt für das Verlangte")
        case "ageUnknown": self("it does not say the age", "es sagt nichts über das Alter")
        case "fieldNotValid": self("a field that is needed", "eine nötige Angabe")
        case "mrzNotFound": self("no machine-readable lines were found", "keine maschinenlesbaren Zeilen gefunden")
        case "severalDocuments":
            self("an image showed several documents", "ein Bild zeigte mehrere Dokumente")
        case "mrzTooSmall", "mrzBlurred", "mrzUnreadable", "mrzCutOff", "mrzUncertain":
            self(
                "the machine-readable lines could not be read surely",
                "die maschinenlesbaren Zeilen waren nicht sicher lesbar")
        case "tookTooLong": self("reading it took too long", "das Lesen dauerte zu lange")
        case _ where MRZFinding(rawValue: word) != nil:
            word.hasSuffix(".checkDigitWrong")
                ? self("a check digit is wrong", "eine Prüfziffer stimmt nicht") + checked(word)
                : self(
                    "something in the machine-readable lines is wrong",
                    "etwas in den maschinenlesbaren Zeilen stimmt nicht")
        default: nil
        }
    }

    /// What a check digit covers, in brackets.
    private func checked(_ finding: String) -> String {
        let covered: DocumentFieldType? =
            switch MRZFinding(rawValue: finding) {
            case .documentNumberCheckDigitWrong: .documentNumber
            case .birthDateCheckDigitWrong: .dateOfBirth
            case .expiryDateCheckDigitWrong: .dateOfExpiry
            case .optionalDataCheckDigitWrong: .optionalData
            default: nil
            }
        return covered.map { " (\(field($0.rawValue)))" }
            ?? self(" (all lines together)", " (alle Zeilen zusammen)")
    }

    /// By the English name that a source gives.
    func documentKind(_ name: String) -> String? {
        switch name {
        case "Passport": self("passport", "Reisepass")
        case "Passport card": self("passport card", "Passkarte")
        case "Identity card": self("identity card", "Personalausweis")
        case "Residence permit": self("residence permit", "Aufenthaltstitel")
        case "Driving license": self("driving licence", "Führerschein")
        case "Visa ID2", "Visa ID3": self("visa", "Visum")
        case "Crew member certificate": self("crew member certificate", "Ausweis für Flugpersonal")
        case "Travel document": self("travel document", "Reisedokument")
        default: nil
        }
    }

    func source(_ kind: String) -> String {
        switch kind {
        case "mrz": self("machine-readable lines (MRZ)", "maschinenlesbare Zeilen (MRZ)")
        case "visualInspectionZone": self("printed text", "gedruckter Text")
        case "barcode": self("barcode", "Strichcode")
        case "chip": self("chip", "Chip")
        default: kind
        }
    }

    func status(_ word: String) -> String {
        switch word {
        case "valid": self("checked", "geprüft")
        case "invalid": self("cannot be right", "kann nicht stimmen")
        case "notValidated": self("not checked", "nicht geprüft")
        default: word
        }
    }

    func image(_ name: String, kind: String) -> String {
        if name == "portrait" {
            return self("portrait, cut from the document", "Lichtbild, aus dem Dokument geschnitten")
        }
        if name == DocumentRecord.givenFaceName {
            return self("face that was sent with the document", "Gesicht, das mit dem Dokument gesendet wurde")
        }
        let number = (Int(name.suffix(2)) ?? 0) + 1
        return kind == TemplateKind.face.evidenceKind
            ? self("image \(number) of your face", "Bild \(number) Ihres Gesichts")
            : self("image \(number) of your document", "Bild \(number) Ihres Dokuments")
    }

    func check(_ name: String) -> String {
        switch name {
        case "oneFace": self("exactly one face", "genau ein Gesicht")
        case "frameTimes": self("images without a gap", "Bilder ohne Lücke")
        case "faceSize": self("face large enough", "Gesicht groß genug")
        case "pose": self("face towards the camera", "Gesicht zur Kamera")
        case "exposure": self("light", "Licht")
        case "focus": self("sharpness", "Schärfe")
        case "samePerson": self("one person throughout", "durchgehend eine Person")
        case "captureLength": self("enough images", "genug Bilder")
        case "flatness": self("depth of the face", "Tiefe des Gesichts")
        case "innerFlatness": self("depth within the face", "Tiefe innerhalb des Gesichts")
        case "livingMotion": self("movement of a living face", "Bewegung eines lebenden Gesichts")
        case "stillness": self("no frozen image", "kein eingefrorenes Bild")
        case "repetition": self("no repeated images", "keine wiederholten Bilder")
        case "severalImages": self("no mixed images", "keine gemischten Bilder")
        case "faceTexture", "sceneTexture", "padPack": self("no image of an image", "kein Bild von einem Bild")
        default: self("a further check", "eine weitere Prüfung")
        }
    }

    func finding(_ word: String?) -> String {
        switch word {
        case "bonaFide": self("speaks for you", "spricht für Sie")
        case "attack": self("speaks against you", "spricht gegen Sie")
        case "unclear": self("unclear", "unklar")
        case "abstained": self("nothing could be measured", "nicht messbar")
        default: ""
        }
    }

    /// Whoever did something, as the audit trail names them.
    func actor(_ name: String) -> String {
        let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("credential", 2): return self("the operator's system ", "System des Betreibers ") + parts[1]
        case ("user", 2): return self("user of the server ", "Benutzer des Servers ") + parts[1]
        case ("operator", 1):
            return self("somebody who works for the operator", "jemand, der für den Betreiber arbeitet")
        case ("phone", 1): return self("your phone", "Ihr Telefon")
        case ("server", 1): return self("the server itself", "der Server selbst")
        default: return name
        }
    }

    func operation(_ word: String) -> String {
        switch word {
        case "export": self("a copy for you, such as this one", "eine Kopie für Sie, wie diese")
        case "find", "search", "list", "authentications", "group": self("found in a search", "bei einer Suche gefunden")
        case "enrollment", "show", "operation-status", "registration", "registrations", "case",
            "authentication":
            self("looked at", "angesehen")
        case "case-image", "authentication-image": self("an image was looked at", "ein Bild wurde angesehen")
        case "explain", "explanation": self("a decision was explained", "eine Entscheidung wurde erläutert")
        case "receipt": self("a receipt was written", "eine Bescheinigung wurde ausgestellt")
        default: self("read", "gelesen")
        }
    }
}
