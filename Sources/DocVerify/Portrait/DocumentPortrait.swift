package import FaceEngine

/// The holder's portrait as printed on the document.
package struct DocumentPortrait: Sendable {
    /// The face with a margin around it, upright, cut out of the image.
    package let jpeg: [UInt8]
    package let template: FaceTemplate
    /// The image that it was found on, from 0.
    package let imageIndex: Int
}
