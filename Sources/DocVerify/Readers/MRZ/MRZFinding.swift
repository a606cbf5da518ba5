/// Something about an MRZ that a decision or an auditor should know. Raw values are stored and never renamed.
package enum MRZFinding: String, Codable, CaseIterable, Sendable {
    case documentNumberCheckDigitWrong = "number.checkDigitWrong"
    case birthDateCheckDigitWrong = "birth.checkDigitWrong"
    case expiryDateCheckDigitWrong = "expiry.checkDigitWrong"
    case optionalDataCheckDigitWrong = "optionalData.checkDigitWrong"
    case compositeCheckDigitWrong = "composite.checkDigitWrong"
    /// A character in a column that may not hold it, even where every check digit fits: `L` in a date counts like `1`.
    case characterNotAllowed = "characterNotAllowed"

    case documentNumberMissing = "number.missing"
    /// The check digit of a long number counts the filler between its two parts (seen on Swedish cards).
    case longNumberCountsFiller = "number.fillerCounted"
    /// A passport that continues its number in the personal number, which the standard knows for cards only.
    case longNumberInPassport = "number.continuedInPassport"

    case birthDateImpossible = "birth.impossible"
    case birthDateIncomplete = "birth.incomplete"
    /// `00` where the standard requires fillers for an unknown month or day.
    case birthDateUsesZeros = "birth.zerosForUnknown"
    /// The two digits of the year fit an infant and somebody older than a hundred years.
    case birthCenturyAmbiguous = "birth.centuryAmbiguous"
    case expiryDateImpossible = "expiry.impossible"
    /// Fillers, or the date by which Spain says so: the document is valid without limit.
    case expiryUnlimited = "expiry.unlimited"
    /// More than 20 years ahead.
    case expiryFarAhead = "expiry.farAhead"
    /// Not printed; taken from the month of issue (French card of 1988).
    case expiryDerived = "expiry.derived"

    case issuingStateUnknown = "state.unknown"
    case issuingStateMalformed = "state.malformed"
    /// An issuer that is no state and whose booklets are known, such as the "World Service Authority".
    case issuingStateNotRecognised = "state.notRecognised"
    case issuingStateDeprecated = "state.deprecated"
    /// `DEU` where the standard has the one letter `D`.
    case germanyWithThreeLetters = "state.threeLetterGermany"
    case nationalityUnknown = "nationality.unknown"
    case nationalityMissing = "nationality.missing"
    case nationalityDeprecated = "nationality.deprecated"

    case nameMissing = "name.missing"
    /// No `<<`: a single name, or an issuer that omits the separator.
    case nameHasNoSecondaryIdentifier = "name.noSecondary"
    /// A given name alone, as passports of India and some others have it.
    case nameHasNoPrimaryIdentifier = "name.noPrimary"
    /// The last column holds a letter, so the name may have been cut.
    case namePossiblyTruncated = "name.possiblyTruncated"
    /// Letters after three or more fillers, a form that the standard does not have.
    case nameInterrupted = "name.interrupted"

    case documentCodeUnusual = "code.unusual"
    /// A sample document: issuer, number or name say so.
    case specimen = "specimen"

    /// What the finding means for a decision.
    var meaning: SourceFinding.Meaning {
        switch self {
        case .documentNumberCheckDigitWrong, .birthDateCheckDigitWrong, .expiryDateCheckDigitWrong,
            .optionalDataCheckDigitWrong, .compositeCheckDigitWrong:
            .checkDigitWrong
        case .characterNotAllowed, .documentNumberMissing, .birthDateImpossible, .expiryDateImpossible,
            .issuingStateUnknown, .issuingStateMalformed, .issuingStateNotRecognised, .nationalityUnknown,
            .nameMissing, .nameInterrupted:
            .contentsInvalid
        case .specimen: .specimen
        case .expiryUnlimited: .unlimitedValidity
        case .longNumberCountsFiller, .longNumberInPassport, .birthDateIncomplete, .birthDateUsesZeros,
            .birthCenturyAmbiguous, .expiryFarAhead, .expiryDerived, .issuingStateDeprecated,
            .germanyWithThreeLetters, .nationalityMissing, .nationalityDeprecated, .nameHasNoSecondaryIdentifier,
            .nameHasNoPrimaryIdentifier, .namePossiblyTruncated, .documentCodeUnusual:
            .remark
        }
    }
}
