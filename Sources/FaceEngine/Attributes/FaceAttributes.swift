internal import Foundation
public import Vision

/// What was asked of a face, each field with its value or the reason why there is none. What was not asked for is absent.
///
/// Never a ground of a decision on a person (decision 0107): whoever decides may not read it, and a test of the architecture
/// holds that.
public struct FaceAttributes: Equatable, Sendable {
    /// A yes or no. `isSo` is true where `score` is one half or more.
    public struct Trait: Equatable, Sendable {
        public let score: Double
        public var isSo: Bool { score >= 0.5 }

        package init(score: Double) {
            self.score = min(1, max(0, score))
        }
    }

    public typealias Judged<Value> = Result<Value, UnjudgedReason>

    /// Where parts of the face are, in pixels of the image.
    public struct Components: Equatable, Sendable {
        /// Left in the image.
        public let leftEye: Point
        public let rightEye: Point
        public let nose: Point
        public let mouthLeft: Point
        public let mouthRight: Point
    }

    /// All that are yes or no.
    public private(set) var traits: [FaceAttribute: Judged<Trait>] = [:]
    /// How far each eye is closed: the left in the image, then the right. Nil where `blink` says nothing.
    public private(set) var closedEyes: [Double]?
    public private(set) var age: Judged<AgeEstimate>?
    /// One for each emotion; those that are numbers sum to 1. Nil where nobody asked.
    public private(set) var emotions: [ShownEmotion: Judged<Double>]?
    public private(set) var orientation: HeadOrientation?
    public private(set) var components: Components?
    /// Of the face in the image, in pixels; may reach beyond it.
    public private(set) var position: ImageRectangle?

    /// - Parameters:
    ///   - fields: others are left out.
    ///   - scale: pixels of the image that was sent for a pixel of the one that was looked at.
    ///   - refusal: why the image does not pass the gates of a capture. Where the face is and how it is turned is said all the same.
    package init(
        _ measured: AttributeMeasurements, fields: Set<FaceAttribute>, by set: AttributeModelSet, scale: Double = 1,
        refusal: UnjudgedReason? = nil
    ) {
        let judge = AttributeJudge(measured: measured, set: set, refusal: refusal)
        for field in fields {
            switch field {
            case .smiling: traits[field] = judge.smiling
            case .male: traits[field] = judge.male
            case .eyeglasses: traits[field] = judge.eyeglasses
            case .sunglasses: traits[field] = judge.sunglasses
            case .blink:
                let eyes = judge.closedEyes
                traits[field] = eyes.map { Trait(score: ($0[0] + $0[1]) / 2) }
                closedEyes = try? eyes.get()
            case .mouthOpen: traits[field] = judge.mouthOpen
            case .mustache: traits[field] = .failure(.noDefensibleModel)
            case .attractive: traits[field] = .failure(.noDefensibleLabel)
            case .age: age = judge.age
            case .emotions: emotions = judge.emotions
            case .orientation: orientation = measured.orientation
            case .components: components = Components(measured.alignmentPoints, scale: scale)
            case .position:
                let box = measured.box
                position = ImageRectangle(
                    x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale)
            }
        }
    }

    /// What has to be measured for these fields.
    package static func parts(
        of fields: Set<FaceAttribute>, by set: AttributeModelSet
    ) -> Set<AttributeMeasurements.Part> {
        var parts: Set<AttributeMeasurements.Part> = []
        for field in fields {
            switch field {
            case .smiling: parts.formUnion(set == .full ? [.blendshapes, .expression] : [.blendshapes])
            // Eyes behind dark lenses are not judged.
            case .blink: parts.formUnion([.blendshapes, .glasses])
            case .eyeglasses, .sunglasses: parts.insert(.glasses)
            case .male: parts.formUnion(set == .full ? [.ageAndGender, .secondAgeAndGender] : [.secondAgeAndGender])
            case .age: parts.insert(set == .full ? .ageAndGender : .secondAgeAndGender)
            case .emotions: if set == .full { parts.formUnion([.expression, .secondExpression]) }
            case .mouthOpen, .mustache, .attractive, .orientation, .components, .position: break
            }
        }
        return parts
    }
}

extension FaceAttributes.Components {
    fileprivate init?(_ points: [Point], scale: Double) {
        guard points.count == 5 else { return nil }
        let scaled = points.map { $0 * scale }
        let (eyes, mouth) = (scaled[0...1].sorted { $0.x < $1.x }, scaled[3...4].sorted { $0.x < $1.x })
        self.init(leftEye: eyes[0], rightEye: eyes[1], nose: scaled[2], mouthLeft: mouth[0], mouthRight: mouth[1])
    }
}
