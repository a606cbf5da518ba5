package import Vision

/// Where a source says something on an image, for who looks at it.
package struct SourcePlace: Equatable, Sendable {
    /// From 0.
    package let image: Int
    /// Four, clockwise as read, in shares of the image's width and height as `MRZPlace` counts them.
    package let corners: [Point]

    package init(image: Int, corners: [Point]) {
        self.image = image
        self.corners = corners
    }
}
