import Foundation
import OnboardingCrypto
import Testing

@testable import OnboardingClient

/// What the client seals with swift-crypto, the server opens with OpenSSL.
@Suite struct FacePackageSealerTests {
    private static let pair = Result { try PackageKeyPair.generate(rsaBits: 2048) }
    private static let token = "7d1f0c52-9a3e-e4b8-06c1-5f2a9d83b7e0"

    private func answer(of pair: PackageKeyPair) -> PublicKeysResponse {
        PublicKeysResponse(
            rsa: .init(kid: pair.rsa.keyID, pem: pair.rsa.publicKeyPEM),
            ec: .init(kid: pair.ec.keyID, pem: pair.ec.publicKeyPEM))
    }

    private func content() throws -> FacePackageContent {
        let frames = try (0..<3).map { number in
            FaceVideo.Frame(data: try Random.bytes(20_000), timestamp: 1_700_000_000_000 + Double(number) * 150)
        }
        return FacePackageContent(
            video: FaceVideo(
                workflowData: FaceVideo.WorkflowData(
                    workflow: "charlie4", rotation: 0, timestamp: 1_700_000_000_000, frames: frames)))
    }

    /// The package as it arrives: encoded by the client, decoded by the server.
    private func sent(_ package: FacePackage) throws -> FacePackage {
        try JSONDecoder().decode(FacePackage.self, from: JSONEncoder().encode(package))
    }

    @Test func formTwoOpensWithItsTokenAlone() throws {
        let pair = try Self.pair.get()
        let content = try content()
        let package = try FacePackageSealer(keys: answer(of: pair)).seal(content, token: Self.token)
        guard case .sealed(let kid, let enc, let ct) = try sent(package) else {
            Issue.record("not of form 2")
            return
        }
        let keys = OnboardingCrypto.PackageKeys(current: pair)
        let opened = try PackageOpener.openV2(kid: kid, enc: enc, ct: ct, token: Self.token, keys: keys)
        #expect(try JSONDecoder().decode(FacePackageContent.self, from: Data(opened)) == content)
        #expect(throws: PackageError.authenticationFailed) {
            try PackageOpener.openV2(kid: kid, enc: enc, ct: ct, token: "stateless", keys: keys)
        }
    }

    @Test func theWrappedFormOpens() throws {
        let pair = try Self.pair.get()
        let content = try content()
        let package = try FacePackageSealer(keys: answer(of: pair), form: .oaepSHA256CBC)
            .seal(content, token: Self.token)
        guard case .wrapped(let key, let iv, let p) = try sent(package) else {
            Issue.record("not of the wrapped form")
            return
        }
        let opened = try PackageOpener.openCBC(
            key: key, iv: iv, p: p, keys: OnboardingCrypto.PackageKeys(current: pair), forms: [.oaepSHA256CBC])
        #expect(try JSONDecoder().decode(FacePackageContent.self, from: Data(opened.text)) == content)
    }

    @Test func thePlainFormIsTheContent() throws {
        let content = try content()
        let package = try FacePackageSealer(keys: answer(of: Self.pair.get()), form: .plain)
            .seal(content, token: Self.token)
        #expect(try sent(package) == .plain(content.video))
    }

    @Test func aKeyThatIsNotTheOneItsNameSaysIsRefused() throws {
        let keys = answer(of: try Self.pair.get())
        let other = try ECKeyPair.generate()
        for keys in [
            PublicKeysResponse(rsa: keys.rsa, ec: .init(kid: keys.ec.kid, pem: other.publicKeyPEM)),
            PublicKeysResponse(rsa: .init(kid: other.keyID, pem: keys.rsa.pem), ec: keys.ec),
            PublicKeysResponse(rsa: keys.ec, ec: keys.rsa),
            PublicKeysResponse(rsa: keys.rsa, ec: .init(kid: keys.ec.kid, pem: "")),
        ] {
            #expect(throws: ClientError.unusableKey) { try FacePackageSealer(keys: keys) }
        }
    }
}
