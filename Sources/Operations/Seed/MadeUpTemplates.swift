internal import FaceEngine
internal import Onboarding

/// Templates of no face, each as far from the others as those of different people or farther.
struct MadeUpTemplates: Sendable {
    let model: ModelIdentity
    /// How many numbers belong to each network.
    let partLengths: [Int]

    func next(using numbers: inout some RandomNumberGenerator) -> FaceTemplate {
        while true {
            let values = (0..<partLengths.reduce(0, +)).map { _ in Float.random(in: -1...1, using: &numbers) }
            if let template = FaceTemplate(madeUp: values, by: model, partLengths: partLengths) { return template }
        }
    }
}

extension MadeUpTemplates {
    init(_ engines: Engines) {
        self.init(model: engines.descriptor, partLengths: engines.templatePartLengths)
    }
}
