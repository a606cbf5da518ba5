import OnboardingCore
import Testing

@testable import Operations

@Suite struct SyslogMessageTests {
    private func message(
        facility: Int = SyslogMessage.audit, _ severity: SyslogMessage.Severity = .notice,
        at milliseconds: Int64 = 1_065_910_455_003, host: String = "mymachine.example.com",
        application: String = "evntslog", id: String = "ID47", elements: [SyslogMessage.Element] = [],
        text: String = ""
    ) -> String {
        let message = SyslogMessage(
            facility: facility, severity: severity, timestamp: Instant(millisecondsSince1970: milliseconds),
            host: host, application: application, id: id, elements: elements, text: text)
        return String(decoding: message.bytes, as: UTF8.self)
    }

    /// The examples of RFC 5424 §6.5 that have no PROCID and a time in UTC, but for the mark before ASCII, and for a severity that
    /// no entry has.
    @Test func theExamplesOfTheStandardAreWrittenAsItHasThem() {
        let example = SyslogMessage.Element(
            id: "exampleSDID@32473",
            parameters: [("iut", "3"), ("eventSource", "Application"), ("eventID", "1011")])
        let priority = SyslogMessage.Element(id: "examplePriority@32473", parameters: [("class", "high")])
        #expect(
            message(facility: 20, elements: [example], text: "An application event log entry...")
                == #"<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 "#
                + #"[exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"] "#
                + "An application event log entry...")
        #expect(
            message(facility: 20, elements: [example, priority])
                == #"<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 "#
                + #"[exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"]"#
                + #"[examplePriority@32473 class="high"]"#)
        #expect(
            message(facility: 4, .warning, application: "su", text: "'su root' failed for lonvick on /dev/pts/8")
                == "<36>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - "
                + "'su root' failed for lonvick on /dev/pts/8")
    }

    /// RFC 5424 §6.3.3: `"`, `\` and `]` behind a backslash, and nothing else.
    @Test(arguments: [
        (#"a"b"#, #"a\"b"#), (#"a\b"#, #"a\\b"#), ("a]b", #"a\]b"#), ("[a=b]", #"[a=b\]"#), ("", ""),
        (#"\n"#, #"\\n"#), (#"\"#, #"\\"#), (#""]"#, #"\"\]"#), ("Zürich €", "Zürich €"),
        ("a\nb\u{0}\u{7F}\u{85}", "a?b???"),
    ])
    func aValueIsEscaped(value: String, written: String) {
        let element = SyslogMessage.Element(id: "a@1", parameters: [("b", value)])
        #expect(message(elements: [element]).hasSuffix(#" [a@1 b="\#(written)"]"#))
    }

    @Test func aTextBeyondASCIIHasTheMarkBeforeIt() {
        #expect(message(text: "Zürich").hasSuffix(" - \u{FEFF}Zürich"))
        #expect(message(text: "Zurich").hasSuffix(" - Zurich"))
    }

    @Test func aFieldOfTheHeadIsPrintableASCIIOfItsLengthOrADash() {
        #expect(message(host: "", application: "", id: "") == "<109>1 2003-10-11T22:14:15.003Z - - - - -")
        let long = String(repeating: "a", count: 300)
        #expect(
            message(host: long, application: "ä b", id: long)
                == "<109>1 2003-10-11T22:14:15.003Z \(long.prefix(255)) ___b - \(long.prefix(32)) -")
    }

    /// RFC 6587 §3.4.1: octets, not characters.
    @Test func aFrameBeginsWithTheNumberOfItsOctets() {
        let message = SyslogMessage(
            severity: .notice, timestamp: Instant(millisecondsSince1970: 0), host: "h", application: "a", id: "i",
            elements: [], text: "€")
        let bytes = message.bytes
        #expect(bytes.count == "<109>1 1970-01-01T00:00:00.000Z h a - i - ".utf8.count + 6)
        #expect(message.frame == Array("\(bytes.count) ".utf8) + bytes)
    }
}
