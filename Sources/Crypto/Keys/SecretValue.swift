/// A value that must not be read in a log, an error or a test report: its descriptions say its type and no more.
protocol SecretValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension SecretValue {
    public var description: String { "\(Self.self)(secret)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SealingKey: SecretValue {}
extension RSAKeyPair: SecretValue {}
extension ECKeyPair: SecretValue {}
