import Foundation
internal import OnboardingCore

/// Whoever runs a command, as the audit trail names them.
enum OperatingUser {
    static var actor: AuditActor {
        let name = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(getuid())"
        // Only said where it can be nobody's to forge but root's own.
        let before = getuid() == 0 ? ProcessInfo.processInfo.environment["SUDO_USER"] : nil
        return AuditActor(.operatingSystemUser(before.map { "\(name) for \($0)" } ?? name))
    }
}
