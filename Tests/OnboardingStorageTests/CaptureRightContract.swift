import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreContract {
    private static func device(
        _ digest: UInt8, of id: EnrollmentID, _ visit: AuthenticationID? = nil, key: [UInt8]? = nil,
        after seconds: Int64 = 0
    ) -> CaptureRightRow {
        CaptureRightRow(
            enrollmentID: id, authenticationID: visit, digest: [digest], keyThumbprint: key,
            sealedSession: [digest, digest], takenAt: StoreFixture.now.adding(seconds: seconds))
    }

    static let captureRights = [
        StoreContract("the first device has the right, and keeps it until another takes it over") { fixture in
            let id = try await fixture.begun()
            let (first, second) = (device(1, of: id), device(2, of: id, after: 5))
            let store = fixture.store
            #expect(try await store.captureRight(digest: [1]) == nil)
            #expect(try await store.take(first, holding: nil, takesOver: false, remembering: 9) == .taken)
            #expect(try await store.take(device(9, of: id), holding: [1], takesOver: true, remembering: 9) == .held)
            for own in [nil, [2], [9]] as [[UInt8]?] {
                #expect(try await store.take(second, holding: own, takesOver: false, remembering: 9) == .elsewhere)
            }
            #expect(try await store.captureRight(digest: [1]) == first)
            #expect(try await store.captureRight(digest: [2]) == nil)

            #expect(try await store.take(second, holding: nil, takesOver: true, remembering: 9) == .taken)
            #expect(try await fixture.reopened().captureRight(digest: [2]) == second)
            let lost = try #require(try await store.captureRight(digest: [1]))
            #expect(lost.supersededAt == second.takenAt && lost.sealedSession == nil)
            #expect(lost.enrollmentID == id && lost.takenAt == first.takenAt)
            #expect(
                try await store.take(device(3, of: id), holding: [1], takesOver: false, remembering: 9) == .elsewhere,
                "what was lost is no right")
        },
        StoreContract("a right that is bound to a key is given anew to who proves the key, and to nobody else") {
            fixture in
            let (id, store) = (try await fixture.begun(), fixture.store)
            let first = device(1, of: id, key: [7])
            #expect(try await store.take(first, holding: nil, takesOver: false, remembering: 9) == .taken)
            for key in [nil, [8]] as [[UInt8]?] {
                let other = device(2, of: id, key: key)
                #expect(try await store.take(other, holding: nil, takesOver: false, remembering: 9) == .elsewhere)
            }
            let again = device(3, of: id, key: [7], after: 5)
            #expect(try await store.take(again, holding: nil, takesOver: false, remembering: 9) == .taken)
            #expect(try await store.captureRight(of: id, authentication: nil) == again)
            #expect(try await store.captureRight(digest: [1])?.supersededAt == again.takenAt)
            let bare = try await fixture.begun()
            _ = try await store.take(device(4, of: bare), holding: nil, takesOver: false, remembering: 9)
            #expect(
                try await store.take(device(5, of: bare), holding: nil, takesOver: false, remembering: 9) == .elsewhere,
                "no key is no key that two have")
        },
        StoreContract("of devices that lost the right the newest are remembered") { fixture in
            let (id, other) = (try await fixture.begun(), try await fixture.begun())
            for number in 1...6 {
                let right = device(UInt8(number), of: id, after: Int64(number))
                #expect(try await fixture.store.take(right, holding: nil, takesOver: true, remembering: 3) == .taken)
            }
            _ = try await fixture.store.take(device(7, of: other), holding: nil, takesOver: true, remembering: 3)
            for number in 1...7 as ClosedRange<UInt8> {
                let kept = try await fixture.store.captureRight(digest: [number])
                #expect((kept != nil) == (number > 2), "\(number)")
                #expect((kept?.supersededAt == nil) == (number <= 2 || number > 5), "\(number)")
            }
        },
        StoreContract("of devices that take a right at once one has it") { fixture in
            let id = try await fixture.begun()
            let takings = try await withThrowingTaskGroup(of: CaptureRightTaking.self) { group in
                for number in 1...20 as ClosedRange<UInt8> {
                    group.addTask {
                        try await fixture.store.take(
                            device(number, of: id), holding: nil, takesOver: false, remembering: 20)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(takings.count { $0 == .taken } == 1 && takings.count { $0 == .elsewhere } == 19)
        },
        StoreContract("an authentication has a right of its own, beside that of its enrollment") { fixture in
            let store = fixture.store
            let id = try await fixture.registered()
            let (visit, next) = (try await fixture.returning(id), try await fixture.returning(id))
            for (number, right) in [device(1, of: id), device(2, of: id, visit), device(3, of: id, next)].enumerated() {
                #expect(try await store.take(right, holding: nil, takesOver: false, remembering: 9) == .taken)
                #expect(try await store.captureRight(digest: [UInt8(number + 1)]) == right)
            }
            let other = device(4, of: id, visit)
            #expect(try await store.take(other, holding: [1], takesOver: false, remembering: 9) == .elsewhere)
            #expect(try await store.take(other, holding: [2], takesOver: false, remembering: 9) == .held)
            #expect(try await store.take(other, holding: nil, takesOver: true, remembering: 9) == .taken)
            let kept = [1, 2, 3, 4] as [UInt8]
            var superseded: [UInt8] = []
            for digest in kept where try await store.captureRight(digest: [digest])?.supersededAt != nil {
                superseded.append(digest)
            }
            #expect(superseded == [2])
            await #expect(throws: StorageError.unknownSubject) {
                _ = try await store.take(
                    device(5, of: id, try .random()), holding: nil, takesOver: true, remembering: 9)
            }
            try await store.beginErasure(of: id, at: StoreFixture.now)
            for digest in kept { #expect(try await store.captureRight(digest: [digest]) == nil) }
        },
        StoreContract("a right goes with its enrollment, and none is given to one that is erased") { fixture in
            let id = try await fixture.begun()
            _ = try await fixture.store.take(device(1, of: id), holding: nil, takesOver: false, remembering: 9)
            _ = try await fixture.store.take(device(2, of: id), holding: nil, takesOver: true, remembering: 9)
            try await fixture.store.beginErasure(of: id, at: StoreFixture.now)
            for digest in [1, 2] as [UInt8] { #expect(try await fixture.store.captureRight(digest: [digest]) == nil) }
            for unknown in [id, try EnrollmentID.random()] {
                await #expect(throws: StorageError.unknownSubject) {
                    _ = try await fixture.store.take(
                        device(3, of: unknown), holding: nil, takesOver: true, remembering: 9)
                }
            }
        },
    ]
}
