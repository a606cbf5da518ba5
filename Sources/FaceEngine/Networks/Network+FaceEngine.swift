package import Vision

extension Network {
    /// The network of a file of the model folder, in the engine's errors.
    package static func loaded(_ file: String, from models: ModelFolder, workers: Int) throws(FaceEngineError)
        -> Network
    {
        let path: String
        do { path = try models.file(file) } catch { throw .models(error) }
        do { return try Network(file: path, callers: workers, kept: models.compiled) } catch { throw .network(error) }
    }

    /// What it computes of an image, in the engine's errors.
    func outputs(of image: Image, encodedAs encoding: ImageEncoding) throws(FaceEngineError) -> [Tensor] {
        do { return try run(image, encodedAs: encoding) } catch { throw .network(error) }
    }
}
