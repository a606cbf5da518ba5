internal import Dispatch
package import FaceEngine
package import LivenessScorer
internal import Synchronization

/// Tries a suite on all material.
package struct InjectionEvaluation: Sendable {
    private let suite: [Attack]
    private let material: InjectionMaterial
    private let bench: AttackBench
    private let engine: FaceEngine

    package init(suite: [Attack], material: InjectionMaterial, bench: AttackBench, engine: FaceEngine) {
        self.suite = suite
        self.material = material
        self.bench = bench
        self.engine = engine
    }

    /// - Parameters:
    ///   - threads: how many sources are worked on at a time; the engine needs as many workers.
    ///   - keep: given the frames of each attack that was made, from any thread.
    ///   - progress: told the number of sources done, from any thread.
    /// - Returns: in the order of the material whatever the schedule.
    package func trials(
        threads: Int, keep: @Sendable (InjectionMaterial.Item, Attack, [CapturedFrame]) -> Void,
        progress: @Sendable (Int) -> Void
    ) -> [AttackTrial] {
        struct State {
            var next = 0
            var done = 0
            var trials: [Int: [AttackTrial]] = [:]
        }
        let state = Mutex(State())
        DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
            while true {
                let taken = state.withLock { state -> Int? in
                    guard state.next < material.items.count else { return nil }
                    state.next += 1
                    return state.next - 1
                }
                guard let index = taken else { return }
                let made = trials(of: material.items[index], keep: keep)
                let done = state.withLock { state in
                    state.trials[index] = made
                    state.done += 1
                    return state.done
                }
                progress(done)
            }
        }
        let all = state.withLock(\.trials)
        return material.items.indices.flatMap { all[$0] ?? [] }
    }

    private func trials(
        of item: InjectionMaterial.Item, keep: (InjectionMaterial.Item, Attack, [CapturedFrame]) -> Void
    ) -> [AttackTrial] {
        let fitting = suite.filter { item.kinds.contains($0.needs) }
        guard !fitting.isEmpty else { return [] }
        let read: ReadSources
        do {
            read = try item.read(by: engine)
        } catch {
            return fitting.map { AttackTrial($0, notMade: error) }
        }
        return fitting.compactMap { attack in
            guard let source = read.sources.first(where: { $0.kind == attack.needs }) else { return nil }
            return bench.trial(
                of: attack, on: source, set: item.set, item: item.name, person: item.person, reference: read.reference
            ) { keep(item, attack, $0) }
        }
    }
}
