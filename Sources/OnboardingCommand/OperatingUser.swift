import Foundation
internal import OnboardingCore

/// Whoever runs a command, as the audit trail names them.
enum OperatingUser {
    static var actor: AuditActor {
        let name = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(getuid())"
        let environment = ProcessInfo.processInfo.environment
        // Only said where it can be nobody's to forge but root's own. The server's user, who has no shell, can write the trail
        // anyway: who becomes it is root, and `onboarding-admin` says for whom.
        let before =
            getuid() == 0
            ? environment["SUDO_USER"] : name == "onboarding" ? environment["ONBOARDING_ADMIN_CALLER"] : nil
        return AuditActor(.operatingSystemUser(before.map { "\(name) for \($0)" } ?? name))
    }
}
