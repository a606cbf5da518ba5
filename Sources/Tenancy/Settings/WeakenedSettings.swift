internal import Foundation
internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingStorage

extension TenantSettings {
    /// What is less safe than a new tenant of the profile `standard`, each as half a sentence.
    package var weakened: [String] {
        get throws {
            let safe = try TenantSettings(CustomerConfiguration.initial(.standard))
            var found: [String] = []
            let forms = acceptedPackageForms.subtracting(safe.acceptedPackageForms)
            if !forms.isEmpty {
                let names = forms.map(\.rawValue).sorted().joined(separator: ", ")
                found.append("face packages are taken in the forms \(names)")
            }
            if portraitMatchThreshold < safe.portraitMatchThreshold {
                let share = Int(pow(10, portraitMatchThreshold).rounded())
                found.append(
                    "a document's portrait matches from \(portraitMatchThreshold.formatted()) on, at which one stranger of \(share) "
                        + "matches")
            }
            if tokenSigningAlgorithm != safe.tokenSigningAlgorithm {
                found.append("tokens are signed with \(tokenSigningAlgorithm.rawValue)")
            }
            if retention.biometricsInDays > safe.retention.biometricsInDays {
                found.append("images of faces are kept for \(retention.biometricsInDays) days")
            }
            if retention.trailInDays > safe.retention.trailInDays {
                found.append("who did what is told for \(retention.trailInDays) days")
            }
            return found + weakenedGuards(than: safe)
        }
    }

    /// Of what stands against attacks and fraud.
    private func weakenedGuards(than safe: TenantSettings) -> [String] {
        var found: [String] = []
        if allowStillPackages, !safe.allowStillPackages {
            found.append("a still photograph passes where a video would be judged")
        }
        if replayGuard != safe.replayGuard { found.append("the guard against replays is \(replayGuard.rawValue)") }
        if portraitReuse != safe.portraitReuse {
            found.append("the document's own portrait is noted as a live face, and not refused")
        }
        if sessionBinding != safe.sessionBinding { found.append("a session belongs to no phone") }
        if phoneSeesScores, !safe.phoneSeesScores { found.append("phones are told scores") }
        if fraudHold.days < safe.fraudHold.days { found.append("evidence of attacks stays for \(fraudHold.days) days") }
        return found
    }
}

extension DataDirectory {
    /// The tenants that are less safe than a new one, and of what each is.
    package func weakenedTenants() async throws -> [(name: String, settings: [String])] {
        var found: [(name: String, settings: [String])] = []
        for tenant in try await store.tenants() {
            // One that is damaged is told of elsewhere, and serves nobody.
            guard let document = try? await store.configuration(of: tenant.id)?.value,
                let weakened = try? TenantSettings(CustomerConfiguration.filled(document)).weakened, !weakened.isEmpty
            else { continue }
            found.append((tenant.name, weakened))
        }
        return found
    }
}
