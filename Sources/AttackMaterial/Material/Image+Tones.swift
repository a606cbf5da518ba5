internal import Vision

extension Image {
    /// Each pixel as bright as `gain` makes it.
    /// - Parameter gain: of this image's size, else a programmer's error.
    func lit(by gain: FloatPlane) -> Image {
        precondition(gain.size == size)
        return mapped { index, value in value * gain.values[index / 3] }
    }

    /// This image with the share `share` (0 … 1) of `other`.
    /// - Parameter other: of this image's size, else a programmer's error.
    func mixed(with other: Image, share: Double) -> Image {
        precondition(other.size == size)
        let share = Float(share)
        return mapped { index, value in value + (Float(other.pixels[index]) - value) * share }
    }

    /// The same with a share for each pixel.
    func mixed(with other: Image, share: FloatPlane) -> Image {
        precondition(other.size == size && share.size == size)
        return mapped { index, value in value + (Float(other.pixels[index]) - value) * share.values[index / 3] }
    }

    /// An unsharp mask.
    func sharpened(sigma: Double, amount: Float) -> Image {
        let soft = blurred(sigma: sigma)
        return mapped { index, value in value + amount * (value - Float(soft.pixels[index])) }
    }

    /// The image after it was saved as a JPEG and opened.
    func resaved(quality: Int) throws(AttackError) -> Image {
        do {
            return try Image(decoding: jpeg(quality: quality))
        } catch {
            throw .imageNotWritten
        }
    }

    /// Each byte through `change`, rounded and clamped.
    func mapped(_ change: (_ index: Int, _ value: Float) -> Float) -> Image {
        let changed = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
            pixels.withUnsafeBufferPointer { source in
                for index in 0..<source.count {
                    target[index] = UInt8(min(max(change(index, Float(source[index])) + 0.5, 0), 255))
                }
            }
            count = pixels.count
        }
        return Image(size: size, pixels: changed)
    }
}
