/// Where a document lies in one of the images of addDocumentOCR, and how well it is shown. Ours: the vendor's answer has no such
/// member; the words are in the style of its document reader.
public struct DocumentPosition: Codable, Equatable, Sendable {
    /// In shares of the image's width and height, upright by its EXIF orientation: (0, 0) is its upper left corner, (1, 1) its lower
    /// right. Beyond them where a side is cut off.
    public struct Corner: Codable, Equatable, Sendable {
        public let x: Double
        public let y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    public enum Side: String, Codable, CaseIterable, Sendable {
        case front = "FRONT"
        case back = "BACK"
        case page = "PAGE"
    }

    public enum Edge: String, Codable, CaseIterable, Sendable {
        case top = "TOP"
        case right = "RIGHT"
        case bottom = "BOTTOM"
        case left = "LEFT"
    }

    /// A check of the image's quality. It decides nothing.
    public struct Quality: Codable, Equatable, Sendable {
        /// `FOCUS`, `GLARE`, `RESOLUTION`, `PERSPECTIVE`, `BRIGHTNESS` or `BOUNDS`.
        public let type: String
        /// `DOCUMENT`, `MRZ` or `PORTRAIT`: of what it was measured.
        public let part: String
        public let measured: Double
        public let wanted: Double
        /// `atLeast` or `atMost`: how `wanted` is meant.
        public let bound: String
        public let unit: String
        public let result: CheckResultWord

        public init(
            type: String, part: String, measured: Double, wanted: Double, bound: String, unit: String,
            result: CheckResultWord
        ) {
            self.type = type
            self.part = part
            self.measured = measured
            self.wanted = wanted
            self.bound = bound
            self.unit = unit
            self.result = result
        }
    }

    /// Of the image among those of the request, from 0.
    public let pageIndex: Int
    /// Absent where nothing says which it is.
    public let side: Side?
    /// As the document reads. Absent, as the next five, where only the side is known.
    public let leftTop: Corner?
    public let rightTop: Corner?
    public let rightBottom: Corner?
    public let leftBottom: Corner?
    /// From the image's x axis to the direction in which the document reads, towards the y axis, in degrees.
    public let angle: Double?
    /// Those that lie outside the image.
    public let cutOff: [Edge]?
    /// Pixels an inch, of the image as it was read; absent where the document's format is not known.
    public let dpi: Int?
    /// true where the image is a mirror image, else absent.
    public let mirrored: Bool?
    public let quality: [Quality]

    public init(
        pageIndex: Int, side: Side?, corners: [Corner]?, angle: Double?, cutOff: [Edge]?, dpi: Int?, mirrored: Bool?,
        quality: [Quality]
    ) {
        let corners = corners.flatMap { $0.count == 4 ? $0 : nil }
        self.pageIndex = pageIndex
        self.side = side
        leftTop = corners?[0]
        rightTop = corners?[1]
        rightBottom = corners?[2]
        leftBottom = corners?[3]
        self.angle = angle
        self.cutOff = cutOff
        self.dpi = dpi
        self.mirrored = mirrored
        self.quality = quality
    }

    enum CodingKeys: String, CodingKey {
        case pageIndex, side, leftTop, rightTop, rightBottom, leftBottom, angle, cutOff, dpi, mirrored, quality
    }
}
