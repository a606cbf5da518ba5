/// The formats of machine-readable zone that are read (ICAO 9303-4 to -7, the French card of 1988, ISO/IEC 18013).
package enum MRZFormat: String, Codable, CaseIterable, Sendable {
    case td1 = "TD1"
    case td2 = "TD2"
    case td3 = "TD3"
    case mrvA = "MRV-A"
    case mrvB = "MRV-B"
    /// The French identity card issued from 1988 to 2021, with a layout of its own.
    case frenchCard1988 = "FRA-1988"
    /// One line of 30 that begins with `D`; only its frame and last digit are standardised.
    case drivingLicence = "DL"

    package var lineCount: Int {
        switch self {
        case .td1: 3
        case .td2, .td3, .mrvA, .mrvB, .frenchCard1988: 2
        case .drivingLicence: 1
        }
    }

    package var lineLength: Int {
        switch self {
        case .td1, .drivingLicence: 30
        case .td2, .mrvB, .frenchCard1988: 36
        case .td3, .mrvA: 44
        }
    }

    /// What the first line may begin with, where no check digit watches over that letter; nil where any may stand.
    /// Residence permits of Estonia and Georgia begin with R and T, which the standard does not have.
    var firstLetters: [UInt8]? {
        switch self {
        case .td3: Array("P".utf8)
        case .td2: Array("ACIPRT".utf8)
        case .mrvA, .mrvB: Array("V".utf8)
        case .drivingLicence: Array("D".utf8)
        case .td1, .frenchCard1988: nil
        }
    }
}

/// A part of an MRZ that has columns of its own.
package enum MRZElement: String, Codable, CaseIterable, Sendable {
    case documentCode, issuingState, name, givenNames, documentNumber, documentNumberCheckDigit
    case nationality, birthDate, birthDateCheckDigit, sex, expiryDate, expiryDateCheckDigit
    case optionalData, secondOptionalData, optionalDataCheckDigit, issuingOffice, compositeCheckDigit
}

/// Which characters the columns of an element may hold.
package enum MRZCharacterClass: Sendable {
    /// `A`–`Z` only.
    case letter
    /// `A`–`Z` and the filler.
    case letters
    /// `0`–`9` only.
    case digits
    /// `0`–`9` and the filler.
    case digitsOrFillers
    /// `F`, `M` and the filler; `X` is printed in the visual inspection zone only (ICAO 9303-3 §4.7).
    case sex
    case any

    package func allows(_ character: UInt8) -> Bool {
        let isFiller = character == UInt8(ascii: "<")
        let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
        let isLetter = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(character)
        return switch self {
        case .letter: isLetter
        case .letters: isLetter || isFiller
        case .digits: isDigit
        case .digitsOrFillers: isDigit || isFiller
        case .sex: isFiller || character == UInt8(ascii: "F") || character == UInt8(ascii: "M")
        case .any: isDigit || isLetter || isFiller
        }
    }
}

/// Columns of one line, both counted from 1 as the standard prints them.
package struct MRZSpan: Equatable, Sendable {
    package let line: Int
    package let columns: ClosedRange<Int>
}

