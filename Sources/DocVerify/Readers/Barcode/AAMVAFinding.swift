/// Something about the contents of a licence's barcode that a decision or an auditor should know. Raw values are stored and never
/// renamed, and none is a raw value of `MRZFinding`: reports name a finding without its source.
package enum AAMVAFinding: String, Codable, CaseIterable, Sendable {
    // What a licence must say to be accepted.
    case surnameMissing = "surname.notStated"
    case documentNumberMissing = "number.notStated"
    case birthDateMissing = "birth.notStated"
    case expiryDateMissing = "expiry.notStated"

    // Dates that are there and are none, or of which nobody can say what day they are.
    case birthDateImpossible = "birth.noDate"
    case birthDateAmbiguous = "birth.ambiguous"
    case expiryDateImpossible = "expiry.noDate"
    case expiryDateAmbiguous = "expiry.ambiguous"
    case issueDateImpossible = "issue.noDate"
    case issueDateAmbiguous = "issue.ambiguous"
    /// Issued before the holder's birth or after the expiry.
    case issueDateContradictory = "issue.contradictory"
    /// Expired before the holder's birth.
    case expiryDateContradictory = "expiry.contradictory"
    /// Month and day stand in the order of the other country.
    case dateOrderUnexpected = "dates.otherOrder"
    /// A day or month of one digit, or what follows the digits is no part of a date.
    case dateIncomplete = "dates.incomplete"

    // Names.
    /// One element holds all names without commas: the last is taken for the surname, as Pennsylvania writes it.
    case nameOrderAssumed = "name.orderAssumed"
    /// One element holds all names, and nothing says which is the surname.
    case nameNotSplit = "name.notSplit"
    /// The issuer says that a name was cut.
    case nameTruncated = "name.truncated"
    /// Sex is none of the codes of the standard.
    case sexUnknown = "sex.unknown"
    /// No country is stated: it is told by the issuer's number or the address.
    case countryDerived = "country.derived"
    /// Neither stated nor told by anything else.
    case countryUnknown = "country.unknown"

    // Damage of the data's frame; the elements were found all the same.
    case complianceIndicatorMissing = "header.complianceIndicatorMissing"
    case byteOrderMark = "header.byteOrderMark"
    case foreignPrefix = "header.foreignPrefix"
    case recordSeparatorDamaged = "header.recordSeparatorDamaged"
    case fileTypeDamaged = "header.fileTypeDamaged"
    case headerIncomplete = "header.incomplete"
    /// The header has another number of fields than its version's.
    case headerOfOtherVersion = "header.otherVersion"
    case versionUnknown = "version.unknown"
    case subfileCountWrong = "subfiles.countWrong"
    case subfileOffsetWrong = "subfiles.offsetWrong"
    case subfileOffsetNotNumeric = "subfiles.offsetNotNumeric"
    case subfileTypeNotRepeated = "subfiles.typeNotRepeated"
    case subfileTypeRepeatedTwice = "subfiles.typeRepeatedTwice"
    case segmentTerminatorDamaged = "subfiles.terminatorDamaged"
    case separatorReplaced = "elements.separatorReplaced"
    case lettersLowered = "elements.lettersLowered"
    /// Lines that begin with no element of the standard's form.
    case foreignLines = "elements.foreignLines"
    /// An element comes twice and says two things; the first counts.
    case elementsContradictory = "elements.contradictory"

    /// What the finding means for a decision.
    var meaning: SourceFinding.Meaning {
        switch self {
        case .surnameMissing, .documentNumberMissing, .birthDateMissing, .expiryDateMissing, .birthDateImpossible,
            .birthDateAmbiguous, .expiryDateImpossible, .expiryDateAmbiguous, .issueDateImpossible,
            .issueDateContradictory, .expiryDateContradictory:
            .contentsInvalid
        case .issueDateAmbiguous, .dateOrderUnexpected, .dateIncomplete, .nameOrderAssumed, .nameNotSplit,
            .nameTruncated, .sexUnknown, .countryDerived, .countryUnknown, .complianceIndicatorMissing, .byteOrderMark,
            .foreignPrefix, .recordSeparatorDamaged, .fileTypeDamaged, .headerIncomplete, .headerOfOtherVersion,
            .versionUnknown, .subfileCountWrong, .subfileOffsetWrong, .subfileOffsetNotNumeric,
            .subfileTypeNotRepeated, .subfileTypeRepeatedTwice, .segmentTerminatorDamaged, .separatorReplaced,
            .lettersLowered, .foreignLines, .elementsContradictory:
            .remark
        }
    }
}
