internal import OnboardingStorage

typealias Premises = DataDirectory
typealias Turns = SingleFlight

extension DataDirectory {
    var keyRing: any KeyStore { keys }
}