/// Where the elements of one format stand, and what its check digits cover.
package struct MRZLayout: Sendable {
    package let format: MRZFormat
    /// In reading order, without overlap; together they are the whole MRZ.
    package let elements: [(element: MRZElement, span: MRZSpan)]
    /// What the composite check digit runs over, in order; empty where the format has none.
    package let compositeSpans: [MRZSpan]

    package func span(of element: MRZElement) -> MRZSpan? {
        elements.first { $0.element == element }?.span
    }

    /// The class of every column, line by line.
    package var columnClasses: [[MRZCharacterClass]] {
        var classes = Array(
            repeating: Array(repeating: MRZCharacterClass.any, count: format.lineLength), count: format.lineCount)
        for (element, span) in elements {
            for column in span.columns {
                let offset = column - span.columns.lowerBound
                classes[span.line - 1][column - 1] = characterClass(of: element, offset: offset)
            }
        }
        return classes
    }

    private func characterClass(of element: MRZElement, offset: Int) -> MRZCharacterClass {
        switch element {
        case .issuingState, .name, .givenNames, .nationality: .letters
        case .documentCode:
            // Cards use digits as second character (`C1`, `A3` of the USA), booklets and visas do not.
            switch format {
            case _ where offset == 0: .letter
            case .td3, .mrvA, .mrvB, .frenchCard1988: .letters
            case .td1, .td2, .drivingLicence: .any
            }
        case .birthDate: .digitsOrFillers
        case .expiryDate: .digitsOrFillers
        case .birthDateCheckDigit, .expiryDateCheckDigit, .compositeCheckDigit: .digits
        // A filler says that a long number goes on in the optional data (ICAO 9303-5 §4.2.4).
        case .documentNumberCheckDigit: format == .frenchCard1988 ? .digits : .digitsOrFillers
        case .optionalDataCheckDigit: .digitsOrFillers
        case .sex: .sex
        case .documentNumber, .optionalData, .secondOptionalData, .issuingOffice: .any
        }
    }

    package static func layout(of format: MRZFormat) -> MRZLayout {
        switch format {
        case .td1: td1
        case .td2: td2
        case .td3: td3
        case .mrvA: mrvA
        case .mrvB: mrvB
        case .frenchCard1988: frenchCard1988
        case .drivingLicence: drivingLicence
        }
    }

    private static let td3 = MRZLayout(
        format: .td3,
        elements: heading(length: 44) + secondLine + [
            (.optionalData, MRZSpan(line: 2, columns: 29...42)),
            (.optionalDataCheckDigit, MRZSpan(line: 2, columns: 43...43)),
            (.compositeCheckDigit, MRZSpan(line: 2, columns: 44...44)),
        ],
        compositeSpans: [
            MRZSpan(line: 2, columns: 1...10), MRZSpan(line: 2, columns: 14...20),
            MRZSpan(line: 2, columns: 22...43),
        ])

    private static let td2 = MRZLayout(
        format: .td2,
        elements: heading(length: 36) + secondLine + [
            (.optionalData, MRZSpan(line: 2, columns: 29...35)),
            (.compositeCheckDigit, MRZSpan(line: 2, columns: 36...36)),
        ],
        compositeSpans: [
            MRZSpan(line: 2, columns: 1...10), MRZSpan(line: 2, columns: 14...20),
            MRZSpan(line: 2, columns: 22...35),
        ])

    private static let mrvA = MRZLayout(
        format: .mrvA,
        elements: heading(length: 44) + secondLine + [(.optionalData, MRZSpan(line: 2, columns: 29...44))],
        compositeSpans: [])

    private static let mrvB = MRZLayout(
        format: .mrvB,
        elements: heading(length: 36) + secondLine + [(.optionalData, MRZSpan(line: 2, columns: 29...36))],
        compositeSpans: [])

    private static let td1 = MRZLayout(
        format: .td1,
        elements: [
            (.documentCode, MRZSpan(line: 1, columns: 1...2)),
            (.issuingState, MRZSpan(line: 1, columns: 3...5)),
            (.documentNumber, MRZSpan(line: 1, columns: 6...14)),
            (.documentNumberCheckDigit, MRZSpan(line: 1, columns: 15...15)),
            (.optionalData, MRZSpan(line: 1, columns: 16...30)),
            (.birthDate, MRZSpan(line: 2, columns: 1...6)),
            (.birthDateCheckDigit, MRZSpan(line: 2, columns: 7...7)),
            (.sex, MRZSpan(line: 2, columns: 8...8)),
            (.expiryDate, MRZSpan(line: 2, columns: 9...14)),
            (.expiryDateCheckDigit, MRZSpan(line: 2, columns: 15...15)),
            (.nationality, MRZSpan(line: 2, columns: 16...18)),
            (.secondOptionalData, MRZSpan(line: 2, columns: 19...29)),
            (.compositeCheckDigit, MRZSpan(line: 2, columns: 30...30)),
            (.name, MRZSpan(line: 3, columns: 1...30)),
        ],
        compositeSpans: [
            MRZSpan(line: 1, columns: 6...30), MRZSpan(line: 2, columns: 1...7),
            MRZSpan(line: 2, columns: 9...15), MRZSpan(line: 2, columns: 19...29),
        ])

    private static let frenchCard1988 = MRZLayout(
        format: .frenchCard1988,
        elements: [
            (.documentCode, MRZSpan(line: 1, columns: 1...2)),
            (.issuingState, MRZSpan(line: 1, columns: 3...5)),
            (.name, MRZSpan(line: 1, columns: 6...30)),
            (.issuingOffice, MRZSpan(line: 1, columns: 31...36)),
            (.documentNumber, MRZSpan(line: 2, columns: 1...12)),
            (.documentNumberCheckDigit, MRZSpan(line: 2, columns: 13...13)),
            (.givenNames, MRZSpan(line: 2, columns: 14...27)),
            (.birthDate, MRZSpan(line: 2, columns: 28...33)),
            (.birthDateCheckDigit, MRZSpan(line: 2, columns: 34...34)),
            (.sex, MRZSpan(line: 2, columns: 35...35)),
            (.compositeCheckDigit, MRZSpan(line: 2, columns: 36...36)),
        ],
        compositeSpans: [MRZSpan(line: 1, columns: 1...36), MRZSpan(line: 2, columns: 1...35)])

    private static let drivingLicence = MRZLayout(
        format: .drivingLicence,
        elements: [
            (.documentCode, MRZSpan(line: 1, columns: 1...2)),
            (.issuingState, MRZSpan(line: 1, columns: 3...5)),
            (.optionalData, MRZSpan(line: 1, columns: 6...29)),
            (.compositeCheckDigit, MRZSpan(line: 1, columns: 30...30)),
        ],
        compositeSpans: [MRZSpan(line: 1, columns: 1...29)])

    private static func heading(length: Int) -> [(element: MRZElement, span: MRZSpan)] {
        [
            (.documentCode, MRZSpan(line: 1, columns: 1...2)),
            (.issuingState, MRZSpan(line: 1, columns: 3...5)),
            (.name, MRZSpan(line: 1, columns: 6...length)),
        ]
    }

    /// Columns 1 to 28 of line 2, the same in all formats of two lines but the French card.
    private static let secondLine: [(element: MRZElement, span: MRZSpan)] = [
        (.documentNumber, MRZSpan(line: 2, columns: 1...9)),
        (.documentNumberCheckDigit, MRZSpan(line: 2, columns: 10...10)),
        (.nationality, MRZSpan(line: 2, columns: 11...13)),
        (.birthDate, MRZSpan(line: 2, columns: 14...19)),
        (.birthDateCheckDigit, MRZSpan(line: 2, columns: 20...20)),
        (.sex, MRZSpan(line: 2, columns: 21...21)),
        (.expiryDate, MRZSpan(line: 2, columns: 22...27)),
        (.expiryDateCheckDigit, MRZSpan(line: 2, columns: 28...28)),
    ]
}
