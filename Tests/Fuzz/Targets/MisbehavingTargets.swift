import Synchronization

extension FuzzTarget {
    /// Targets that do what a target must not do, for the tests of the runner.
    public static let misbehaving = [trapping, endless, leaking]

    /// Reads behind the end of some inputs.
    private static let trapping = broken("trapping") { input in
        if input.first == 7 { _ = input[input.count] }
    }

    /// Never comes back from some inputs.
    private static let endless = broken("endless") { input in
        while input.first == 7 {}
    }

    /// Keeps what it is given.
    private static let leaking = broken("leaking") { input in
        kept.withLock { $0.append(input + [0]) }
    }

    private static let kept = Mutex<[[UInt8]]>([])

    private static func broken(_ name: String, _ act: @escaping @Sendable ([UInt8]) -> Void) -> FuzzTarget {
        FuzzTarget(
            name: name, inputCount: 20_000,
            check: { input throws(Finding) in
                act(input)
                return true
            },
            planted: { input throws(Finding) in act(input) })
    }
}
