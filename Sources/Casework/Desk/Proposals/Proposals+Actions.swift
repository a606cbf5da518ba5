internal import OnboardingCore
internal import OnboardingCrypto
internal import OnboardingJSON
internal import Tenancy

/// What each action is tried out, shown and done with: the use cases that one operator alone would ask.
extension Proposals {
    /// Refuses what could not be done, and does nothing.
    func tryOut(_ proposed: ProposedAction, by principal: Principal, at now: Instant) async throws {
        let tenant = principal.tenant
        switch proposed {
        case .erase(let enrollment):
            guard let plan = try await eraseCase.plan(enrollment, by: principal, at: now) else {
                throw Refusal(.enrollmentUnknown)
            }
            if plan.isHeld { throw Refusal(.erasureBlocked) }
        case .settle(let enrollment, _, let reason):
            _ = try reason.checked(.reviewReason, as: "reason")
            guard try await settleCase.standing(enrollment, by: principal, at: now).isOpen else {
                throw Refusal(.stepAlreadyDone)
            }
        case .addOperator, .changeOperator, .enableOperator, .makeLink, .resetSecondFactor:
            _ = try await change(proposed, by: try operators.by(principal).trial, tenant: tenant.name, at: now)
        case .changeSettings(let document):
            _ = try await configuration.trial(of: document, by: principal)
        case .addClient, .replaceKey:
            _ = try await give(proposed, by: try clients.by(principal).trial, principal, at: now)
        }
    }

    /// The SHA-256 of what an action is for as it stands now: who agrees does so to what was proposed.
    func subject(of proposed: ProposedAction, by principal: Principal, at now: Instant) async throws -> String {
        let tenant = principal.tenant
        let text: String
        switch proposed {
        case .erase(let enrollment):
            let plan = try await eraseCase.plan(enrollment, by: principal, at: now)
            text = (plan?.attempts ?? []).map { "\($0.id) \($0.state.rawValue)" }.sorted().joined(separator: "\n")
        case .settle(let enrollment, _, _):
            let standing = try await settleCase.standing(enrollment, by: principal, at: now)
            text = "\(standing.id) \(standing.isOpen)"
        case .addOperator(let name, _, _), .changeOperator(let name, _, _), .enableOperator(let name),
            .makeLink(let name), .resetSecondFactor(let name):
            let name = OperatorName.typed(name)
            text =
                try await operators.by(principal).list(tenant: tenant.name).first { $0.name == name }.map {
                    "\($0.name) \($0.role) \($0.rights) \($0.hasPassword) \($0.hasSecondFactor) \($0.disabledAt == nil)"
                } ?? ""
        case .changeSettings(let document):
            return Hexadecimal.encode(try await configuration.trial(of: document, by: principal).digest)
        case .addClient(let name, _, _, _):
            text = try await standing(ofClient: "\(tenant.name)-\(name)", principal, now)
        case .replaceKey(let client, _, _): text = try await standing(ofClient: client, principal, now)
        }
        return Hexadecimal.encode(Digest.sha256([UInt8](text.utf8)))
    }

    private func standing(ofClient id: String, _ principal: Principal, _ now: Instant) async throws -> String {
        try await clients.by(principal).list(of: principal.tenant.id, at: now).first { $0.clientID == id }.map {
            "\($0.clientID) \($0.scopes) \($0.keys.map(\.id)) \($0.isGood)"
        } ?? ""
    }

    /// Whether an action can still be done to what it was proposed for.
    func isCurrent(_ document: SealedProposal, by principal: Principal, at now: Instant) async throws -> Bool {
        do {
            try await tryOut(document.action, by: principal, at: now)
            return try await subject(of: document.action, by: principal, at: now) == document.subject
        } catch  where Self.meansOutdated(error) {
            return false
        }
    }

    func effect(of proposed: ProposedAction, by principal: Principal, at now: Instant) async throws -> ProposalEffect {
        var effect = ProposalEffect()
        switch proposed {
        case .erase(let enrollment):
            effect.enrollments = try await eraseCase.plan(enrollment, by: principal, at: now)?.attempts.map(\.id) ?? []
        case .settle(let enrollment, _, _): effect.enrollments = [enrollment]
        case .addOperator(_, let role, let rights):
            effect.changes = Self.changes(from: nil, toRole: role, rights)
        case .changeOperator(let name, let role, let rights):
            let name = OperatorName.typed(name)
            let present = try await operators.by(principal).list(tenant: principal.tenant.name).first {
                $0.name == name
            }
            effect.changes = Self.changes(from: present, toRole: role, rights)
        case .changeSettings(let document):
            effect.changes = try await configuration.trial(of: document, by: principal).changes.map { change in
                ProposalEffect.Change(
                    name: change.path.split(separator: "/").joined(separator: "."),
                    before: try change.before.map(Self.text), after: try change.after.map(Self.text))
            }
            let due = try await configuration.forecast(of: document, by: principal, at: now)
            if due.isMuch {
                effect.changes.append(
                    ProposalEffect.Change(name: DueForecast.member, before: nil, after: "\(due.count)"))
            }
        case .enableOperator, .makeLink, .resetSecondFactor, .addClient, .replaceKey: break
        }
        return effect
    }

