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
    /// The work that it belongs to is given up (`Checkpoint`).
    case givenUp
}

/// A neural network, ready to run. Always computed in 32-bit floats, so that scores do not depend on the machine.
///
/// One value serves all threads; each call takes a request of its own from a pool that grows to the number of callers at
/// one time. Calls compute on the calling thread: make them from an engine worker, never from the cooperative pool.
public final class Network: Sendable {
    /// The number of outputs, all of 32-bit floats.
    public let outputCount: Int

    private let file: String
    private let callers: Int
    private let first: CompiledNetwork
    private let requests: Mutex<Requests>

    private struct Requests {
        var idle: [Request] = []
        var made = 0
        /// What the networks of further callers are brought back from, until each has one.
        var compiled: CompiledNetwork.Bytes?
    }

    /// - Parameters:
    ///   - file: an `.xml` with its `.bin` beside it, an `.onnx`, or a `.tflite`.
    ///   - callers: how many runs can go on at a time. Of one compiled network they wait for each other, so each caller has
    ///     one of its own, brought back from the first when it is needed first: some hundredths of a second and the memory
    ///     of the weights.
    ///   - kept: where it may lie compiled, or is put when it does not.
    public init(file: String, callers: Int, kept: CompiledNetworks? = nil) throws(NetworkError) {
        guard FileManager.default.fileExists(atPath: file) else { throw .missing(file: file) }
        let entry = kept?.entry(of: file)
        var bytes = entry?.bytes().map(CompiledNetwork.Bytes.init)
        if let kept = bytes, let network = try? CompiledNetwork(kept, of: file) {
            first = network
        } else {
            first = try Model(file: file).compiled()
            bytes = entry != nil || callers > 1 ? first.bytes() : nil
            if let bytes { entry?.keep(Array(bytes.values)) }
        }
        self.file = file
        self.callers = callers
        outputCount = cneural_network_output_count(first.handle)
        guard cneural_network_input_count(first.handle) == 1 else {
            throw .unreadable(file: file, reason: "the network has more than one input")
        }
        requests = Mutex(Requests(compiled: callers > 1 ? bytes : nil))
    }

    /// The outputs for this input, in the network's order.
    public func run(_ input: Tensor) throws(NetworkError) -> [Tensor] {
        try run(shape: input.shape) { target in
            _ = target.update(fromContentsOf: input.values)
        }
    }

    /// The outputs for this image, written in the network's form straight into its input.
    public func run(_ image: Image, encodedAs encoding: ImageEncoding) throws(NetworkError) -> [Tensor] {
        try run(shape: encoding.shape(of: image.size)) { target in
            encoding.write(image, to: target)
        }
    }

    /// The outputs for several images of one size that the network looks at together: their channels follow one another, the
    /// first image's first.
    /// - Parameter images: at least one, all of one size, and an encoding of planes, else a programmer's error.
    public func run(_ images: [Image], encodedAs encoding: ImageEncoding) throws(NetworkError) -> [Tensor] {
        guard let size = images.first?.size else { preconditionFailure("a network looks at one image at least") }
        precondition(encoding.layout == .nchw && images.allSatisfy { $0.size == size })
        let count = size.width * size.height * 3
        return try run(shape: [1, 3 * images.count, size.height, size.width]) { target in
            for (index, image) in images.enumerated() {
                encoding.write(
                    image, to: UnsafeMutableBufferPointer(rebasing: target[(index * count)..<((index + 1) * count)]))
            }
        }
    }

    /// The version of the runtime, in its own words.
    public static var runtimeVersion: String { String(cString: cneural_runtime_version()) }

    private func run(shape: [Int], fill: (UnsafeMutableBufferPointer<Float>) -> Void) throws(NetworkError) -> [Tensor] {
        guard Checkpoint.givenUp == nil else { throw .givenUp }
        let request = try idleRequest()
        defer { requests.withLock { $0.idle.append(request) } }
        let target = try request.input(shape: shape)
        fill(target)
        return try request.run(outputCount: outputCount)
    }

    private func idleRequest() throws(NetworkError) -> Request {
        let (waiting, bytes) = requests.withLock { requests -> (Request?, CompiledNetwork.Bytes?) in
            if let waiting = requests.idle.popLast() { return (waiting, nil) }
            requests.made += 1
            guard requests.made > 1, let bytes = requests.compiled else { return (nil, nil) }
            if requests.made >= callers { requests.compiled = nil }
            return (nil, bytes)
        }
        if let waiting { return waiting }
        guard let bytes else { return try Request(of: first) }
        return try Request(of: try CompiledNetwork(bytes, of: file))
    }
}

/// A network as its file has it.
private struct Model: ~Copyable {
    private let file: String
    private let handle: OpaquePointer

    init(file: String) throws(NetworkError) {
        self.file = file
        handle = try CompiledNetwork.opened(file) { cneural_model_open(file, &$0, $1, $2) }
    }

    deinit {
        cneural_model_free(handle)
    }

    func compiled() throws(NetworkError) -> CompiledNetwork {
        CompiledNetwork(handle: try CompiledNetwork.opened(file) { cneural_network_open(handle, &$0, $1, $2) })
    }
}

/// Owns the compiled network. OpenVINO: a compiled model is shared by all threads.
private final class CompiledNetwork: @unchecked Sendable {
    /// A compiled network in the runtime's own form, where it stays: a network that was brought back from it reads its
    /// weights there. `@unchecked Sendable`: nobody writes to the memory after it was filled.
    final class Bytes: @unchecked Sendable {
        let values: UnsafeRawBufferPointer

        init(_ bytes: some Collection<UInt8>) {
            // As the runtime aligns its own tensors.
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
            copy.copyBytes(from: bytes)
            values = UnsafeRawBufferPointer(copy)
        }

        deinit {
            values.deallocate()
        }
    }

    let handle: OpaquePointer
    private let origin: Bytes?

    init(handle: OpaquePointer, origin: Bytes? = nil) {
        self.handle = handle
        self.origin = origin
    }

    /// Brings a network back from what `bytes()` gave.
    /// - Parameter file: which network it is, for the error.
    convenience init(_ bytes: Bytes, of file: String) throws(NetworkError) {
        self.init(
            handle: try Self.opened(file) { handle, words, capacity in
                cneural_network_import(bytes.values.baseAddress, bytes.values.count, &handle, words, capacity)
            }, origin: bytes)
    }

    deinit {
        cneural_network_free(handle)
    }

    /// Nil where the system offers no file in memory to write them to; callers then share one network.
    func bytes() -> Bytes? {
        var exported: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard cneural_network_export(handle, &exported, &count) == CNEURAL_OK, let exported else { return nil }
        defer { free(exported) }
        return Bytes(UnsafeBufferPointer(start: exported, count: count))
    }

    /// What `call` opens; throws what the runtime says where it fails.
    static func opened(
        _ file: String, _ call: (inout OpaquePointer?, UnsafeMutablePointer<CChar>?, Int) -> cneural_status
    ) throws(NetworkError) -> OpaquePointer {
        var handle: OpaquePointer?
        var words = [CChar](repeating: 0, count: 1024)
        let status = words.withUnsafeMutableBufferPointer { call(&handle, $0.baseAddress, $0.count) }
        if status == CNEURAL_OK, let handle { return handle }
        let reason = String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        throw .unreadable(file: file, reason: reason)
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
