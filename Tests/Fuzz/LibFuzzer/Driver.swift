import Foundation
import FuzzTargets

// libFuzzer has the `main` function and calls these two. The environment says which target is fed, because the arguments
// are libFuzzer's.

private let target = namedTarget()

private func namedTarget() -> FuzzTarget {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"]
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        let names = FuzzTarget.all.map(\.name).joined(separator: " ")
        FileHandle.standardError.write(Data("FUZZ_TARGET must be one of: \(names)\n".utf8))
        exit(2)
    }
    return target
}

/// Writes the target's words to the file `FUZZ_DICTIONARY` in libFuzzer's form, before libFuzzer reads it.
@_cdecl("LLVMFuzzerInitialize")
public func prepare(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    let lines = target.dictionary.map { word in
        "\"" + word.map { "\\x" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "\"\n"
    }
    guard let path = ProcessInfo.processInfo.environment["FUZZ_DICTIONARY"] else { return 0 }
    return FileManager.default.createFile(atPath: path, contents: Data(lines.joined().utf8)) ? 0 : 1
}

@_cdecl("LLVMFuzzerTestOneInput")
public func feed(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(Finding) {
        _ = try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError(error.sentence)
    }
    return 0
}
