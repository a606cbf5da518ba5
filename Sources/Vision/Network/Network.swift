internal import CNeural
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

    private let model: Mutex<Model>
    private let callers: Int
    private let first: CompiledNetwork
    private let requests = Mutex(Requests())

    private struct Requests {
        var idle: [Request] = []
        var made = 0
    }

    /// - Parameters:
    ///   - file: an `.xml` with its `.bin` beside it, an `.onnx`, or a `.tflite`.
    ///   - callers: how many runs can go on at a time. Of one compiled network they wait for each other, so each caller has
    ///     one of its own, compiled from what was read here when it is needed first: a tenth of a second and the memory of
    ///     the weights.
    public init(file: String, callers: Int) throws(NetworkError) {
        guard FileManager.default.fileExists(atPath: file) else { throw .missing(file: file) }
        let model = try Model(file: file)
        first = try model.compiled()
        self.callers = callers
        outputCount = cneural_network_output_count(first.handle)
        guard cneural_network_input_count(first.handle) == 1 else {
            throw .unreadable(file: file, reason: "the network has more than one input")
        }
        self.model = Mutex(model)
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

    /// The version of the runtime, in its own words.
    public static var runtimeVersion: String { String(cString: cneural_runtime_version()) }

    private func run(shape: [Int], fill: (UnsafeMutableBufferPointer<Float>) -> Void) throws(NetworkError) -> [Tensor] {
        let request = try idleRequest()
        defer { requests.withLock { $0.idle.append(request) } }
        let target = try request.input(shape: shape)
        fill(target)
        return try request.run(outputCount: outputCount)
    }

    private func idleRequest() throws(NetworkError) -> Request {
        let (waiting, number) = requests.withLock { requests -> (Request?, Int) in
            if let waiting = requests.idle.popLast() { return (waiting, 0) }
            requests.made += 1
            return (nil, requests.made)
        }
        if let waiting { return waiting }
        guard number > 1, number <= callers else { return try Request(of: first) }
        return try Request(of: try model.withLock { model throws(NetworkError) in try model.compiled() })
    }
}

/// A network as its file has it. OpenVINO does not say whether one may be compiled by two threads at a time.
private struct Model: ~Copyable {
    private let file: String
    private let handle: OpaquePointer

    init(file: String) throws(NetworkError) {
        var opened: OpaquePointer?
        try Self.check(file) { cneural_model_open(file, &opened, $0, $1) }
        guard let opened else { throw .unreadable(file: file, reason: "") }
        self.file = file
        handle = opened
    }

    deinit {
        cneural_model_free(handle)
    }

    func compiled() throws(NetworkError) -> CompiledNetwork {
        var opened: OpaquePointer?
        try Self.check(file) { cneural_network_open(handle, &opened, $0, $1) }
        guard let opened else { throw .unreadable(file: file, reason: "") }
        return CompiledNetwork(handle: opened)
    }

    /// Throws what the runtime says where `call` fails.
    private static func check(
        _ file: String, _ call: (UnsafeMutablePointer<CChar>?, Int) -> cneural_status
    ) throws(NetworkError) {
        var words = [CChar](repeating: 0, count: 1024)
        let status = words.withUnsafeMutableBufferPointer { call($0.baseAddress, $0.count) }
        guard status != CNEURAL_OK else { return }
        let reason = String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        throw .unreadable(file: file, reason: reason)
    }
}

/// Owns the compiled network. OpenVINO: a compiled model is shared by all threads.
private final class CompiledNetwork: @unchecked Sendable {
    let handle: OpaquePointer

    init(handle: OpaquePointer) {
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
