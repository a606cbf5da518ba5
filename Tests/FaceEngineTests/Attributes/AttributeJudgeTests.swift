import Testing
import Vision

@testable import FaceEngine

/// What measurements are taken to mean, without a network.
@Suite struct AttributeJudgeTests {
    private static let all = Set(FaceAttribute.allCases)

    /// A face that looks straight, with everything measured.
    private func measured(
        yaw: Double = 0, pitch: Double = 0, eyes: Double = 60, eyesAreInside: Bool = true, mouthIsInside: Bool = true,
        lipGap: Double = 0, _ change: (inout AttributeMeasurements) -> Void = { _ in }
    ) -> AttributeMeasurements {
        var measured = AttributeMeasurements(
            orientation: HeadOrientation(yawInDegrees: yaw, pitchInDegrees: pitch, rollInDegrees: 0),
            eyeDistanceInPixels: eyes, eyesAreInside: eyesAreInside, mouthIsInside: mouthIsInside,
            alignmentPoints: [
                Point(x: 40, y: 50), Point(x: 100, y: 52), Point(x: 70, y: 80), Point(x: 50, y: 110),
                Point(x: 90, y: 111),
            ], box: ImageRectangle(x: 10, y: 20, width: 120, height: 120), lipGap: lipGap)
        (measured.rightBlink, measured.leftBlink, measured.smile) = (0.1, 0.2, 0.3)
        measured.expression = [0.6, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05]
        measured.secondExpression = [0.4, 0.3, 0.1, 0.05, 0.05, 0.05, 0.05]
        (measured.age, measured.male, measured.secondAge, measured.secondMale) = (31, 0.9, 30, 0.98)
        (measured.glasses, measured.lensDarkness) = (-4, 0.95)
        change(&measured)
        return measured
    }

    private func judged(_ measured: AttributeMeasurements, _ set: AttributeModelSet = .full) -> FaceAttributes {
        FaceAttributes(measured, fields: Self.all, by: set)
    }

    @Test func aFieldThatWasNotAskedForIsAbsent() {
        let found = FaceAttributes(measured(), fields: [.blink], by: .full)
        #expect(Set(found.traits.keys) == [.blink] && found.closedEyes != nil)
        #expect(found.age == nil && found.emotions == nil && found.orientation == nil)
        #expect(found.components == nil && found.position == nil)
    }

    @Test(arguments: AttributeModelSet.allCases)
    func moustachesAndBeautyAreNeverJudged(set: AttributeModelSet) throws {
        let found = judged(measured(), set)
        #expect(found.traits[.mustache] == .failure(.noDefensibleModel))
        #expect(found.traits[.attractive] == .failure(.noDefensibleLabel))
        #expect(try #require(found.emotions)[.confused] == .failure(.classNotEstimated))
    }

    @Test(arguments: [
        (0.449, 0.449, false), (0.451, 0.451, true), (0, 0.9, true), (0, 0.89, false), (1, 1, true),
    ]) func eyesAreClosedFromTheMeasuredLimitOn(right: Double, left: Double, isClosed: Bool) throws {
        let found = judged(measured { ($0.rightBlink, $0.leftBlink) = (right, left) })
        let blink = try #require(found.traits[.blink]).get()
        #expect(blink.isSo == isClosed && (0...1).contains(blink.score))
        #expect(found.closedEyes == [right, left].map { min(1, $0 / 0.9) })
    }

    @Test func whatHidesTheEyesSaysSo() throws {
        let dark = judged(measured { ($0.glasses, $0.lensDarkness) = (3, 0.3) })
        #expect(dark.traits[.blink] == .failure(.eyesNotVisible) && dark.closedEyes == nil)
        #expect(try #require(dark.traits[.sunglasses]).get().isSo)
        #expect(try !#require(dark.traits[.eyeglasses]).get().isSo)
        let cut = judged(measured(eyesAreInside: false))
        #expect(cut.traits[.blink] == .failure(.eyesNotVisible))
        #expect(cut.traits[.eyeglasses] == .failure(.eyesNotVisible))
        #expect(judged(measured(mouthIsInside: false)).traits[.mouthOpen] == .failure(.mouthNotVisible))
    }

    @Test(arguments: [(0.05, false), (0.099, false), (0.101, true), (0.4, true)])
    func lipsThatAreClearlyApartAreAnOpenMouth(gap: Double, isOpen: Bool) throws {
        #expect(try #require(judged(measured(lipGap: gap)).traits[.mouthOpen]).get().isSo == isOpen)
    }

    @Test(arguments: [(-0.1, 0.3, false, false), (0.1, 0.66, true, false), (0.1, 0.64, false, true)])
    func lensesAreClearOrDarkAndNeverBoth(logit: Double, darkness: Double, isClear: Bool, isDark: Bool) throws {
        let found = judged(measured { ($0.glasses, $0.lensDarkness) = (logit, darkness) })
        #expect(try #require(found.traits[.eyeglasses]).get().isSo == isClear)
        #expect(try #require(found.traits[.sunglasses]).get().isSo == isDark)
    }

