internal import Foundation

/// Labelled images to measure attributes on: a folder with `manifest.json`, which has the labels of each file, and lists
/// `age.csv`, `eyes.csv`, `glasses.csv`, `mouth.csv` and `smile.csv`, whose first line names the columns; and beside the folder
/// the data set `faces`, whose portraits of the London set the lists name too.
struct AttributeDataset: Sendable {
    /// A line of a list, by the names of its columns.
    typealias Line = [String: String]

    struct Labels: Decodable, Equatable, Sendable {
        let smiling: Int?
        let male: Int?
        let glasses: Int?
        let mouthSlightlyOpen: Int?
        let lenses: String?
        let eyesClosed: Int?
        let emotion: String?

        private enum CodingKeys: String, CodingKey {
            case smiling, male, glasses, lenses, emotion
            case mouthSlightlyOpen = "mouth_slightly_open"
            case eyesClosed = "eyes_closed"
        }
    }

    let folder: String
    /// By file, relative to the folder.
    let labels: [String: Labels]

    /// - Throws: `unreadable` where there is no folder of this kind.
    init(folder: String) throws(FaceDataset.ReadingError) {
        let manifest = folder + "/manifest.json"
        guard let data = FileManager.default.contents(atPath: manifest),
            let labels = try? JSONDecoder().decode([String: Labels].self, from: data)
        else { throw .unreadable(file: manifest) }
        self.folder = folder
        self.labels = labels
    }

    /// The labelled files below a folder, sorted.
    func files(below prefix: String) -> [(file: String, labels: Labels)] {
        labels.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The lines of a list whose files are there; nil where there is no such list.
    func lines(of list: String) -> [Line]? {
        Self.lines(at: "\(folder)/\(list)")?.filter { line in
            line["file"].map { FileManager.default.isReadableFile(atPath: "\(folder)/\($0)") } ?? false
        }
    }

    /// The London set's people with its two portraits of each; empty where it is not there.
    var london: [(labels: IdentityLabels, neutral: String, smiling: String)] {
        guard let text = FileManager.default.contents(atPath: folder + "/../faces/identities.csv") else { return [] }
        let people = IdentityLabels.read(csv: String(decoding: text, as: UTF8.self))
        return people.filter { $0.key.hasPrefix("london:") }.sorted { $0.key < $1.key }.map { identity, labels in
            let number = identity.dropFirst("london:".count)
            return (
                labels, "../faces/london/\(number)_neutral.jpg", "../faces/london/\(number)_smiling.jpg"
            )
        }
    }

    private static func lines(at path: String) -> [Line]? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let rows = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        guard let header = rows.first else { return [] }
        return rows.dropFirst().map {
            Dictionary(zip(header, $0), uniquingKeysWith: { first, _ in first })
        }
    }
}
