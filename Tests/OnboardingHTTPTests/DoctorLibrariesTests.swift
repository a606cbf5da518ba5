import Testing

@testable import OnboardingHTTP

@Suite struct DoctorLibrariesTests {
    /// What `dpkg --compare-versions` says of each pair.
    @Test(arguments: [
        ("1.0~rc1", "1.0"), ("1.0", "1.0-1"), ("1.0-1", "1.0-1+deb12u1"),
        ("1.0-1+deb12u2", "1.0-1+deb12u10"),
        ("1.0a", "1.0+b"), ("1.9", "1.10"), ("9.9-9", "1:0.1"), ("1.6.39-2", "1.6.39-2+deb12u4"),
        ("1.0.11-1", "1.0.11-2"),
        ("7:5.1.8-0+deb12u1", "7:5.1.9-0+deb12u1"), ("1.2.4-0.2", "1.2.4-0.2+deb12u1"),
    ])
    func versionsAreOrderedAsDpkgDoes(older: String, newer: String) {
        #expect(DebianVersion(older) < DebianVersion(newer))
        #expect(
            !(DebianVersion(newer) < DebianVersion(older)) && DebianVersion(older) != DebianVersion(newer)
        )
        #expect(DebianVersion(older) == DebianVersion(older))
    }

    @Test func leadingZerosSayNothing() {
        #expect(
            DebianVersion("1.00.1") == DebianVersion("1.0.1")
                && DebianVersion("0:1.0") == DebianVersion("1.0"))
    }

    private func paragraph(
        _ package: String, _ version: String, status: String = "install ok installed"
    ) -> String {
        "Package: \(package)\nStatus: \(status)\nArchitecture: amd64\nVersion: \(version)\nDescription: some\n Version: none\n"
    }

    private static let debian =
        "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nVERSION_ID=\"12\"\nID=debian\n"

    @Test func whatIsOlderThanASecurityUpdateIsNamed() {
        let old = [paragraph("libheif1", "1.15.1-1"), paragraph("libwebp7", "1.2.4-0.2+deb12u1")]
            .joined(separator: "\n")
        let finding = Doctor.libraries(packages: old, release: Self.debian)
        #expect(finding.severity == .warning)
        #expect(
            finding.sentence.hasPrefix(
                "libheif 1.15.1-1 is older than 1.15.1-1+deb12u1 (CVE-2024-41311): update"))
        #expect(
            finding.sentence.contains("libwebp 1.2.4-0.2+deb12u1")
                && finding.sentence.contains("libpng (not installed)"))
    }

    @Test func whatIsUpToDateIsGood() {
        let new =
            paragraph("libheif1", "1.15.1-1+deb12u1") + "\n" + paragraph("libde265-0", "1.0.11-1+deb12u4")
        let finding = Doctor.libraries(packages: new, release: Self.debian)
        #expect(finding.severity == .good && finding.sentence.contains("libde265 1.0.11-1+deb12u4"))
        let removed = paragraph("libheif1", "1.15.1-1", status: "deinstall ok config-files")
        #expect(Doctor.libraries(packages: removed, release: Self.debian).severity == .good)
    }

    @Test func onAnotherSystemNothingIsCompared() {
        let finding = Doctor.libraries(
            packages: paragraph("libheif1", "1.15.1-1"), release: "ID=debian\nVERSION_ID=\"13\"\n")
        #expect(finding.severity == .good && finding.sentence.contains("not compared"))
        #expect(Doctor.libraries(packages: nil, release: Self.debian).sentence.contains("not known"))
    }
}
