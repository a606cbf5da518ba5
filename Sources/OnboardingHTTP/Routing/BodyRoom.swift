internal import OnboardingCore
internal import Synchronization
internal import Tenancy

/// The memory that bodies take together, shared out by who sends them.
///
/// Whoever holds more than a share gives way to whoever comes and would not: the body that was begun last is refused, as long as
/// it has not arrived as a whole. Of a session's large bodies the last is taken, for a phone whose connection broke sends again.
/// Short bodies are not counted, so that light calls are served whatever else is sent; there are no more of them than
/// connections.
final class BodyRoom: Sendable {
    private struct Place {
        let requester: Requester
        let evict: @Sendable () -> Void
        /// Of the whole body as far as it has arrived, and what is counted of it.
        var byteCount = 0
        var counted = 0
        var isComing = true
        var isEvicted = false
    }

    private struct State {
        var shares = Shares(capacity: Limit.bufferedBodies.value)
        var places: [Int: Place] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// - Parameter evict: has whoever reads the body be told that it is refused.
    /// - Returns: the number of the body's place, to be left whatever happens.
    func enter(_ requester: Requester, evict: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.places[state.lastNumber] = Place(requester: requester, evict: evict)
            return state.lastNumber
        }
    }

    /// Takes room for more of a body.
    /// - Throws: `overloaded` where there is none, or somebody else had to be given it.
    func grow(_ number: Int, by byteCount: Int) throws(Refusal) {
        var evictions: [@Sendable () -> Void] = []
        let isTaken = state.withLock { state in Self.grow(number, by: byteCount, in: &state, evictions: &evictions) }
        for evict in evictions { evict() }
        guard isTaken else { throw Self.refusal }
    }

    /// The body has arrived: it stays until it is left.
    func arrived(_ number: Int) throws(Refusal) {
        let isEvicted = state.withLock { state in
            state.places[number]?.isComing = false
            return state.places[number]?.isEvicted ?? true
        }
        if isEvicted { throw Self.refusal }
    }

    func isEvicted(_ number: Int) -> Bool { state.withLock { $0.places[number]?.isEvicted ?? true } }

    func leave(_ number: Int) {
        state.withLock { state in
            guard let place = state.places.removeValue(forKey: number) else { return }
            state.shares.give(place.counted, back: place.requester)
        }
    }

    static var refusal: Refusal { Refusal(shortOf: .bodies, retryAfterInSeconds: 1) }

    private static func grow(
        _ number: Int, by byteCount: Int, in state: inout State, evictions: inout [@Sendable () -> Void]
    ) -> Bool {
        guard var place = state.places[number], !place.isEvicted else { return false }
        let wasLarge = place.byteCount > Limit.body.value
        place.byteCount += byteCount
        if !wasLarge, place.byteCount > Limit.body.value, let session = place.requester.session {
            for (other, held) in state.places
            where other != number && held.isComing && held.requester.session == session
                && held.byteCount > Limit.body.value
            {
                evict(other, in: &state, &evictions)
            }
        }
        let more = max(0, place.byteCount - Limit.uncountedBody.value) - place.counted
        while state.shares.total + more > state.shares.capacity {
            let requester = place.requester
            let giving = state.places.keys.filter { other in
                guard other != number, let held = state.places[other] else { return false }
                return held.isComing && held.counted > 0
                    && state.shares.yields(held.requester, to: requester, wanting: more)
            }
            guard let last = giving.max() else { return false }
            evict(last, in: &state, &evictions)
        }
        place.counted += more
        state.shares.take(more, for: place.requester)
        state.places[number] = place
        return true
    }

    private static func evict(_ number: Int, in state: inout State, _ evictions: inout [@Sendable () -> Void]) {
        guard let place = state.places[number] else { return }
        state.shares.give(place.counted, back: place.requester)
        state.places[number]?.counted = 0
        state.places[number]?.isComing = false
        state.places[number]?.isEvicted = true
        evictions.append(place.evict)
    }
}