    @Test func aSmileIsTheMeanOfTwoNetworksOrTheCleanOneAlone() throws {
        // 0.3 and 0.1: a mean of 0.2, half of what counts.
        #expect(try #require(judged(measured()).traits[.smiling]).get().score == 0.25)
        #expect(abs(try #require(judged(measured(), .clean).traits[.smiling]).get().score - 0.375) < 1e-9)
    }

    @Test func aGenderIsAnsweredNearTheEndsAloneAndOfNoChild() throws {
        #expect(abs(try #require(judged(measured()).traits[.male]).get().score - 0.94) < 1e-9)
        let uncertain = judged(measured { ($0.male, $0.secondMale) = (0.9, 0.6) })
        #expect(uncertain.traits[.male] == .failure(.underAgeOrUncertain))
        #expect(judged(measured { $0.age = 15.9 }).traits[.male] == .failure(.underAgeOrUncertain))
        #expect(judged(measured { $0.secondMale = 0.01 }, .clean).traits[.male] == .success(.init(score: 0.01)))
    }

    @Test func anAgeHasARangeAndTheCleanNetworkOneOfItsOwn() throws {
        let young = try #require(judged(measured()).age).get()
        #expect(young.years == 31 && young.least == 24 && young.greatest == 38)
        let old = try #require(judged(measured { $0.age = 60 }).age).get()
        #expect(old.least == 48 && old.greatest == 72)
        for years in [17.9, 45.1] {
            #expect(judged(measured { $0.secondAge = years }, .clean).age == .failure(.underAgeOrUncertain))
        }
        #expect(try #require(judged(measured(), .clean).age).get().years == 30)
    }

    @Test func sixEmotionsSumToOneAndFearSaysNothing() throws {
        let emotions = try #require(judged(measured()).emotions)
        #expect(Set(emotions.keys) == Set(ShownEmotion.allCases))
        let shares = emotions.values.compactMap { try? $0.get() }
        #expect(shares.count == 6 && abs(shares.reduce(0, +) - 1) < 1e-9)
        #expect(try #require(emotions[.calm]).get() > 0.5)
        let afraid = judged(
            measured {
                $0.expression = [0.1, 0.1, 0.1, 0.1, 0.4, 0.1, 0.1]
                $0.secondExpression = $0.expression
            })
        #expect(afraid.emotions?.values.allSatisfy { $0 == .failure(.classNotEstimated) } == true)
        #expect(judged(measured(), .clean).emotions?[.happy] == .failure(.classNotEstimated))
    }

    @Test(arguments: [(31.0, 0.0, 60.0), (0, -26, 60), (0, 0, 17.9)])
    func aFaceTurnedFarOrSmallIsJudgedByItsPlaceAlone(yaw: Double, pitch: Double, eyes: Double) throws {
        let reason: UnjudgedReason = eyes < 18 ? .faceTooSmall : .poseTooLarge
        let found = judged(measured(yaw: yaw, pitch: pitch, eyes: eyes))
        for field in [FaceAttribute.smiling, .male, .eyeglasses, .sunglasses, .blink, .mouthOpen] {
            #expect(found.traits[field] == .failure(reason), "\(field)")
        }
        #expect(found.age == .failure(reason) && found.emotions?[.happy] == .failure(reason))
        #expect(found.orientation?.yawInDegrees == yaw && found.components != nil && found.position != nil)
    }

    @Test func placesAreThoseOfTheImageThatWasSent() throws {
        let found = FaceAttributes(measured(), fields: [.components, .position], by: .clean, scale: 2)
        let components = try #require(found.components)
        #expect(components.leftEye == Point(x: 80, y: 100) && components.rightEye == Point(x: 200, y: 104))
        #expect(components.mouthLeft.x < components.mouthRight.x && components.nose == Point(x: 140, y: 160))
        #expect(found.position == ImageRectangle(x: 20, y: 40, width: 240, height: 240))
    }

    @Test func aFieldBringsItsNetworksAndNoOthers() {
        func parts(_ fields: Set<FaceAttribute>, _ set: AttributeModelSet) -> Set<AttributeMeasurements.Part> {
            FaceAttributes.parts(of: fields, by: set)
        }
        #expect(parts([.mustache, .attractive, .position, .components, .orientation, .mouthOpen], .full).isEmpty)
        #expect(parts([.blink], .full) == [.blendshapes, .glasses])
        #expect(parts([.age], .full) == [.ageAndGender] && parts([.age], .clean) == [.secondAgeAndGender])
        #expect(parts(Self.all, .full) == Set(AttributeMeasurements.Part.allCases))
        #expect(parts(Self.all, .clean) == [.blendshapes, .secondAgeAndGender, .glasses])
    }
}
