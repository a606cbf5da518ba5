import Foundation
import TestSupport
import Testing

@testable import Mail

@Suite struct MailAddressTests {
    @Test(arguments: [
        "ada@example.org", "a@b", "x+y@sub.example.org", "o'neil@example.org", "a.b.c@1.2.3", "A_b-c@xn--zrich-kva.ch",
    ]) func anOrdinaryAddressIsTaken(text: String) throws {
        let address = try #require(MailAddress(text))
        #expect(address.text == text && text.hasSuffix("@" + address.domain))
    }

    @Test(arguments: [
        "", "@", "a@", "@b.c", "a", "a b@c.d", "a..b@c.d", ".a@c.d", "a.@c.d", "a@b..c", "a@.b", "a@b.", "a@-b.c",
        "a@b-.c",
        "\"a\"@b.c", "a@[127.0.0.1]", "<a@b.c>", "a@b.c>", "a@b.c\r\nRCPT TO:<e@x.y>", "a\u{0}@b.c", "ü@b.c", "a@ü.ch",
        "a@b.c ",
        "a@b,c@d", "a@b_c.d",
        String(repeating: "a", count: 65) + "@b.c", "a@" + String(repeating: "b", count: 64) + ".c",
        "a@" + String(repeating: "b.", count: 130) + "c",
    ]) func whatCouldEndALineOrMeanMoreIsRefused(text: String) {
        #expect(MailAddress(text) == nil)
    }
}

@Suite struct MailDateTests {
    @Test(
        arguments: [
            (0, "Thu, 1 Jan 1970 00:00:00 +0000"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
            (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 +0000"), (1_800_000_000, "Fri, 15 Jan 2027 08:00:00 +0000"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 +0000"), (-1, "Thu, 1 Jan 1970 00:00:00 +0000"),
            (Int64.max, "Fri, 31 Dec 9999 23:59:59 +0000"), (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 +0000"),
        ] as [(Int64, String)]) func aDateIsThatOfTheStandard(seconds: Int64, text: String)
    {
        #expect(MailDate.text(secondsSince1970: seconds) == text)
    }
}

@Suite struct QuotedPrintableTests {
    /// As a reader decodes it (RFC 2045 §6.7).
    private func decoded(_ bytes: [UInt8]) -> String {
        var (decoded, rest) = ([UInt8](), bytes[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                if byte != 13 { decoded.append(byte) }
                continue
            }
            let next = rest.prefix(2)
            rest = rest.dropFirst(2)
            guard next != [13, 10] else { continue }
            decoded.append(UInt8(String(decoding: next, as: UTF8.self), radix: 16) ?? 0)
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    @Test func anyTextComesBack() {
        var generator = SeededGenerator.announced()
        let letters = Array(" =.\n\ta<ü€😀-~\u{7F}\r")
        for _ in 0..<500 {
            let length = Int.random(in: 0..<300, using: &generator)
            let text =
                String((0..<length).map { _ in letters.randomElement(using: &generator) ?? "a" })
                .replacing("\r\n", with: "\n") + "\n"
            let encoded = QuotedPrintable.encode(text)
            let lines = String(decoding: encoded, as: UTF8.self).components(separatedBy: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 76 && $0.last != " " && $0.last != "\t" })
            #expect(encoded.allSatisfy { $0 < 0x7F })
            #expect(decoded(encoded) == text)
        }
    }
}

@Suite struct MailServerTests {
    private func server(
        _ url: String, user: String? = nil, password: String? = nil, sender: String = "no-reply@kyc.example.org"
    ) throws(MailServer.Invalid) -> MailServer {
        try MailServer(url: url, user: user, password: password, sender: sender, certificates: nil)
    }

    @Test(arguments: [
        ("smtp://mail.example.org", "smtp://mail.example.org:587"),
        ("smtps://Mail.example.org/", "smtps://mail.example.org:465"),
        ("smtp://127.0.0.1:25", "smtp://127.0.0.1:25"), ("smtp://[::1]:2525", "smtp://[::1]:2525"),
        ("smtp://mail:25?tls=optional", "smtp://mail:25"), ("smtps://mail?tls=required", "smtps://mail:465"),
    ]) func aURLNamesHostAndPort(url: String, place: String) throws {
        #expect(try server(url).url == place)
    }

    @Test(arguments: [
        "", "mail.example.org", "http://mail.example.org", "smtp://", "smtp://a b", "smtp://user:word@mail",
        "smtp://mail:0",
        "smtp://mail:65536", "smtp://mail/path", "smtp://mail?tls=never", "smtps://mail?tls=optional", "smtp://mail#a",
        "smtp://mail\r\n", "SMTP://mail", "smtp://" + String(repeating: "a", count: 600),
    ]) func anotherFormIsRefused(url: String) {
        #expect(throws: MailServer.Invalid.url) { try server(url) }
    }

    @Test func aPasswordIsNotSentInTheClear() throws {
        #expect(throws: MailServer.Invalid.passwordInTheClear) {
            try server("smtp://mail.example.org?tls=optional", user: "a", password: "b")
        }
        for url in ["smtp://mail.example.org", "smtps://mail.example.org", "smtp://127.0.0.1:25?tls=optional"] {
            #expect(throws: Never.self) { try server(url, user: "a", password: "b") }
        }
        for (user, password) in [("a", nil), (nil, "b"), ("", "b"), ("a", "b\r\nQUIT")] as [(String?, String?)] {
            #expect(throws: MailServer.Invalid.credentials) {
                try server("smtp://mail", user: user, password: password)
            }
        }
        #expect(throws: MailServer.Invalid.sender) { try server("smtp://mail", sender: "Name <a@b.c>") }
    }

    /// Nobody listens at port 9 of this machine.
    @Test func whoDoesNotAnswerIsUnreachable() throws {
        let server = try server("smtp://127.0.0.1:9")
        let address = try #require(MailAddress("ada@example.org"))
        #expect(server.send(Array("a\r\n".utf8), to: address, within: 5, stop: MailStop()) == .unreachable)
        #expect(server.check(within: 5) == .unreachable)
    }

    @Test func aRefusalMayPassUnlessItIsForGood() {
        #expect(MailReply.refused(code: 450).mayPass && !MailReply.refused(code: 550).mayPass)
        #expect(
            MailReply.notServed(code: 554).mayPass && MailReply.loginDenied.mayPass && MailReply.unreachable.mayPass)
    }

    @Test func whatHasNotBegunStopsAtOnce() {
        let stop = MailStop()
        #expect(!stop.stops(hasBegun: false) && !stop.stops(hasBegun: true))
        stop.stop()
        #expect(stop.stops(hasBegun: false) && !stop.stops(hasBegun: true))
    }
}
