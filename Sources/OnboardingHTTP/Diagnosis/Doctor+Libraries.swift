internal import Foundation

extension Doctor {
    /// Which versions of the libraries that decode strangers' files are installed, and whether Debian has mended them since.
    var libraries: Finding {
        func text(_ path: String) -> String? {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        }
        return Self.libraries(packages: text("/var/lib/dpkg/status"), release: text("/etc/os-release"))
    }

    /// - Parameters:
    ///   - packages: dpkg's list of what is installed; nil where there is none.
    ///   - release: os-release(5). Versions are compared on Debian 12 alone.
    static func libraries(packages: String?, release: String?) -> Finding {
        let subject = "libraries"
        guard let packages else {
            return .good(subject, "the versions of those that decode are not known: dpkg keeps no list here")
        }
        let versions = installed(packages)
        let found = DecoderLibrary.all.map { library in
            "\(library.name) \(versions[library.package] ?? "(not installed)")"
        }.joined(separator: ", ")
        let fields = Set((release ?? "").split(separator: "\n").map { $0.replacingOccurrences(of: "\"", with: "") })
        guard fields.isSuperset(of: ["ID=debian", "VERSION_ID=12"]) else {
            return .good(subject, "\(found); not compared with Debian 12's security updates, as this is another system")
        }
        let old = DecoderLibrary.all.compactMap { library -> String? in
            guard let version = versions[library.package], let update = library.update,
                DebianVersion(version) < DebianVersion(update.version)
            else { return nil }
            return "\(library.name) \(version) is older than \(update.version) (\(update.advisory))"
        }
        return old.isEmpty
            ? .good(subject, "\(found); none older than Debian's security updates up to \(DecoderLibrary.knownUpTo)")
            : .warning(subject, old.joined(separator: ", ") + ": update and restart. Installed: \(found)")
    }

    /// Of dpkg's list, which has a paragraph for each package, in lines of a field and its value.
    private static func installed(_ list: String) -> [String: String] {
        var versions: [String: String] = [:]
        var fields: [Substring: Substring] = [:]
        for line in (list + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
            guard !line.isEmpty else {
                if let name = fields["Package"], let version = fields["Version"],
                    fields["Status"]?.hasSuffix(" installed") == true
                {
                    versions[String(name)] = String(version)
                }
                fields = [:]
                continue
            }
            for field in ["Package", "Version", "Status"] where line.hasPrefix(field + ": ") {
                fields[Substring(field)] = line.dropFirst(field.count + 2)
            }
        }
        return versions
    }
}

/// A library that decodes what strangers send.
private struct DecoderLibrary {
    let name: String
    /// Debian 12's.
    let package: String
    /// The newest that mends something, and what, by the package's own changelog; nil where Debian 12 had none.
    var update: (version: String, advisory: String)?

    static let knownUpTo = "November 2026"

    static let all = [
        DecoderLibrary(name: "libjpeg-turbo", package: "libturbojpeg0"),
        DecoderLibrary(name: "libpng", package: "libpng16-16", update: ("1.6.39-2+deb12u6", "CVE-2026-46675")),
        DecoderLibrary(name: "libwebp", package: "libwebp7", update: ("1.2.4-0.2+deb12u1", "CVE-2023-4863")),
        DecoderLibrary(name: "libheif", package: "libheif1", update: ("1.15.1-1+deb12u1", "CVE-2024-41311")),
        DecoderLibrary(name: "libde265", package: "libde265-0", update: ("1.0.11-1+deb12u3", "CVE-2026-49346")),
        DecoderLibrary(name: "libaom", package: "libaom3", update: ("3.6.0-1+deb12u3", "CVE-2026-56208")),
        DecoderLibrary(name: "dav1d", package: "libdav1d6", update: ("1.0.0-2+deb12u1", "CVE-2024-1580")),
        DecoderLibrary(name: "libavformat", package: "libavformat59", update: ffmpeg),
        DecoderLibrary(name: "libavcodec", package: "libavcodec59", update: ffmpeg),
        DecoderLibrary(name: "libavutil", package: "libavutil57", update: ffmpeg),
        DecoderLibrary(name: "libswscale", package: "libswscale6", update: ffmpeg),
    ]

    private static let ffmpeg = ("7:5.1.9-0+deb12u1", "FFmpeg 5.1.9, an update of bookworm-security")
}