    private static func text(_ value: JSONValue) throws -> String {
        String(decoding: try sortedKeyJSON(value), as: UTF8.self)
    }

    /// - Parameter rights: beside those of the role.
    private static func changes(
        from present: OperatorSummary?, toRole role: String, _ rights: [String]
    ) -> [ProposalEffect.Change] {
        let own = OperatorRole(rawValue: role)?.rights ?? []
        let all = OperatorRight.allCases.filter { own.contains($0) || rights.contains($0.rawValue) }.map(\.rawValue)
        return [
            ProposalEffect.Change(name: "role", before: present?.role, after: role),
            ProposalEffect.Change(
                name: "rights", before: present?.rights.joined(separator: " "), after: all.joined(separator: " ")),
        ].filter { $0.before != $0.after }
    }

    /// To be called under the agreement.
    func carryOut(
        _ document: SealedProposal, as id: ProposalID, by principal: Principal, at now: Instant
    ) async throws -> CarriedOut {
        switch document.action {
        case .erase(let enrollment):
            guard let plan = try await eraseCase.plan(enrollment, by: principal, at: now) else {
                throw Refusal(.proposalOutdated)
            }
            let result = try await eraseCase.perform(
                enrollment, typed: plan.confirmation, by: principal, at: now)
            switch result {
            case .erased: return .done
            case .held: throw Refusal(.erasureBlocked)
            case .erasedBefore, .notConfirmed: throw Refusal(.proposalOutdated)
            }
        case .settle(let enrollment, let decision, let reason):
            guard let decision = Review.Decision(rawValue: decision) else { throw Refusal(.proposalOutdated) }
            // Of one proposal the same is recorded once, whoever agrees.
            try await settleCase.perform(
                decision, reason: reason, on: enrollment, bodyDigest: Digest.sha256([UInt8](id.text.utf8)),
                by: principal, at: now)
            return .done
        case .addOperator, .changeOperator, .enableOperator, .makeLink, .resetSecondFactor:
            return try await change(
                document.action, by: try operators.by(principal), tenant: principal.tenant.name, at: now)
        case .changeSettings(let change):
            guard let digest = Hexadecimal.decode(document.subject) else { throw Refusal(.proposalOutdated) }
            try await configuration.set(change, on: digest, by: principal, at: now)
            return .done
        case .addClient, .replaceKey:
            return try await give(document.action, by: try clients.by(principal), principal, at: now)
        }
    }

    private func change(
        _ proposed: ProposedAction, by people: OperatorAdministration, tenant: String, at now: Instant
    ) async throws -> CarriedOut {
        switch proposed {
        case .addOperator(let name, let role, let rights):
            let token = try await people.create(name, role: role, rights: rights, tenant: tenant, at: now)
            return .link(name: name, token: token ?? "")
        case .changeOperator(let name, let role, let rights):
            try await people.change(name, role: role, rights: rights, tenant: tenant, at: now)
        case .enableOperator(let name): try await people.enable(name, tenant: tenant, at: now)
        case .makeLink(let name):
            return .link(name: name, token: try await people.link(name, tenant: tenant, at: now))
        case .resetSecondFactor(let name): try await people.resetSecondFactor(name, tenant: tenant, at: now)
        case .erase, .settle, .changeSettings, .addClient, .replaceKey: break
        }
        return .done
    }

    private func give(
        _ proposed: ProposedAction, by credentials: ClientCredentials, _ principal: Principal, at now: Instant
    ) async throws -> CarriedOut {
        let tenant = principal.tenant
        switch proposed {
        case .addClient(let name, let scopes, let days, let publicKey):
            return .client(
                try await credentials.add(
                    name, to: (tenant.id, tenant.name), scopes: scopes, days: days, publicKeyPEM: publicKey, at: now))
        case .replaceKey(let client, let publicKey, let hours):
            return .client(
                try await credentials.replaceKey(
                    of: client, of: tenant.id, publicKeyPEM: publicKey, overlapInHours: hours, at: now))
        case .erase, .settle, .addOperator, .changeOperator, .enableOperator, .makeLink, .resetSecondFactor,
            .changeSettings:
            return .done
        }
    }
}
