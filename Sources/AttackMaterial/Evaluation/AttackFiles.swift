internal import Foundation
package import LivenessScorer
internal import Synchronization

/// Writes the frames of attacks as files: a folder for each, and a list of them in the form that `onboarding eval
/// liveness` reads.
package final class AttackFiles: Sendable {
    private struct Item: Encodable {
        let file: String
        let kind = "frames"
        let label = "spoof"
        let species: String
        let subject: String
        let device: String
        let framesPerSecond: Double?
        let timesInMilliseconds: [Double]
    }

    private let folder: URL
    private let items = Mutex<[Item]>([])
    private let failure = Mutex<(any Error)?>(nil)

    package init(folder: String) {
        self.folder = URL(fileURLWithPath: folder)
    }

    /// The first failure is kept for `finish`.
    package func write(_ frames: [CapturedFrame], of attack: Attack, from item: InjectionMaterial.Item) {
        let name = [attack.code, item.set, item.name].joined(separator: "-").map {
            $0.isLetter || $0.isNumber ? $0 : "-"
        }
        let file = String(name)
        do {
            let target = folder.appendingPathComponent(file)
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            for (index, frame) in frames.enumerated() {
                let number = (index < 10 ? "0" : "") + String(index)
                try Data(frame.bytes).write(to: target.appendingPathComponent("frame\(number).jpg"))
            }
        } catch {
            failure.withLock { $0 = $0 ?? error }
        }
        let times = frames.map(\.timeInMilliseconds)
        let span = (times.last ?? 0) - (times.first ?? 0)
        let written = Item(
            file: file, species: attack.instrument.species.rawValue, subject: item.person,
            device: attack.method.rawValue,
            framesPerSecond: span > 0 ? Double(times.count - 1) * 1000 / span : nil, timesInMilliseconds: times)
        items.withLock { $0.append(written) }
    }

    /// Writes the list.
    /// - Throws: the first failure.
    package func finish() throws {
        if let error = failure.withLock({ $0 }) { throw error }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let list = items.withLock { ["items": $0.sorted { $0.file < $1.file }] }
        try encoder.encode(list).write(to: folder.appendingPathComponent("manifest.json"))
    }
}
