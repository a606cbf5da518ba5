import Foundation
import FuzzTargets

/// Feeds a target: its corpus as it is, mutated inputs, then the costliest ones. Stops at the first finding.
struct Run {
    let target: FuzzTarget
    let check: FuzzTarget.Check
    let mutator: Mutator
    let current: CurrentInput

    func feed(_ count: Int) -> RunReport {
        var report = RunReport(target: target.name, seed: mutator.seed)
        let start = ContinuousClock.now

        /// Whether the input was taken; nil where the run ends.
        func feed(_ input: [UInt8], to check: FuzzTarget.Check) -> Bool? {
            current.keep(input, number: report.inputCount)
            ProcessLimits.startTimeOfInput()
            let before = ContinuousClock.now
            var isTaken = false
            do throws(Finding) {
                isTaken = try check(input)
            } catch {
                report.finding = RunReport.BrokenPromise(sentence: error.sentence, input: report.inputCount)
            }
            report.slowestInSeconds = max(report.slowestInSeconds, (ContinuousClock.now - before) / .seconds(1))
            ProcessLimits.stopTime()
            report.inputCount += 1
            return report.finding == nil ? isTaken : nil
        }

        func feedAll() {
            if !mutator.isBlind {
                for file in mutator.corpus {
                    report.corpusCount += 1
                    guard let isTaken = feed(file.bytes, to: check) else { return }
                    if isTaken == file.isRefused { report.misnamedFiles.append(file.name) }
                }
            }
            for number in 0..<count {
                if number == count / 2 { report.residentAfterWarmUp = ProcessLimits.ownResidentMemory() }
                guard let isTaken = feed(mutator.input(number), to: check) else { return }
                report.takenCount += isTaken ? 1 : 0
            }
            report.residentAtEnd = ProcessLimits.ownResidentMemory()
            // Last, because the allocator keeps some of their megabytes.
            for costliest in mutator.isBlind ? [] : target.costliestInputs {
                let call: FuzzTarget.Check = { input throws(Finding) in
                    costliest.call(input)
                    return true
                }
                guard feed(costliest.input(), to: call) != nil else { return }
            }
        }

        feedAll()
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        return report
    }
}
