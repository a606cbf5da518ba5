// The list of a liveness data set, `manifest.json`: one JSON object. "?" marks a member that may be left out; others than
// these are not read.
//
//     items   [{file             path below the list's folder; of a folder of frames where kind is "frames"
//               kind             "video" | "frames" | "still"
//               label            "live" | "bona-fide" | "spoof" | "attack"
//               species?         of the attack instrument, or the kind of recording; one that begins with "inject" never
//                                was before a camera
//               subject?         who is shown; the file itself where it is left out
//               device?          what recorded it
//               use?             what the item may be used for, such as "calibrate" or "measure"
//               framesPerSecond? of a folder of frames, more than 0
//               reference?       path of an image of the person that it is presented as, for the matcher}]

internal import Foundation

/// Labelled recordings to measure the scorer on.
package struct LivenessManifest: Equatable, Sendable {
    package enum RecordingKind: String, Codable, Sendable {
        case video, frames, still
    }

    package struct Item: Equatable, Sendable {
        package var file: String
        package var kind: RecordingKind
        package var presentationClass: PresentationClass
        package var species: String
        package var subject: String
        package var device: String?
        package var use: String?
        package var framesPerSecond: Double?
        package var reference: String?

        package init(
            file: String, kind: RecordingKind, presentationClass: PresentationClass, species: String,
            subject: String? = nil
        ) {
            self.file = file
            self.kind = kind
            self.presentationClass = presentationClass
            self.species = species
            self.subject = subject ?? file
        }
    }

    package enum ReadingError: Error, Equatable, Sendable {
        /// Not JSON of this form.
        case malformed
        case noItems
        /// The item's label is none of the known ones.
        case labelUnknown(file: String)
        /// The path is absolute, empty or leaves the list's folder.
        case pathRefused(file: String)
        /// Frames each second that are no number above 0.
        case frameRateInvalid(file: String)
    }

    package let items: [Item]

    package init(json: [UInt8]) throws(ReadingError) {
        let list: List
        do { list = try JSONDecoder().decode(List.self, from: Data(json)) } catch { throw .malformed }
        guard !list.items.isEmpty else { throw .noItems }
        var items: [Item] = []
        for listed in list.items {
            let species = listed.species ?? listed.label
            guard let presentationClass = PresentationClass(label: listed.label, species: species) else {
                throw .labelUnknown(file: listed.file)
            }
            for path in [listed.file, listed.reference].compactMap(\.self) where !Self.staysInside(path) {
                throw .pathRefused(file: listed.file)
            }
            if let rate = listed.framesPerSecond, !(rate > 0 && rate.isFinite) {
                throw .frameRateInvalid(file: listed.file)
            }
            var item = Item(
                file: listed.file, kind: listed.kind, presentationClass: presentationClass, species: species,
                subject: listed.subject)
            item.device = listed.device
            item.use = listed.use
            item.framesPerSecond = listed.framesPerSecond
            item.reference = listed.reference
            items.append(item)
        }
        self.items = items
    }

    private static func staysInside(_ path: String) -> Bool {
        !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    }

    private struct List: Decodable {
        struct Item: Decodable {
            let file: String
            let kind: RecordingKind
            let label: String
            let species: String?
            let subject: String?
            let device: String?
            let use: String?
            let framesPerSecond: Double?
            let reference: String?
        }
        let items: [Item]
    }
}
