"""The server with a certificate of its own: what it speaks, whom a client reaches, and a renewed certificate."""

import http.client
import shutil
import socket
import ssl
import subprocess
import unittest
import warnings

from client.exchange import Endpoint
from client.flow import Portal
from installation import Installation, wait_until


@unittest.skipUnless(shutil.which("openssl"), "no program openssl to make a certificate with")
class TLSTests(unittest.TestCase):
    def setUp(self) -> None:
        self.server = Installation()
        self.addCleanup(self.server.close)
        self.certificate = self.server.folder / "certificate.pem"
        self.key = self.server.folder / "key.pem"
        self.first = self.made("first")
        self.use(self.first)

    def made(self, name: str, kind: str = "ec") -> tuple[bytes, bytes]:
        """A certificate for the loopback address, signed by itself, and its key, both PEM."""
        certificate, key = (self.server.folder / f"{name}.{part}" for part in ("certificate", "key"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", kind, "-nodes", "-days", "30"]
            + (["-pkeyopt", "ec_paramgen_curve:P-256"] if kind == "ec" else [])
            + ["-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1"]
            + ["-out", certificate, "-keyout", key],
            check=True,
            capture_output=True,
        )
        return certificate.read_bytes(), key.read_bytes()

    def use(self, pair: tuple[bytes, bytes]) -> None:
        self.certificate.write_bytes(pair[0])
        self.key.write_bytes(pair[1])
        self.key.chmod(0o600)

    def start(self) -> Endpoint:
        return self.server.start(*self.options, trust=self.trusting(self.first))

    @property
    def options(self) -> tuple[str, ...]:
        return "--tls-cert", str(self.certificate), "--tls-key", str(self.key)

    @staticmethod
    def trusting(pair: tuple[bytes, bytes]) -> ssl.SSLContext:
        return ssl.create_default_context(cadata=pair[0].decode())

    def served(self) -> bytes:
        """The certificate that a new connection is shown."""
        shown = ssl.get_server_certificate((self.server.endpoint.host, self.server.endpoint.port))
        return ssl.PEM_cert_to_DER_cert(shown)

    def shows(self, pair: tuple[bytes, bytes]) -> bool:
        return self.served() == ssl.PEM_cert_to_DER_cert(pair[0].decode())

    def test_a_client_that_trusts_the_certificate_is_served_under_https(self) -> None:
        endpoint = self.start()
        self.assertTrue(endpoint.url.startswith("https://"))
        credentials = self.server.tenant("bank")
        bearer = Portal(endpoint, credentials).bearer
        self.assertTrue(bearer)
        discovery = endpoint.send("GET", f"/auth/realms/{credentials.realm}/.well-known/openid-configuration").json()
        self.assertTrue(discovery["issuer"].startswith(endpoint.url))

    def test_only_tls_of_today_is_spoken(self) -> None:
        endpoint = self.start()
        for version in (ssl.TLSVersion.TLSv1_1, ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            context = self.trusting(self.first)
            context.set_ciphers("ALL:@SECLEVEL=0")
            with warnings.catch_warnings(action="ignore"):  # that this client speaks what is out of date
                context.minimum_version, context.maximum_version = version, version
            with self.subTest(version.name), socket.create_connection((endpoint.host, endpoint.port), 20) as connection:
                if version >= ssl.TLSVersion.TLSv1_2:
                    context.wrap_socket(connection, server_hostname=endpoint.host).close()
                else:
                    with self.assertRaises(ssl.SSLError) as refused:
                        context.wrap_socket(connection, server_hostname=endpoint.host)
                    self.assertEqual(refused.exception.reason, "TLSV1_ALERT_PROTOCOL_VERSION", "the server refuses")
        for suite, is_spoken in (
            ("ECDHE-ECDSA-AES128-GCM-SHA256", True),
            ("ECDHE-ECDSA-CHACHA20-POLY1305", True),
            ("ECDHE-ECDSA-AES128-SHA", False),
            ("ECDHE-ECDSA-AES128-SHA256", False),
        ):
            with self.subTest(suite):
                self.assertEqual(self.speaks(suite), is_spoken)
        with socket.create_connection((endpoint.host, endpoint.port), 20) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertNotIn(b"HTTP/1.1", connection.recv(65_536), "no answer in the clear")

    def test_with_an_rsa_key_no_suite_without_forward_secrecy_is_spoken(self) -> None:
        self.first = self.made("rsa", "rsa:2048")
        self.use(self.first)
        self.start()
        for suite, is_spoken in (
            ("ECDHE-RSA-AES256-GCM-SHA384", True),
            ("ECDHE-RSA-AES128-SHA", False),
            ("AES128-GCM-SHA256", False),
            ("AES256-SHA", False),
        ):
            with self.subTest(suite):
                self.assertEqual(self.speaks(suite), is_spoken)

    def test_a_key_that_everybody_may_read_is_refused(self) -> None:
        self.key.chmod(0o644)
        self.assertIn(f"The TLS key {self.key}: everybody may read or write it", self.server.refused_start(*self.options))

    def test_a_renewed_certificate_is_shown_without_a_restart(self) -> None:
        endpoint = self.start()
        trust = self.trusting(self.first)
        kept = http.client.HTTPSConnection(endpoint.host, endpoint.port, timeout=20, context=trust)
        self.addCleanup(kept.close)
        self.assertEqual(self.asked(kept), 200)
        second = self.made("second")
        self.use(second)
        wait_until(lambda: self.shows(second), "the new certificate is shown")
        self.assertEqual(self.asked(kept), 200, "a connection that was open goes on")
        self.assertEqual(Endpoint(endpoint.url, trust=self.trusting(second)).send("GET", "/healthz").status, 200)

    def test_files_that_do_not_fit_change_nothing_and_are_named_once(self) -> None:
        self.start()
        second = self.made("second")
        self.key.write_bytes(second[1])
        wait_until(lambda: "not that of the certificate" in self.logged(), "the log says so")
        self.assertTrue(self.shows(self.first))
        self.certificate.unlink()
        wait_until(lambda: "cannot be read" in self.logged(), "the log says so")
        self.assertTrue(self.shows(self.first))
        self.use(second)
        wait_until(lambda: self.shows(second), "the new certificate is shown")
        self.assertEqual(self.logged().count("not that of the certificate"), 1)
        secret = "".join(second[1].decode().split("\n")[1:-2])
        self.assertNotIn(secret[:40], self.logged())

    def test_a_pair_that_is_none_stops_the_start_with_a_sentence(self) -> None:
        self.key.write_bytes(self.made("second")[1])
        self.assertIn("not that of the certificate", self.server.refused_start(*self.options))
        self.key.write_bytes(b"nonsense")
        self.assertIn("PEM", self.server.refused_start(*self.options))
        for form in (["pkcs8", "-topk8"], ["ec", "-aes128"]):
            encryption = ["openssl", *form, "-passout", "pass:secret", "-out", self.key]
            subprocess.run(encryption, input=self.first[1], check=True, capture_output=True)
            self.assertIn("passphrase", self.server.refused_start(*self.options))
        self.key.unlink()
        self.assertIn(f"The TLS key {self.key} cannot be read", self.server.refused_start(*self.options))
        self.assertNotIn("listening", self.server.output)

    def speaks(self, suite: str) -> bool:
        """Whether the server agrees on a suite of TLS 1.2."""
        endpoint = self.server.endpoint
        context = self.trusting(self.first)
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers(f"{suite}:@SECLEVEL=0")
        with socket.create_connection((endpoint.host, endpoint.port), 20) as connection:
            try:
                with context.wrap_socket(connection, server_hostname=endpoint.host) as secured:
                    return (secured.cipher() or ("",))[0] == suite
            except ssl.SSLError:
                return False

    def logged(self) -> str:
        return self.server.log.read_text()

    @staticmethod
    def asked(connection: http.client.HTTPSConnection) -> int:
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        response.read()
        return response.status


if __name__ == "__main__":
    unittest.main()
