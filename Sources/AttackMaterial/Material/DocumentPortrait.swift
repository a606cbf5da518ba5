internal import DemoMaterial
public import FaceEngine
public import Vision

/// The portrait of a document's page, as an attacker cuts it out at several resolutions.
public struct DocumentPortrait: Sendable {
    /// The heights to which the portrait is cut, in pixels: a scan of a whole page in 382 columns, a phone's image of a
    /// page, a flat-bed scan.
    static let heights = [117, 200, 400]

    private let stills: [Int: AttackStill]

    /// - Parameter page: an image of the page, upright, in which the portrait is the largest face.
    /// - Throws: `.noFace`; `.portraitTooSmall` where not even the smallest cut has the portrait's own pixels.
    public init(
        page: Image, engine: FaceEngine, size: ImageSize = ImageSize(width: 480, height: 640)
    ) throws(AttackError) {
        let face: FaceInPhotograph
        do {
            face = try FaceInPhotograph(in: page, engine: engine)
        } catch {
            throw .noFace
        }
        let forehead = face.mesh.place(FaceMesh.Landmark.forehead)
        // ICAO 9303-3 §3.9: the head fills 70 to 80 % of the portrait's height; the mesh ends at the hair line.
        let height = 1.7 * forehead.distance(to: face.mesh.place(FaceMesh.Landmark.chin))
        let width = height * 7 / 9
        let cut = page.cropped(
            to: ImageRectangle(
                x: face.centre.x - width / 2, y: face.centre.y - 0.06 * height - height / 2, width: width,
                height: height))
        var stills: [Int: AttackStill] = [:]
        // An enlarged cut holds no more than a smaller one.
        for target in Self.heights where 0.9 * Double(target) <= height {
            stills[target] = try AttackStill(
                photograph: try Self.restored(cut, from: target), engine: engine, size: size, faceShare: 0.5)
        }
        guard !stills.isEmpty else { throw .portraitTooSmall }
        self.stills = stills
    }

    func still(cutTo height: Int) throws(AttackError) -> AttackStill {
        guard let still = stills[height] else { throw .portraitTooSmall }
        return still
    }

    /// The cut reduced to so many rows and saved, then enlarged and sharpened as one does who wants to show it.
    private static func restored(_ cut: Image, from height: Int) throws(AttackError) -> Image {
        func scaled(_ image: Image, to height: Int) -> Image {
            let scale = Double(height) / Double(image.size.height)
            return image.resized(
                to: ImageSize(width: max(1, Int(scale * Double(image.size.width))), height: height))
        }
        let saved = try scaled(cut, to: height).resaved(quality: 85)
        return scaled(saved, to: 520).sharpened(sigma: 2, amount: 0.6)
    }
}
