internal import DocVerify
public import Vision

/// Reads the QR symbol that hands an enrollment to a phone, as the phone's camera would.
public enum QRReader {
    /// The content of the one QR symbol in an image file (PNG, JPEG or WebP), or nil where none can be read.
    ///
    /// - Throws: where the bytes are not an image.
    public static func content(ofImage bytes: [UInt8]) throws(ImageError) -> [UInt8]? {
        content(of: try Image(decoding: bytes).grey)
    }

    /// The content of the one QR symbol in `image`, or nil where none can be read.
    public static func content(of image: GreyImage) -> [UInt8]? { QRSymbol.content(of: image) }
}
