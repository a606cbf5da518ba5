internal import DemoMaterial
package import FaceEngine
internal import Foundation
internal import Vision

/// What an evaluation makes its attacks from: which files, and how each is read. Files are read one at a time, because a
/// decoded clip takes hundreds of megabytes.
package struct InjectionMaterial: Sendable {
    /// One or more sources that are read together.
    package struct Item: Sendable {
        package let set: String
        /// The last two parts of its path.
        package let name: String
        package let person: String
        fileprivate let kind: Kind
        /// Frames are upright and across by turns.
        fileprivate let size: ImageSize

        /// Of the sources that it can give.
        var kinds: [AttackNeeds] {
            switch kind {
            case .stills(let files): files.count > 1 ? [.still, .twoStills] : [.still]
            case .page, .madePage: [.documentPortrait]
            case .clip: [.clip]
            case .swap: [.stillAndClip]
            }
        }
    }

    fileprivate enum Kind: Sendable {
        /// Of one person; two serve where there are more.
        case stills([String])
        case page(String)
        /// A page of a made-up passport with this photograph.
        case madePage(photograph: String)
        case clip(String)
        case swap(still: String, clip: String)
    }

    package let items: [Item]

    /// - Parameters:
    ///   - stills, clips, documents: folders or manifests.
    ///   - each: how many of each kind are taken from each of them at most, evenly spaced in the order of their names.
    /// - Throws: `InjectionMaterialError`.
    package init(
        stills: [String], clips: [String], documents: [String], each: Int
    ) throws(InjectionMaterialError) {
        var items: [Item] = []
        func add(_ kind: Kind, set: String, file: String, person: String) {
            let size = ImageSize(width: 480, height: 640)
            items.append(
                Item(
                    set: set, name: Self.lastParts(of: file), person: person, kind: kind,
                    size: items.count % 2 == 0 ? size : size.turned))
        }
        var portraits: [(file: String, set: String, person: String)] = []
        for path in stills {
            for (person, files) in Self.spread(try StillFiles.persons(at: path), each) {
                guard let first = files.first else { continue }
                add(.stills(files), set: Self.name(of: path), file: first, person: person)
                portraits.append((first, Self.name(of: path), person))
            }
        }
        var recordings: [String] = []
        for path in clips {
            for clip in Self.spread(try ClipFiles.clips(at: path), each) {
                add(.clip(clip.file), set: Self.name(of: path), file: clip.file, person: clip.person)
                recordings.append(clip.file)
            }
        }
        // Each still meets a clip and each clip a still.
        if !portraits.isEmpty && !recordings.isEmpty {
            for index in 0..<min(max(portraits.count, recordings.count), each) {
                let portrait = portraits[index % portraits.count]
                add(
                    .swap(still: portrait.file, clip: recordings[index % recordings.count]), set: portrait.set,
                    file: portrait.file, person: portrait.person)
            }
        }
        for path in documents {
            for file in Self.spread(try StillFiles.images(inFolder: path), each) {
                add(.page(file), set: Self.name(of: path), file: file, person: Self.lastParts(of: file))
            }
        }
        if documents.isEmpty {
            for portrait in portraits {
                add(
                    .madePage(photograph: portrait.file), set: portrait.set, file: portrait.file,
                    person: portrait.person)
            }
        }
        self.items = items
    }

    private static func name(of path: String) -> String {
        let name = URL(fileURLWithPath: path)
        return name.pathExtension == "json"
            ? name.deletingLastPathComponent().lastPathComponent : name.lastPathComponent
    }

    static func lastParts(of path: String) -> String { path.split(separator: "/").suffix(2).joined(separator: "/") }

    /// At most `count`, evenly spaced, the first among them.
    private static func spread<Element>(_ all: [Element], _ count: Int) -> [Element] {
        guard all.count > count else { return all }
        return (0..<count).map { all[$0 * all.count / count] }
    }
}

/// What was read for one item.
package struct ReadSources: Sendable {
    package let sources: [AttackSource]
    /// Of the document's portrait, for items that are pages.
    package let reference: FaceTemplate?
}

extension InjectionMaterial.Item {
    /// Reads, decodes and finds faces.
    /// - Throws: why no attack can be made from it.
    package func read(by engine: FaceEngine) throws(AttackError) -> ReadSources {
        switch kind {
        case .stills(let files):
            let stills = try files.prefix(2).map { file throws(AttackError) in
                try AttackStill(photograph: Self.image(at: file), engine: engine, size: size)
            }
            var sources = stills.prefix(1).map { AttackSource.still($0) }
            if stills.count == 2 { sources.append(.twoStills(stills[0], stills[1])) }
            return ReadSources(sources: sources, reference: nil)
        case .page(let file):
            return try Self.document(Self.image(at: file), engine: engine, size: size)
        case .madePage(let photograph):
            let portrait = try Self.image(at: photograph)
            let page: Image
            do {
                let holder = PassportHolder.fictitious(today: PageDate(year: 2026, month: 1, day: 1))
                page = try PassportPage(holder: holder, photograph: portrait, engine: engine).image
            } catch {
                throw .pageNotPrinted
            }
            return try Self.document(page, engine: engine, size: size)
        case .clip(let file):
            return ReadSources(sources: [.clip(try ClipFiles.clip(at: file))], reference: nil)
        case .swap(let still, let clip):
            let head = try MovingHead(clip: ClipFiles.clip(at: clip), engine: engine)
            let still = try AttackStill(photograph: Self.image(at: still), engine: engine, size: size)
            return ReadSources(sources: [.stillAndClip(still, head)], reference: nil)
        }
    }

    private static func document(_ page: Image, engine: FaceEngine, size: ImageSize) throws(AttackError) -> ReadSources
    {
        let portrait = try DocumentPortrait(page: page, engine: engine, size: size)
        do {
            let template = try engine.template(of: FaceInPhotograph(in: page, engine: engine).mesh, in: page)
            return ReadSources(sources: [.documentPortrait(portrait)], reference: template)
        } catch {
            throw .noFace
        }
    }

    private static func image(at file: String) throws(AttackError) -> Image {
        guard let bytes = FileManager.default.contents(atPath: file), let image = try? Image(decoding: [UInt8](bytes))
        else { throw .sourceUnreadable }
        return image
    }
}
