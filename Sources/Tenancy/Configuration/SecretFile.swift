internal import Foundation

/// A file with a secret in it, as an operator names one.
package enum SecretFile {
    /// - Parameter setting: by which it was named; begins a sentence.
    /// - Throws: a sentence where it cannot be read, or everybody may read or write it.
    package static func contents(of file: String, named setting: String) throws(ConfigurationError) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw ConfigurationError(description: "\(setting) \(file) cannot be read.")
        }
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & (S_IROTH | S_IWOTH) == 0 else {
            throw ConfigurationError(
                description: "\(setting) \(file): everybody may read or write it. Take that from others.")
        }
        return [UInt8](data)
    }
}
