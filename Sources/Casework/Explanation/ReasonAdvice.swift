internal import OnboardingCore

/// What an app or a letter can tell the person, for each reason: the sentences of `docs/reasons.md`, which a test holds
/// against these.
extension Explanation.Words {
    init(_ reason: EnrollmentReason) {
        self =
            switch reason {
            case .faceAttemptsExhausted:
                Self(
                    en: "We could not confirm your identity. Please contact us.",
                    de: "Wir konnten Ihre Identität nicht bestätigen. Bitte wenden Sie sich an uns.")
            case .documentAttemptsExhausted:
                Self(
                    en: "Your document could not be accepted. Please contact us.",
                    de: "Ihr Dokument konnte nicht angenommen werden. Bitte wenden Sie sich an uns.")
            case .faceCapturesExhausted:
                Self(
                    en: "We could not record your face well enough. Please start again, in better light if you can.",
                    de:
                        "Wir konnten Ihr Gesicht nicht gut genug aufnehmen. Bitte beginnen Sie von vorn, möglichst bei besserem Licht."
                )
            case .documentCapturesExhausted:
                Self(
                    en: "We could not read your document. Please start again, in better light if you can.",
                    de:
                        "Wir konnten Ihr Dokument nicht lesen. Bitte beginnen Sie von vorn, möglichst bei besserem Licht."
                )
            case .enrollmentExpired:
                Self(
                    en: "The time for this identification is over. Please start again.",
                    de: "Die Zeit für diese Identifizierung ist abgelaufen. Bitte beginnen Sie von vorn.")
            case .enrollmentCancelled:
                Self(
                    en: "This identification was cancelled.",
                    de: "Diese Identifizierung wurde abgebrochen.")
            case .faceNotLive:
                Self(
                    en: "This recording was not accepted. Please record yourself once more, in good light.",
                    de:
                        "Diese Aufnahme wurde nicht angenommen. Bitte nehmen Sie sich noch einmal auf, bei gutem Licht."
                )
            case .faceUndecided:
                Self(
                    en: "Please record your face again: hold the phone still, in good light.",
                    de: "Bitte nehmen Sie Ihr Gesicht noch einmal auf: Halten Sie das Telefon ruhig, bei gutem Licht.")
            case .ageOutsideRange:
                Self(
                    en: "We could not confirm your age. Please contact us.",
                    de: "Wir konnten Ihr Alter nicht bestätigen. Bitte wenden Sie sich an uns.")
            case .faceNotMatching:
                Self(
                    en: "Your face does not match your document. Please try again yourself, with your own document.",
                    de:
                        "Ihr Gesicht passt nicht zu Ihrem Dokument. Bitte versuchen Sie es selbst und mit Ihrem eigenen Dokument noch einmal."
                )
            case .portraitReused:
                Self(
                    en: "This recording was not accepted. Please record yourself once more, in good light.",
                    de:
                        "Diese Aufnahme wurde nicht angenommen. Bitte nehmen Sie sich noch einmal auf, bei gutem Licht."
                )
            case .portraitSuspected:
                Self(
                    en: "Please record your face once more and turn your head as shown.",
                    de: "Bitte nehmen Sie Ihr Gesicht noch einmal auf und drehen Sie den Kopf wie angezeigt.")
            case .noFrameNearPortrait:
                Self(
                    en: "Please record your face once more: first look straight ahead.",
                    de: "Bitte nehmen Sie Ihr Gesicht noch einmal auf: Schauen Sie zuerst geradeaus.")
            case .turnNotShown:
                Self(
                    en: "Please turn your head further to the side that is shown.",
                    de: "Bitte drehen Sie den Kopf weiter zur angezeigten Seite.")
            case .packageUnreadable:
                Self(
                    en: "Please record your face again.",
                    de: "Bitte nehmen Sie Ihr Gesicht noch einmal auf.")
            case .packageReplayed:
                Self(
                    en: "Please record your face again.",
                    de: "Bitte nehmen Sie Ihr Gesicht noch einmal auf.")
            case .challengeExpired:
                Self(
                    en: "That took too long. Please follow the new instructions.",
                    de: "Das hat zu lange gedauert. Bitte folgen Sie den neuen Anweisungen.")
            case .duplicateEnrollment:
                Self(
                    en: "We could not complete your registration. Please contact us.",
                    de: "Wir konnten Ihre Registrierung nicht abschließen. Bitte wenden Sie sich an uns.")
            case .documentNotVerified:
                Self(
                    en: "Your document could not be accepted. Please check that it is valid, or use another one.",
                    de:
                        "Ihr Dokument konnte nicht angenommen werden. Bitte prüfen Sie, ob es gültig ist, oder verwenden Sie ein anderes."
                )
            case .documentNotMatching:
                Self(
                    en: "Your document does not match your face. Please use your own document.",
                    de: "Ihr Dokument passt nicht zu Ihrem Gesicht. Bitte verwenden Sie Ihr eigenes Dokument.")
            case .documentUnreadable:
                Self(
                    en: "Your document cannot be read. Please photograph it again, flat and without reflections.",
                    de:
                        "Ihr Dokument ist nicht lesbar. Bitte fotografieren Sie es noch einmal, flach und ohne Spiegelungen."
                )
            }
    }

