import Foundation
import Testing

@testable import Onboarding
@testable import Tenancy

@Suite struct ServerConfigurationTests {
    private func read(_ options: [String: String]) async throws -> ServerConfiguration {
        try await ServerConfiguration.read(options: options, file: nil)
    }

    @Test func theDefaultsAreLoopbackAndAKeyBesideTheFolder() async throws {
        let configuration = try await read(["data": "/srv/onboarding/"])
        #expect(configuration.host == "127.0.0.1" && configuration.port == 8080)
        #expect(configuration.masterKeyFile == "/srv/onboarding.key")
    }

    @Test func aMasterKeyMayBeACredential() throws {
        #expect(
            try ServerConfiguration.masterKeyFile("credential:master.key", credentials: "/run/c") == "/run/c/master.key"
        )
        #expect(try ServerConfiguration.masterKeyFile("/a/credential:b", credentials: nil) == "/a/credential:b")
        for text in ["credential:", "credential:../a", "credential:a/b", "credential:.", "credential:.."] {
            #expect(throws: ConfigurationError.self) {
                try ServerConfiguration.masterKeyFile(text, credentials: "/run/c")
            }
        }
        for folder in [nil, ""] {
            #expect(throws: ConfigurationError.self) {
                try ServerConfiguration.masterKeyFile("credential:a", credentials: folder)
            }
        }
    }

    @Test(arguments: [
        ["port": "abc"], ["port": "70000"], ["port": "-1"], ["logLevel": "loud"], ["logFormat": "xml"],
        ["workers": "0"],
        ["publicUrl": "kyc.example.org"], ["publicUrl": "https://a?b"], ["tlsCert": "a.pem"],
        ["providerNetworks": "idp.example.org"], ["providerNetworks": "10.0.0.1/8"],
        ["requireSandbox": "perhaps"],
        ["trustedProxies": "proxy.example.org"], ["trustedProxies": "10.0.0.1 10.0.0.2"],
        ["trustedProxies": "10.0.0.1,10.0.0.0/33"], ["trustedProxies": "10.0.0.1/8"],
        ["mailUrl": "smtp://mail.example.org"], ["mailFrom": "a@b.c"], ["mailUser": "a"], ["mailCaFile": "a.pem"],
        ["mailUrl": "http://mail.example.org", "mailFrom": "a@b.c"],
        ["mailUrl": "smtp://mail.example.org", "mailFrom": "Name <a@b.c>"],
        ["mailUrl": "smtp://mail.example.org", "mailFrom": "a@b.c", "mailUser": "a"],
        ["mailUrl": "smtp://mail.example.org", "mailFrom": "a@b.c", "mailPasswordFile": "a"],
        ["syslog": "siem.example.org"], ["syslog": ":6514"], ["syslog": "siem.example.org:0"],
        ["syslog": "siem.example.org:65536"], ["syslog": "siem.example.org:+6514"], ["syslog": "[siem]:6514"],
        ["syslog": "::1:6514"], ["syslog": "tls://siem.example.org:6514"], ["syslog": "siem.example.org:6514/x"],
        ["syslog": "tcp://siem.example.org:601"], ["syslog": "tcp://192.0.2.1:601"],
        ["syslogCaFile": "a.pem"], ["syslogCert": "a.pem", "syslogKey": "a.key"],
        ["syslog": "siem.example.org:6514", "syslogCert": "a.pem"],
        ["syslog": "siem.example.org:6514", "syslogKey": "a.key"],
        ["syslog": "tcp://127.0.0.1:601", "syslogCaFile": "a.pem"],
        ["syslog": "tcp://127.0.0.1:601", "syslogCert": "a.pem", "syslogKey": "a.key"],
        [
            "mailUrl": "smtp://mail.example.org?tls=optional", "mailFrom": "a@b.c", "mailUser": "a",
            "mailPasswordFile": "a",
        ],
    ])
    func aValueThatDoesNotConvertStopsTheStart(options: [String: String]) async {
        await #expect(throws: ConfigurationError.self) { try await read(options) }
    }

    @Test func anAddressThatIsNotLoopbackWantsTLSOrNamedProxies() async throws {
        await #expect(throws: ConfigurationError.self) { try await read(["host": "0.0.0.0"]) }
        await #expect(throws: ConfigurationError.self) { try await read(["host": "127.example.org"]) }
        await #expect(throws: ConfigurationError.self) { try await read(["host": "0.0.0.0", "trustedProxies": ","]) }
        let configuration = try await read(["host": "0.0.0.0", "trustedProxies": " 10.0.0.1 , 2001:db8::/32"])
        #expect(
            configuration.trustedProxies
                == [AddressBlock("10.0.0.1"), AddressBlock("2001:db8::/32")].compactMap(\.self))
        _ = try await read(["host": "0.0.0.0", "tlsCert": "a.pem", "tlsKey": "a.key"])
    }

    /// Who only looks at the data need not be able to read it.
    @Test func thePasswordOfTheMailServerIsReadByWhoSendsMail() async throws {
        let configuration = try await read([
            "mailUrl": "smtp://mail.example.org", "mailFrom": "a@b.c", "mailUser": "a",
            "mailPasswordFile": "/nonexistent/password",
        ])
        #expect(configuration.mail?.sender == "a@b.c")
        #expect(throws: ConfigurationError.self) { try MailSetup(configuration) }
        #expect(try await MailSetup(read([:])) == nil)
    }

    @Test(arguments: [
        ("siem.example.org:6514", "siem.example.org", 6514, false, "siem.example.org:6514"),
        ("[2001:db8::1]:6514", "2001:db8::1", 6514, false, "[2001:db8::1]:6514"),
        ("tcp://127.0.0.1:601", "127.0.0.1", 601, true, "127.0.0.1:601"),
        ("tcp://[::1]:601", "::1", 601, true, "[::1]:601"),
        ("tcp://localhost:601", "localhost", 601, true, "localhost:601"),
    ])
    func theReceiverOfTheTrailIsAHostAndAPort(
        text: String, host: String, port: Int, isPlain: Bool, name: String
    ) async throws {
        let receiver = try #require(try await read(["syslog": text]).syslog).parsed
        #expect(receiver == SyslogConfiguration.Receiver(host: host, port: port, isPlain: isPlain))
        #expect(receiver.name == name)
    }

    @Test func aPasswordThatEverybodyMayReadIsRefused() async throws {
        let path = NSTemporaryDirectory() + "/\(UUID().uuidString)"
        try Data("word\n".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let configuration = try await read([
            "mailUrl": "smtp://mail.example.org", "mailFrom": "a@b.c", "mailUser": "a", "mailPasswordFile": path,
        ])
        for (mode, isTaken) in [(0o644, false), (0o640, true), (0o600, true)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            #expect(((try? MailSetup(configuration)) != nil) == isTaken, "\(mode)")
        }
    }

    @Test func anAddressMayStandInBracketsAsInAURL() async throws {
        #expect(try await read(["host": "[::1]"]).host == "::1")
    }

    @Test func aFileThatIsNoJSONIsNamed() async throws {
        let path = NSTemporaryDirectory() + "/\(UUID().uuidString).json"
        try Data("{".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            _ = try await ServerConfiguration.read(options: [:], file: path)
            Issue.record("read")
        } catch let error as ConfigurationError {
            #expect(error.description.contains(path))
        }
    }

    @Test func theFileIsReadAndTheCommandLineWins() async throws {
        let path = NSTemporaryDirectory() + "/\(UUID().uuidString).json"
        try Data(#"{"port": 9000, "logLevel": "debug"}"#.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let configuration = try await ServerConfiguration.read(options: ["logLevel": "error"], file: path)
        #expect(configuration.port == 9000)
        #expect(configuration.logLevel == "error")
    }
}
