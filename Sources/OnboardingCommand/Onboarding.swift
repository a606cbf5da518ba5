import ArgumentParser

/// The one program: server, tenants, models, demonstration, measurements.
@main
struct OnboardingProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "onboarding",
        abstract:
            "Onboards a person from a phone: a token, a QR code, the device, a living face, an identity document.",
        discussion: """
            Start with `onboarding tenant create NAME` and `onboarding serve`, or see a whole enrollment with \
            `onboarding demo`.
            """,
        subcommands: [
            ServeCommand.self, DoctorCommand.self, TenantCommand.self, KeysCommand.self, LimitsCommand.self,
            ModelsCommand.self, TemplatesCommand.self, AuditCommand.self, ExportCommand.self, DemoCommand.self,
            EvalCommand.self,
        ])
}
