import OnboardingCore
import Synchronization
import Tenancy
import Testing

@testable import OnboardingHTTP

@Suite final class BodyRoomTests: Sendable {
    private let room = BodyRoom()
    private let evicted = Mutex<[String]>([])

    private func enter(
        _ name: String, tenant: String = "a", block: String = "192.0.2.1", session: UInt8? = nil
    ) -> Int {
        let requester = Requester(
            tenant: TenantID(text: String(repeating: tenant, count: 32)), block: block, session: session.map { [$0] })
        return room.enter(requester) { [self] in evicted.withLock { $0.append(name) } }
    }

    private var names: [String] { evicted.withLock(\.self) }

    @Test func whoFillsTheRoomGivesWayToWhoHasLess() throws {
        let part = Limit.documentBody.value
        var places: [Int] = []
        // Alone, a tenant may have nearly all.
        for number in 0..<10 {
            places.append(enter("\(number)"))
            try room.grow(places[number], by: part)
        }
        #expect(throws: Refusal.self) { try room.grow(enter("eleventh"), by: part) }
        let other = enter("other", tenant: "b", block: "192.0.2.2")
        try room.grow(other, by: part)
        #expect(names == ["9"])
        #expect(room.isEvicted(places[9]))
        #expect(throws: Refusal.self) { try room.grow(places[9], by: 1) }
        #expect(throws: Refusal.self) { try room.arrived(places[9]) }
        for place in places + [other] { room.leave(place) }
        try room.grow(enter("later"), by: Limit.bufferedBodies.value)
    }

    @Test func whatHasArrivedStays() throws {
        var places: [Int] = []
        for number in 0..<10 {
            places.append(enter("\(number)"))
            try room.grow(places[number], by: Limit.documentBody.value)
            try room.arrived(places[number])
        }
        let other = enter("other", tenant: "b", block: "192.0.2.2")
        #expect(throws: Refusal.self) { try room.grow(other, by: Limit.documentBody.value) }
        #expect(names.isEmpty)
    }

    @Test func shortBodiesAreTakenWhateverElseIsThere() throws {
        try room.grow(enter("all"), by: Limit.bufferedBodies.value + Limit.uncountedBody.value)
        for _ in 0..<100 { try room.grow(enter("short"), by: Limit.uncountedBody.value) }
        #expect(throws: Refusal.self) { try room.grow(enter("long"), by: Limit.uncountedBody.value + 1) }
    }

    @Test func ofASessionsLargeBodiesTheLastIsTaken() throws {
        let large = Limit.body.value + 1
        let first = enter("first", session: 1)
        try room.grow(first, by: large)
        try room.grow(enter("of another session", session: 2), by: large)
        try room.grow(enter("short", session: 1), by: Limit.body.value)
        #expect(names.isEmpty)
        try room.grow(enter("second", session: 1), by: large)
        #expect(names == ["first"])
        // Whoever is no phone may send for many.
        for _ in 0..<3 { try room.grow(enter("portal"), by: large) }
        #expect(names == ["first"])
    }
}
