import HTTPTypes
import Testing

@testable import OnboardingHTTP

@Suite struct HostCookieTests {
    private let cookie = HostCookie("id")

    @Test(
        arguments: [
            ("__Host-id=a", "a"), ("a=b; __Host-id=x-1_Y", "x-1_Y"), ("a=\"{1, 2}\";__Host-id=v; c", "v"),
            ("__Host-id=a=b", "a=b"),
            ("__Host-id=", ""), ("id=a", nil), ("__host-id=a", nil), ("x__Host-id=a", nil), ("__Host-id", nil),
            ("", nil),
            ("__Host-id=a; __Host-id=a", nil), ("__Host-id=a b", nil), ("__Host-id=\"a\"", nil), ("__Host-id=a,b", nil),
            ("__Host-id=ä", nil), ("__Host-id =a", nil), ("__Host-id=a\\", nil),
        ] as [(String, String?)])
    func aValueIsReadWhereThereIsOne(header: String, value: String?) {
        #expect(cookie.value(in: [.cookie: header]) == value)
    }

    @Test func twoHeadersAreOneList() {
        var headers: HTTPFields = [.cookie: "a=b"]
        headers.append(HTTPField(name: .cookie, value: "__Host-id=c"))
        #expect(cookie.value(in: headers) == "c")
        headers.append(HTTPField(name: .cookie, value: "__Host-id=c"))
        #expect(cookie.value(in: headers) == nil)
    }

    @Test(arguments: ["a;b", "a b", "a\r\nb", "\"", "ä", ","]) func whatACookieMayNotHoldIsNotSet(value: String) {
        #expect(throws: (any Error).self) { try cookie.set(value, lifetimeInSeconds: 60) }
    }
}