    init(_ reason: RecaptureReason) {
        self =
            switch reason {
            case .noSingleFace:
                Self(
                    en: "Make sure that only your face is in the picture.",
                    de: "Achten Sie darauf, dass nur Ihr Gesicht im Bild ist.")
            case .tooFewFrames:
                Self(
                    en: "Please keep your face in view until the recording ends.",
                    de: "Bitte bleiben Sie mit dem Gesicht im Bild, bis die Aufnahme endet.")
            case .tooShort:
                Self(
                    en: "Please record your face again, a little longer.",
                    de: "Bitte nehmen Sie Ihr Gesicht noch einmal auf, etwas länger.")
            case .tooSlow:
                Self(
                    en: "The camera was too slow. Please try again with more light.",
                    de: "Die Kamera war zu langsam. Bitte versuchen Sie es mit mehr Licht noch einmal.")
            case .faceTooSmall:
                Self(
                    en: "Please move closer to the camera.",
                    de: "Bitte kommen Sie näher an die Kamera.")
            case .headTurnedAway:
                Self(
                    en: "Your head was turned too far away. Please keep your eyes on the screen.",
                    de: "Ihr Kopf war zu weit weggedreht. Bitte behalten Sie den Bildschirm im Blick.")
            case .tooLittleContrast:
                Self(
                    en: "Please find a place with more even light.",
                    de: "Bitte suchen Sie einen Ort mit besserem Licht.")
            case .tooDark:
                Self(
                    en: "It is too dark. Please find more light.",
                    de: "Es ist zu dunkel. Bitte sorgen Sie für mehr Licht.")
            case .glare:
                Self(
                    en: "There is glare on your face. Please turn away from the light.",
                    de: "Ihr Gesicht wird geblendet. Bitte drehen Sie sich vom Licht weg.")
            case .lightChanged:
                Self(
                    en: "Please find a place with steady light.",
                    de: "Bitte suchen Sie einen Ort mit gleichmäßigem Licht.")
            case .blur:
                Self(
                    en: "The picture is blurred. Please clean the lens and hold still.",
                    de: "Das Bild ist unscharf. Bitte reinigen Sie die Linse und halten Sie still.")
            case .turnTooSmall:
                Self(
                    en: "Please turn your head a little further.",
                    de: "Bitte drehen Sie den Kopf etwas weiter.")
            case .nodNotShown:
                Self(
                    en: "Please nod more clearly.",
                    de: "Bitte nicken Sie deutlicher.")
            case .approachNotShown:
                Self(
                    en: "Please come closer to the camera when asked.",
                    de: "Bitte kommen Sie näher, wenn Sie dazu aufgefordert werden.")
            case .blinksNotShown:
                Self(
                    en: "Please blink twice, slowly.",
                    de: "Bitte blinzeln Sie zweimal, langsam.")
            case .mouthNotOpened:
                Self(
                    en: "Please open your mouth wider.",
                    de: "Bitte öffnen Sie den Mund weiter.")
            case .screenLightNotSeen:
                Self(
                    en: "Please hold the screen closer, in a darker place.",
                    de: "Bitte halten Sie den Bildschirm näher, an einem dunkleren Ort.")
            case .mrzNotFound:
                Self(
                    en: "Please photograph the side with the lines of letters and arrows.",
                    de: "Bitte fotografieren Sie die Seite mit den Zeilen aus Buchstaben und Pfeilen.")
            case .mrzTooSmall:
                Self(
                    en: "Please hold the camera closer to the document.",
                    de: "Bitte halten Sie die Kamera näher an das Dokument.")
            case .mrzBlurred:
                Self(
                    en: "The picture is blurred. Please hold still.",
                    de: "Das Bild ist unscharf. Bitte halten Sie still.")
            case .mrzCutOff:
                Self(
                    en: "Please show the whole page, without fingers and glare.",
                    de: "Bitte zeigen Sie die ganze Seite, ohne Finger und Spiegelung.")
            case .mrzUncertain:
                Self(
                    en: "Please photograph your document again in better light.",
                    de: "Bitte fotografieren Sie Ihr Dokument noch einmal bei besserem Licht.")
            case .severalDocuments:
                Self(
                    en: "Please photograph one document at a time.",
                    de: "Bitte fotografieren Sie immer nur ein Dokument.")
            case .portraitNotFound:
                Self(
                    en: "Please photograph the side with your picture, without glare.",
                    de: "Bitte fotografieren Sie die Seite mit Ihrem Bild, ohne Spiegelung.")
            case .tookTooLong:
                Self(
                    en: "That took too long. Please try again.",
                    de: "Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.")
            }
    }

    /// Of an enrollment that goes on, and of whom no further attempt is taken for now.
    static let pending = Self(
        en: "The identification is still in progress.", de: "Die Identifizierung ist noch nicht abgeschlossen.")
    static let locked = Self(
        en: "Too many attempts. Please try again later.",
        de: "Zu viele Versuche. Bitte versuchen Sie es später noch einmal.")
}
