import Testing

@testable import LivenessScorer

@Suite struct LivenessManifestTests {
    private func read(_ json: String) throws(LivenessManifest.ReadingError) -> LivenessManifest {
        try LivenessManifest(json: [UInt8](json.utf8))
    }

    private func item(_ members: String) -> String {
        "{\"items\": [{\"file\": \"a.mp4\", \"kind\": \"video\", \"label\": \"live\"\(members)}]}"
    }

    @Test func theFormIsRead() throws {
        let items = try read(
            """
            {"version": 1, "items": [
             {"file": "clips/a.mp4", "kind": "video", "label": "live", "species": "bona-fide-phone", "subject": "p1",
              "device": "phone", "use": "measure", "note": "not read"},
             {"file": "b", "kind": "frames", "label": "spoof", "species": "phone-replay", "framesPerSecond": 12.5},
             {"file": "c.jpg", "kind": "still", "label": "bona-fide", "reference": "d.jpg"},
             {"file": "e.mp4", "kind": "video", "label": "spoof", "species": "injection-broadcast"}]}
            """
        ).items
        #expect(items.map(\.presentationClass) == [.bonaFide, .presentationAttack, .bonaFide, .injectionAttack])
        #expect(items.map(\.subject) == ["p1", "b", "c.jpg", "e.mp4"])
        #expect(items.map(\.species) == ["bona-fide-phone", "phone-replay", "bona-fide", "injection-broadcast"])
        #expect(items.map(\.use) == ["measure", nil, nil, nil])
        #expect(items[1].framesPerSecond == 12.5)
        #expect(items[2].reference == "d.jpg")
    }

    @Test(arguments: ["", "[]", "{}", "{\"items\": 3}", "{\"items\": [{}]}", "{\"items\": [{\"file\": 1}]}"])
    func anotherFormIsRefused(json: String) {
        #expect(throws: LivenessManifest.ReadingError.malformed) { try read(json) }
    }

    @Test func aKindNobodyKnowsIsRefused() {
        #expect(throws: LivenessManifest.ReadingError.malformed) {
            try read(item("").replacing("\"video\"", with: "\"hologram\""))
        }
    }

    @Test func whatCannotBeMeasuredIsRefusedWithTheFilesName() {
        #expect(throws: LivenessManifest.ReadingError.noItems) { try read("{\"items\": []}") }
        #expect(throws: LivenessManifest.ReadingError.labelUnknown(file: "a.mp4")) {
            try read(item("").replacing("\"live\"", with: "\"perhaps\""))
        }
        for path in ["/etc/passwd", "../other/b.mp4", "a/../../b.mp4", ""] {
            #expect(throws: LivenessManifest.ReadingError.pathRefused(file: path)) {
                try read(item("").replacing("a.mp4", with: path))
            }
        }
        #expect(throws: LivenessManifest.ReadingError.pathRefused(file: "a.mp4")) {
            try read(item(", \"reference\": \"../b.jpg\""))
        }
        for rate in ["0", "-1"] {
            #expect(throws: LivenessManifest.ReadingError.frameRateInvalid(file: "a.mp4")) {
                try read(item(", \"framesPerSecond\": \(rate)"))
            }
        }
    }
}
