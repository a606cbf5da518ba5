import HTTPTypes
import Testing

@testable import Onboarding
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
}
