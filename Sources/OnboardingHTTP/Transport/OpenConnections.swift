internal import NIOCore
internal import Synchronization
internal import Tenancy

/// The connections that are open, shared out by address block: where nearly all are taken, the block that has most of them gives
/// up one, if it has more than its share. That is the one that has been silent for longest among those that nothing was
/// answered on, or else among all.
final class OpenConnections: Sendable {
    /// What a connection does, in the order in which it is given up; one that is being answered is not.
    enum Phase: Int {
        case silent, receiving, answering
    }

    private struct Entry {
        let channel: any Channel
        let block: String
        var phase = Phase.silent
        var since: NIODeadline
        var wasAnswered = false
        var isInputClosed = false

        /// The least is given up first.
        var order: (Int, Int, NIODeadline) { (wasAnswered ? 1 : 0, phase.rawValue, since) }
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var counts: [String: Int] = [:]
    }

    /// From so many on connections are given up; the rest is for those that come meanwhile.
    private let room: Int
    /// Everybody's connections come from these.
    private let proxies: [AddressBlock]
    private let state = Mutex(State())

    init(atMost limit: Int, proxies: [AddressBlock]) {
        room = limit - limit / 16
        self.proxies = proxies
    }

    func opened(_ channel: any Channel) {
        let address = channel.remoteAddress?.ipAddress.flatMap(IPAddress.init)
        // Of who cannot be told apart no connection is given up.
        let block = address.flatMap { address in proxies.contains { $0.contains(address) } ? nil : address.block } ?? ""
        let givenUp = state.withLock { state -> (any Channel)? in
            guard state.entries[ObjectIdentifier(channel)] == nil else { return nil }
            state.entries[ObjectIdentifier(channel)] = Entry(channel: channel, block: block, since: .now())
            state.counts[block, default: 0] += 1
            return state.entries.count > room ? Self.toGiveUp(in: state, share: room / 8) : nil
        }
        givenUp?.close(promise: nil)
    }

    func closed(_ channel: any Channel) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: ObjectIdentifier(channel)) else { return }
            let left = (state.counts[entry.block] ?? 1) - 1
            state.counts[entry.block] = left > 0 ? left : nil
        }
    }

    func note(_ phase: Phase, of channel: any Channel) {
        state.withLock { state in
            state.entries[ObjectIdentifier(channel)]?.phase = phase
            state.entries[ObjectIdentifier(channel)]?.since = .now()
            if phase == .answering { state.entries[ObjectIdentifier(channel)]?.wasAnswered = true }
        }
    }

    func noteInputClosed(of channel: any Channel) {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.isInputClosed = true }
    }

    /// Whether nobody is there any more. Who closes its side alone and still reads is taken for gone: the two cannot be told
    /// apart before something is sent.
    func isGone(_ channel: any Channel) -> Bool {
        !channel.isActive || state.withLock { $0.entries[ObjectIdentifier(channel)]?.isInputClosed ?? false }
    }

    private static func toGiveUp(in state: State, share: Int) -> (any Channel)? {
        let most = state.counts.filter { !$0.key.isEmpty }.max { $0.value < $1.value }
        guard let most, most.value > share else { return nil }
        return state.entries.values.filter { $0.block == most.key && $0.phase != .answering && $0.channel.isActive }
            .min { $0.order < $1.order }?.channel
    }
}
