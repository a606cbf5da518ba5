import OnboardingAPI
import Testing

@Suite struct MultipartFormTests {
    private func form(_ text: String, boundary: String = "b", parts: Int = 3, head: Int = 200) -> MultipartForm? {
        MultipartForm([UInt8](text.utf8), boundary: boundary, atMost: parts, headLimit: head)
    }

    private func part(_ name: String, _ bytes: String) -> String {
        "Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(bytes)"
    }

    @Test func aFormHasItsPartsInTheirOrder() {
        let read = form(
            "--b\r\nContent-Disposition: form-data; name=\"request\"\r\nContent-Type: application/json\r\n\r\n{}\r\n--b\r\n"
                + "content-disposition: form-data; name=image; filename=\"a;b\\.jpg\"\r\n\r\n\r\n--x\r\n\r\n--b--\r\n")
        #expect(
            read?.parts == [
                .init(name: "request", bytes: [0x7B, 0x7D]), .init(name: "image", bytes: Array("\r\n--x\r\n".utf8)),
            ])
        #expect(read?["image"] != nil && read?["other"] == nil)
    }

    @Test func whatIsWrittenIsReadAgain() {
        let written = MultipartForm(parts: [
            .init(name: "request", bytes: []), .init(name: "image1", bytes: Array("\r\n-".utf8)),
        ])
        #expect(
            MultipartForm(written.encoded(boundary: "x-1"), boundary: "x-1", atMost: 2, headLimit: 100) == written)
    }

    @Test func whatIsNoFormIsNone() {
        let good = "--b\r\n" + part("a", "1") + "\r\n--b--\r\n"
        #expect(form(good) != nil)
        // The last line end is one character.
        #expect(form(String(good.dropLast())) != nil)
        let bad = [
            "", "--b--", "x" + good, good + "x", "--b\r\n" + part("a", "1"), "--b\r\n" + part("", "1") + "\r\n--b--",
            "--b\n" + part("a", "1") + "\r\n--b--", "--b\r\n\r\n1\r\n--b--",
            "--b\r\nX-Other: 1\r\n\r\n1\r\n--b--",
            "--b\r\n" + part("a", "1") + "\r\n--b\r\n" + part("a", "2") + "\r\n--b--",
            "--b\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n1\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Transfer-Encoding: base64\r\n\r\n1\r\n--b--",
        ]
        for text in bad { #expect(form(text) == nil, "\(text.debugDescription)") }
    }

    @Test func partsAndHeadsHaveBounds() {
        let three = (0..<3).map { "--b\r\n" + part("\($0)", "1") + "\r\n" }.joined() + "--b--"
        #expect(form(three) != nil && form(three, parts: 2) == nil)
        #expect(form("--b\r\n" + part("a", "1") + "\r\n--b--", head: 40) == nil)
        #expect(form(three, boundary: String(repeating: "b", count: 71)) == nil)
    }

    @Test(arguments: [
        ("multipart/form-data; boundary=x", "x"), ("Multipart/Form-Data;boundary=\"a b\"", nil),
        ("multipart/form-data; charset=utf-8; boundary=\"a:b\"", "a:b"), ("multipart/form-data", nil),
        ("multipart/mixed; boundary=x", nil), ("multipart/form-data; boundary=a; boundary=b", nil),
    ]) func aContentTypeNamesTheBoundary(type: String, boundary: String?) {
        #expect(MultipartForm.boundary(ofContentType: type) == boundary)
    }
}
