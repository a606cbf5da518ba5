internal import OnboardingCore
internal import Synchronization

/// How often each enrollment of the persona `overloaded` was refused. Lost with the process: it is then refused anew.
final class PersonaRefusals: Sendable {
    private struct State {
        var counts: [EnrollmentID: Int] = [:]
        /// The oldest first.
        var order: [EnrollmentID] = []
    }

    private let state = Mutex(State())

    /// Counts a request. Of the enrollments that are remembered the oldest goes for one too many.
    /// - Returns: whether it is to be refused.
    func refuses(_ id: EnrollmentID) -> Bool {
        state.withLock { state in
            let count = state.counts[id, default: 0]
            guard count < Limit.personaRefusals.value else { return false }
            if count == 0 {
                if state.order.count >= Limit.rememberedPersonas.value {
                    state.counts[state.order.removeFirst()] = nil
                }
                state.order.append(id)
            }
            state.counts[id] = count + 1
            return true
        }
    }
}
