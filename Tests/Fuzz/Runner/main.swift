// FuzzRunner TARGET --corpus FOLDER --current FILE [--seed NUMBER] [--inputs NUMBER] [--planted] [--blind]
// FuzzRunner TARGET --replay FILE
// FuzzRunner --write-corpus FOLDER
//
// The first form feeds inputs and prints a report as JSON; the process dies where a parser traps or takes too long, and
// what it was fed is in the file `--current` (see `CurrentInput`). The second feeds one file. The third writes the
// binary files that the corpus began with.

import Foundation
import FuzzTargets

struct Complaint: Error, CustomStringConvertible {
    let description: String
}

func value(of option: String) -> String? {
    let arguments = CommandLine.arguments
    guard let place = arguments.firstIndex(of: "--" + option), place + 1 < arguments.count else { return nil }
    return arguments[place + 1]
}

func has(_ flag: String) -> Bool { CommandLine.arguments.contains("--" + flag) }

func files(in folder: String) throws -> [CorpusFile] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
        CorpusFile(name: name, bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))))
    }
}

if let folder = value(of: "write-corpus") {
    for file in SeedCorpus.files {
        try FileManager.default.createDirectory(
            atPath: folder + "/" + file.target, withIntermediateDirectories: true)
        try Data(file.bytes).write(to: URL(fileURLWithPath: "\(folder)/\(file.target)/\(file.name)"))
    }
    exit(0)
}

let targets = FuzzTarget.all + FuzzTarget.misbehaving
guard CommandLine.arguments.count > 1,
    let target = targets.first(where: { $0.name == CommandLine.arguments[1] })
else {
    throw Complaint(description: "name one of: \(targets.map(\.name).joined(separator: " "))")
}
let planted: FuzzTarget.Check = { input throws(Finding) in
    try target.plantedMistake(input)
    return false
}
let check = has("planted") ? planted : target.check

if let file = value(of: "replay") {
    do throws(Finding) {
        let isTaken = try check([UInt8](FileManager.default.contents(atPath: file) ?? Data()))
        print("\(target.name): every promise holds; the input is \(isTaken ? "taken" : "refused")")
    } catch {
        print("\(target.name): \(error.sentence)")
        exit(1)
    }
} else {
    guard let folder = value(of: "corpus"), let path = value(of: "current") else {
        throw Complaint(description: "--corpus FOLDER and --current FILE are needed")
    }
    let run = Run(
        target: target, check: check,
        mutator: Mutator(
            seed: value(of: "seed").flatMap(UInt64.init) ?? 0, corpus: try files(in: folder),
            dictionary: target.dictionary, isBlind: has("blind")),
        current: try CurrentInput(path: path))
    let report = run.feed(value(of: "inputs").flatMap { Int($0) } ?? target.inputCount)
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
}
