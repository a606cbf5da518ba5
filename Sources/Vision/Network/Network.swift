internal import CNeural
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Why a network could not be loaded or run.
public enum NetworkError: Error, Equatable, Sendable {
    /// There is no such file. Carries its path, for the operator.
    case missing(file: String)
    /// The runtime does not read or compile it. Carries the path and the runtime's words, for the operator.
    case unreadable(file: String, reason: String)
    /// The input does not fit the network.
    case shapeNotAccepted(shape: [Int])
    /// The runtime refused to run it.
    case runFailed
}

/// A neural network, ready to run. Always computed in 32-bit floats, so that scores do not depend on the machine.
///
/// One value serves all threads; each call takes a request of its own from a pool that grows to the number of callers at
/// one time. Calls compute on the calling thread: make them from an engine worker, never from the cooperative pool.
public final class Network: Sendable {
    /// The number of outputs, all of 32-bit floats.
    public let outputCount: Int

    /// One for each run that can go on at a time: of one compiled network they wait for each other.
    private let copies: [CompiledNetwork]
    private let requests = Mutex(Requests())

    private struct Requests {
        var idle: [Request] = []
        var made = 0
    }

    /// - Parameters:
    ///   - file: an `.xml` with its `.bin` beside it, an `.onnx`, or a `.tflite`.
    ///   - callers: how many runs can go on at a time. Each costs the memory of the network's weights.
    public init(file: String, callers: Int) throws(NetworkError) {
        guard FileManager.default.fileExists(atPath: file) else { throw .missing(file: file) }
        copies = try CompiledNetwork.copies(max(1, callers), ofFile: file)
        outputCount = cneural_network_output_count(copies[0].handle)
        guard cneural_network_input_count(copies[0].handle) == 1 else {
            throw .unreadable(file: file, reason: "the network has more than one input")
        }
    }

    /// The outputs for this input, in the network's order.
    public func run(_ input: Tensor) throws(NetworkError) -> [Tensor] {
        try run(shape: input.shape) { target in
            _ = target.update(fromContentsOf: input.values)
        }
    }

    /// The outputs for this picture, written in the network's form straight into its input.
    public func run(_ picture: Picture, encodedAs encoding: PictureEncoding) throws(NetworkError) -> [Tensor] {
        try run(shape: encoding.shape(of: picture.size)) { target in
            encoding.write(picture, to: target)
        }
    }

    /// The version of the runtime, for records and `doctor`.
    public static var runtimeVersion: String { String(cString: cneural_runtime_version()) }

    private func run(shape: [Int], fill: (UnsafeMutableBufferPointer<Float>) -> Void) throws(NetworkError) -> [Tensor] {
        let (waiting, copy) = requests.withLock { requests -> (Request?, Int) in
            if let waiting = requests.idle.popLast() { return (waiting, 0) }
            defer { requests.made += 1 }
            return (nil, requests.made % copies.count)
        }
        let request = if let waiting { waiting } else { try Request(of: copies[copy]) }
        defer { requests.withLock { $0.idle.append(request) } }
        let target = try request.input(shape: shape)
        fill(target)
        return try request.run(outputCount: outputCount)
    }
}

/// Owns the compiled network. OpenVINO: a compiled model is shared by all threads.
private final class CompiledNetwork: @unchecked Sendable {
    let handle: OpaquePointer

    /// Compiled side by side: a tenth of a second each.
    static func copies(_ count: Int, ofFile file: String) throws(NetworkError) -> [CompiledNetwork] {
        let results = Mutex<[Result<CompiledNetwork, NetworkError>]>([])
        let end = DispatchSemaphore(value: 0)
        @Sendable func compile() {
            let result = Result { () throws(NetworkError) in try CompiledNetwork(file: file) }
            results.withLock { $0.append(result) }
            end.signal()
        }
        // Not by a queue: its threads would keep the priority of whoever loads, and they are everybody's.
        for _ in 1..<count {
            let thread = Thread { compile() }
            thread.stackSize = 8 << 20
            thread.start()
        }
        compile()
        for _ in 0..<count { end.wait() }
        var copies: [CompiledNetwork] = []
        for result in results.withLock({ $0 }) { copies.append(try result.get()) }
        return copies
    }

    private init(file: String) throws(NetworkError) {
        var handle: OpaquePointer?
        var words = [CChar](repeating: 0, count: 1024)
        let status = cneural_network_open(file, &handle, &words, words.count)
        guard status == CNEURAL_OK, let handle else {
            let reason = String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw .unreadable(file: file, reason: reason)
        }
        self.handle = handle
    }

    deinit {
        cneural_network_free(handle)
    }
}

/// Owns an inference request. OpenVINO: one thread at a time; the pool hands each to one caller.
private final class Request: @unchecked Sendable {
    private let handle: OpaquePointer
    /// The runtime wants requests freed before their network.
    private let network: CompiledNetwork

    init(of network: CompiledNetwork) throws(NetworkError) {
        var handle: OpaquePointer?
        guard cneural_request_open(network.handle, &handle) == CNEURAL_OK, let handle else { throw .runFailed }
        self.handle = handle
        self.network = network
    }

    deinit {
        cneural_request_free(handle)
    }

    func input(shape: [Int]) throws(NetworkError) -> UnsafeMutableBufferPointer<Float> {
        var values: UnsafeMutablePointer<Float>?
        var count = 0
        let status = cneural_request_prepare(handle, shape.map(Int64.init), shape.count, &values, &count)
        guard status == CNEURAL_OK, values != nil else {
            throw status == CNEURAL_BAD_ARGUMENT ? .shapeNotAccepted(shape: shape) : .runFailed
        }
        return UnsafeMutableBufferPointer(start: values, count: count)
    }

    func run(outputCount: Int) throws(NetworkError) -> [Tensor] {
        guard cneural_request_run(handle) == CNEURAL_OK else { throw .runFailed }
        var outputs: [Tensor] = []
        outputs.reserveCapacity(outputCount)
        for index in 0..<outputCount {
            outputs.append(try output(index))
        }
        return outputs
    }

    private func output(_ index: Int) throws(NetworkError) -> Tensor {
        var shape = [Int64](repeating: 0, count: Int(CNEURAL_MAXIMUM_RANK))
        var rank = 0
        var count = 0
        guard cneural_request_output_shape(handle, index, &shape, &rank, &count) == CNEURAL_OK else { throw .runFailed }
        var status = CNEURAL_FAILED
        let values = [Float](unsafeUninitializedCapacity: count) { target, initializedCount in
            status = cneural_request_copy_output(handle, index, target.baseAddress, count)
            initializedCount = status == CNEURAL_OK ? count : 0
        }
        guard status == CNEURAL_OK else { throw .runFailed }
        return Tensor(shape: shape.prefix(rank).map(Int.init), values: values)
    }
}
