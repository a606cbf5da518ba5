@testable import DocVerify

extension FuzzTarget {
    /// What a PDF417 of a driving licence holds, and everything that an answer makes of it.
    static let licence = FuzzTarget(
        name: "licence",
        dictionary: words(
            "@", "\n", "\r", "\u{1E}", "\u{1C}", "|", "\u{FEFF}", "ANSI ", "AAMVA", "AMVA", "636000", "604428",
            "636025", "01", "02",
            "10", "99", "DL", "ID", "EN", "ZV", "DL0031", "DLabac", "DAQ", "DAA", "DAB", "DAC", "DAD", "DAJAB", "DBA",
            "DBB", "DBC9",
            "DBD", "DCGCAN", "DCGUSA", "DCS", "DCT", "DDET", "NONE", "unavl", "MZVZVA", "20300317", "03172030",
            "1111989", "741989", "3/17/1979", "É", ","),
        costliestInputs: [
            costly { "ANSI 636000100001DL00310000" + String(repeating: "DAQ1\n", count: 813) },
            costly { String(repeating: "ANSI 63600", count: 409) },
            costly { "ANSI 636000100001DL00310000DAA" + String(repeating: ",", count: 4_066) },
            costly { "ANSI 636000100001DL00310000DCS" + String(repeating: "e\u{301}", count: 1_355) },
            costly { "ANSI 636000100001DL00310000" + String(repeating: "DL", count: 2_034) },
            costly { "ANSI 636000100001DL00310000DAQ" + String(repeating: "MZV", count: 1_355) },
        ],
        check: { input throws(Finding) in
            guard let licence = AAMVALicence(input) else { return false }
            try checkParts(of: licence, from: input)
            try checkAnswer(from: licence)
            return true
        },
        planted: { input throws(Finding) in
            // A subfile is taken from where the directory says that it lies.
            guard AAMVALicence(input) != nil, let entry = firstEntry(of: input) else { return }
            try promise(entry.offset + entry.length <= input.count, "reads behind the data")
        })
}

private func costly(_ text: @escaping @Sendable () -> String) -> CostliestInput {
    CostliestInput(input: { Array(Array(text().utf8).prefix(AAMVAFrame.mostBytes)) }) { _ = AAMVALicence($0) }
}

private func checkParts(of licence: AAMVALicence, from input: [UInt8]) throws(Finding) {
    try promise(input.count <= AAMVAFrame.mostBytes, "more bytes are read than a symbol holds")
    try promise(licence.issuer.utf8.count == 6 && Int(licence.issuer) != nil, "an issuer of another form")
    let order = licence.findings.compactMap(AAMVAFinding.allCases.firstIndex)
    try promise(order == Set(order).sorted(), "findings come twice or out of order")
    for date in [licence.birthDate, licence.issueDate, licence.expiryDate].compactMap({ $0?.content }) {
        try promise(date.complete != nil && (1900...2100).contains(date.year), "\(date.text) is no date")
    }
    let missing: [(Bool, AAMVAFinding)] = [
        (licence.surname == nil, .surnameMissing), (licence.documentNumber == nil, .documentNumberMissing),
    ]
    for (isMissing, finding) in missing {
        try promise(isMissing == licence.findings.contains(finding), "\(finding.rawValue) is not told as it is")
    }
    // Latin-1 has two bytes in UTF-8.
    for value in licence.elements.values {
        try promise(value.utf8.count <= 2 * input.count, "a value longer than the data")
    }
    try promise(AAMVALicence(input) == licence, "the same bytes say two things")
}

private func checkAnswer(from licence: AAMVALicence) throws(Finding) {
    let evidence = BarcodeEvidence(symbols: [], licences: [BarcodeEvidence.Licence(licence)], decisive: 0)
    let reading = SourceReading(
        licence, imageIndex: 0, readability: .readable, imagesDisagree: false, placements: [:], evidence: evidence)
    let types = reading.fields.map(\.type)
    try promise(Set(types).count == types.count, "a field comes twice")
    try promise(reading.fields.allSatisfy { !$0.value.text.isEmpty }, "an empty value is stated")
    let document = AgreedDocument([reading], today: dayOfReading)
    if DocumentRules(minimumAge: 18).decision(on: document) == .verified {
        try promise(licence.birthDate != nil && licence.expiryDate != nil, "a licence without its dates is verified")
        try promise(licence.surname != nil && licence.documentNumber != nil, "a licence of nobody is verified")
        try promise((document.age ?? 0) >= 18, "somebody of unknown age is old enough")
    }
}

/// Offset and length of the first subfile, as the directory states them.
private func firstEntry(of input: [UInt8]) -> (offset: Int, length: Int)? {
    let type = Array("DL".utf8)
    for start in input.indices where input[start...].starts(with: type) {
        let digits = input[(start + 2)...].prefix(8).map { Int($0) - 0x30 }
        guard digits.count == 8, digits.allSatisfy((0...9).contains) else { continue }
        return (digits.prefix(4).reduce(0) { $0 * 10 + $1 }, digits.suffix(4).reduce(0) { $0 * 10 + $1 })
    }
    return nil
}
