/// Two templates cannot be compared: their numbers mean different things.
public enum FaceComparisonError: Error, Equatable, Sendable {
    case differentModels(ModelIdentity, ModelIdentity)
}
