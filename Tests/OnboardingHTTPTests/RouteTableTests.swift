import HTTPTypes
import Testing

@testable import OnboardingHTTP

@Suite struct RouteTableTests {
    private let table = RouteTable([
        Route(.post, "/onboarding/enrollment/addDevice", for: .anyone) { _ in .text("device") },
        Route(.get, "/onboarding/b2c/operationStatus/{sessionToken}", for: .anyone) { _ in .text("status") },
        Route(.get, "/same", for: .anyone) { _ in .text("get") },
        Route(.post, "/same", for: .anyone) { _ in .text("post") },
    ])

    private func template(_ method: HTTPRequest.Method, _ path: Substring) -> String? {
        if case .found(let route, _) = table.match(method, path: path) { route.template } else { nil }
    }

    @Test func theLastSegmentMayBeInAnyCase() {
        #expect(template(.post, "/onboarding/enrollment/adddevice") != nil)
        #expect(template(.post, "/onboarding/enrollment/addDevice/") != nil)
        #expect(template(.post, "/ONBOARDING/enrollment/addDevice") == nil)
    }

    /// What does not decode is taken as it stands, so that it is a value that nobody knows.
    @Test(arguments: [("a%2Fb", "a/b"), ("%ff", "%ff")]) func parametersArePercentDecoded(sent: String, read: String) {
        guard case .found(_, let parameters) = table.match(.get, path: "/onboarding/b2c/operationStatus/" + sent) else {
            Issue.record("not found")
            return
        }
        #expect(parameters == ["sessionToken": read])
    }

    @Test func aWrongMethodNamesTheRightOnes() {
        guard case .otherMethods(let methods, _) = table.match(.delete, path: "/same") else {
            Issue.record("not found")
            return
        }
        #expect(Set(methods) == [.get, .head, .post])
    }

    @Test func whatCanBeReadAnswersHead() {
        #expect(template(.head, "/same") != nil)
        #expect(template(.head, "/onboarding/enrollment/addDevice") == nil)
    }

    @Test(arguments: [
        "", "/", "/onboarding", "/onboarding/enrollment/addDevice/x", "//", "/%", "//same", "/same//", "same",
    ])
    func unknownPathsMatchNothing(path: String) {
        if case .none = table.match(.get, path: Substring(path)) { return }
        Issue.record("\(path) matched")
    }

    @Test func aTargetGivesItsPath() {
        #expect(RouteTable.path(of: "/same?a=b#c") == "/same")
        #expect(RouteTable.path(of: "/same#c?d") == "/same")
        #expect(RouteTable.path(of: "?a") == "")
        #expect(RouteTable.path(of: nil) == "")
    }

    @Test func aParameterMayBeAsLongAsAHead() {
        let long = String(repeating: "%F0%9F%98%80", count: 6_000)
        guard case .found(_, let parameters) = table.match(.get, path: "/onboarding/b2c/operationStatus/\(long)") else {
            Issue.record("not found")
            return
        }
        #expect(parameters["sessionToken"]?.count == 6_000)
        #expect(template(.get, "/same" + String(repeating: "/", count: 70_000)) == nil)
        #expect(template(.get, "/same" + String(repeating: "/x", count: 35_000)) == nil)
    }

    private static let files = ["/files/{path...}", "/files/{name}/about", "/files/index.html", "/files/{name}"]

    /// The template that serves a path below `/files`, and what it reads there.
    private func file(_ path: String, in templates: [String] = files) -> (
        template: String, parameters: [String: String]
    )? {
        let table = RouteTable(templates.map { Route(.get, $0, for: .anyone) { _ in .text("file") } })
        guard case .found(let route, let parameters) = table.match(.get, path: "/files" + path) else { return nil }
        return (route.template, parameters)
    }

    @Test(arguments: [
        ("/index.html", "/files/index.html"), ("/INDEX.html", "/files/index.html"), ("/other.html", "/files/{name}"),
        ("/one/about", "/files/{name}/about"), ("/one/other", "/files/{path...}"), ("/a/b/c", "/files/{path...}"),
    ])
    func aLiteralGoesBeforeAParameterAndAParameterBeforeARest(path: String, template: String) {
        #expect(file(path)?.template == template)
        #expect(file(path, in: Self.files.reversed())?.template == template)
    }

    @Test(arguments: [
        ("/app.css", "app.css"), ("/a/b.css", "a/b.css"), ("/a/", "a"), ("/a%20b/%C3%A4", "a b/ä"), ("/%ff", "%ff"),
        ("/..a/b..", "..a/b.."), ("/a%3Fb", "a?b"),
        ("/" + String(repeating: "x/", count: 15), "x" + String(repeating: "/x", count: 14)),
    ])
    func aRestIsDecodedSegmentBySegment(path: String, read: String) {
        #expect(file(path, in: ["/files/{path...}"])?.parameters == ["path": read])
    }

    @Test(arguments: [
        "", "/", "/..", "/../x", "/a/../b", "/a/..", "/.", "/./a", "/%2e%2E/x", "/..%2Fx", "/a%2Fb", "/a%2F%CC%81b",
        "/a%00.css", "/a//b", "/" + String(repeating: "x/", count: 16),
        "/" + String(repeating: "x/", count: 30) + "../x",
    ])
    func aRestThatIsEmptyTooDeepOrMightLeaveItsFolderMatchesNothing(path: String) {
        #expect(file(path, in: ["/files/{path...}"]) == nil)
    }

    @Test func aWrongMethodNamesThoseOfEveryRouteThatFits() {
        let table = RouteTable([
            Route(.get, "/files/{path...}", for: .anyone) { _ in .text("file") },
            Route(.post, "/files/upload", for: .anyone) { _ in .text("uploaded") },
        ])
        guard case .otherMethods(let methods, let route) = table.match(.delete, path: "/files/upload") else {
            Issue.record("not found")
            return
        }
        #expect(Set(methods) == [.get, .head, .post])
        #expect(route.template == "/files/upload")
    }
}
