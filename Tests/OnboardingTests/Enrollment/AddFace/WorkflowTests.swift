import Testing

@testable import Tenancy

@Suite struct WorkflowTests {
    @Test func workflowsHaveAFamilyAndALevel() {
        let expected: [(String, Workflow.Family, Workflow.SecurityLevel)] = [
            ("charlie", .charlie, .balanced), ("charlie1", .charlie, .highUsability),
            ("Charlie2", .charlie, .highUsability), ("charlie3", .charlie, .balanced),
            ("charlie4", .charlie, .balanced), ("DELTA5", .delta, .highSecurity), ("delta6", .delta, .highSecurity),
            ("hotel2", .hotel, .highUsability), ("foxtrot4", .foxtrot, .balanced),
        ]
        for (name, family, level) in expected {
            let workflow = Workflow(name: name)
            #expect(workflow?.family == family && workflow?.level == level, "\(name)")
        }
        #expect(Workflow.SecurityLevel.highUsability < .balanced && .balanced < Workflow.SecurityLevel.highSecurity)
    }

    @Test(arguments: [
        "", "4", "alpha4", "charlie0", "charlie7", "charlie44", "charlie 4", "charlie٤", "charliе4", "char4lie",
    ])
    func otherNamesAreNoWorkflow(_ name: String) {
        #expect(Workflow(name: name) == nil)
    }
}
