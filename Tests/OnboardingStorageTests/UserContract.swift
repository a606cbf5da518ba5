import OnboardingCore
import Testing

@testable import OnboardingStorage
@testable import StorageFixture

extension StoreFixture {
    /// Somebody whom a tenant's client registers.
    func newUser(
        _ username: String, faces: Int = 1, group: String = GroupRow.defaultID, code: String? = nil
    ) throws -> NewUser {
        let registration = RegistrationByClient(consent: nil, faces: faces)
        let new = try new(
            username: username, events: registration.events(registrationCode: code ?? username, at: Self.now))
        return NewUser(
            enrollment: new, sealedDetails: [7], faces: try (0..<faces).map { _ in try face() }, groupID: group)
    }

    /// - Parameter digest: by which its image is known as a capture.
    func face(known digest: [UInt8]? = nil) throws -> UserFaceWrite {
        UserFaceWrite(
            id: try .random(), template: TemplateWrite(kind: "face", model: "m", sealed: [1]), sealedImage: [2, 3],
            imageDigest: digest)
    }

    func user(_ username: String, faces: Int = 1, group: String = GroupRow.defaultID) async throws -> EnrollmentID {
        let user = try newUser(username, faces: faces, group: group)
        _ = try await keys.makeDataKey(of: user.enrollment.id, tenant: tenant)
        try await store.enroll(user)
        return user.enrollment.id
    }

    func group(_ id: String, sizeLimit: Int) async throws {
        try await store.add(
            GroupRow(id: id, tenantID: tenant, name: "group \(id)", sizeLimit: sizeLimit, createdAt: Self.now),
            atMost: 1000, operation: "group.create")
    }

    func tries(_ digest: [UInt8], of id: EnrollmentID, times: Int, after seconds: Int64 = 1) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<times {
                group.addTask { [store] in
                    try await store.tryOneTimePassword(
                        digest, of: id, atMost: 5, at: Self.now.adding(seconds: seconds))
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }
}

extension StoreContract {
    static let users = [
        StoreContract("a user is a registration with faces, details and a group, all at once or not at all") {
            fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let id = try await fixture.user("ada", faces: 2)
            let stored = try #require(try await store.enrollment(id))
            #expect(stored.enrollment.status == .complete)
            #expect(
                try await store.registration(
                    tenant: tenant, usernameDigest: try fixture.digest(of: "ada")) == stored)
            let user = try #require(try await store.user(id))
            #expect(user.sealedDetails == [7] && user.faces.count == 2)
            #expect(user.groups == [GroupMembership(groupID: "default", role: .user)])
            #expect(try await store.facesOfUser(id, kind: "face").map(\.faceID) == user.faces.map(\.id))
            #expect(try await store.persons(inGroup: "default", tenant: tenant) == [stored.subjectID])
            await #expect(throws: StorageError.usernameComplete) {
                try await store.enroll(try fixture.newUser("ada", code: "OTHER"))
            }
            await #expect(throws: StorageError.unknownGroup) {
                try await store.enroll(try fixture.newUser("bob", group: "nowhere"))
            }
            #expect(
                try await store.registration(tenant: tenant, usernameDigest: try fixture.digest(of: "bob")) == nil)
            #expect(try await store.verifyChain(of: id) == .intact(length: stored.chainLength))
            #expect(try await store.verifyEvidence(of: id) == [])
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("of many who want the last places of a group, as many get one as there are") { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            try await fixture.group("small", sizeLimit: 3)
            var ids: [EnrollmentID] = []
            for number in 0..<8 { ids.append(try await fixture.user("user \(number)")) }
            let joined = try await withThrowingTaskGroup(of: Bool.self) { group in
                for id in ids {
                    group.addTask {
                        do {
                            try await store.join(
                                [id], groups: ["small"], tenant: tenant, atMost: 100, operation: "group.addUser",
                                at: StoreFixture.now)
                            return true
                        } catch StorageError.groupFull {
                            return false
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(joined == 3)
            #expect(try await store.members(of: "small", tenant: tenant, skipping: 0, limit: 10).total == 3)
            await #expect(throws: StorageError.groupFull) {
                try await store.enroll(try fixture.newUser("late", group: "small"))
            }
            await #expect(throws: StorageError.groupFull) {
                try await store.change(
                    "small", tenant: tenant, name: nil, sizeLimit: 2, operation: "group.edit", at: StoreFixture.now)
            }
        },
        StoreContract("a one-time password is looked at five times at most, however many try at once, and works once") {
            fixture in
            let (store, end) = (fixture.store, StoreFixture.now.adding(seconds: 300))
            let id = try await fixture.user("ada")
            func set() async throws {
                try await store.setOneTimePassword(
                    [1, 2], of: id, expiringAt: end, mail: nil, operation: "user.getOTP", at: StoreFixture.now)
            }
            try await set()
            #expect(try await fixture.tries([9, 9], of: id, times: 50) == 0)
            #expect(try await fixture.tries([1, 2], of: id, times: 1) == 0)
            try await set()
            #expect(try await fixture.tries([1, 2], of: id, times: 50) == 1)
            try await set()
            #expect(try await fixture.tries([1, 2], of: id, times: 1, after: 300) == 0)
        },
        StoreContract("of faces that were not the user's no more count than the limit says, however many come at once")
        {
            fixture in
            let (store, tenant, now) = (fixture.store, fixture.tenant, StoreFixture.now)
            let id = try await fixture.user("ada")
            let limit = FailureLimit(subjects: [[6]], since: now.adding(seconds: -60), maximum: 10)
            let counted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        // They came one after the other, and are not written so.
                        try await store.countFailedFace(
                            of: id, unless: limit, operation: "user.faceauth",
                            at: now.adding(seconds: Int64(number % 5))) == nil
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(counted == 10)
            let failures = try await store.failures(tenant: tenant, subject: [6], since: limit.since, limit: 99)
            #expect(failures.count == 10)
            #expect(
                try await store.countFailedFace(of: id, unless: limit, operation: "user.faceauth", at: now)
                    == failures.last)
            let noted = try await store.auditEntries(naming: id, limit: 99).filter { $0.kind == "userOperation" }
            #expect(noted.count == 10 && noted.allSatisfy { $0.detail["result"] == "different" })
            #expect(try await store.clearFailures(tenant: tenant, subject: [6], at: now) == 10)
            #expect(
                try await store.countFailedFace(of: id, unless: limit, operation: "user.faceauth", at: now) == nil)
            try await store.beginErasure(of: id, at: now)
            await #expect(throws: StorageError.unknownSubject) {
                _ = try await store.countFailedFace(of: id, unless: limit, operation: "user.faceauth", at: now)
            }
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("an image that was handed in is known as a capture until the person is erased") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            var new = try fixture.newUser("ada")
            new.faces = [try fixture.face(known: [1]), try fixture.face(known: nil)]
            let id = new.enrollment.id
            _ = try await fixture.keys.makeDataKey(of: id, tenant: fixture.tenant)
            try await store.enroll(new)
            let other = try await fixture.user("bob")
            // Of two who have it the first is known to.
            for user in [id, other] {
                try await store.add(
                    [try fixture.face(known: [2]), try fixture.face(known: [2])], to: user, atMost: 9,
                    operation: "user.addFace", at: now)
            }
            let (ada, bob) = (
                try #require(try await store.enrollment(id)), try #require(try await store.enrollment(other))
            )
            for image: UInt8 in [1, 2] {
                let marks = CaptureMarks(images: [[3], [image]])
                #expect(try store.findReplay(of: marks, in: bob) == .image)
                #expect(try store.findReplay(of: marks, in: ada) == nil)
            }
            for face in try await store.user(id)?.faces ?? [] {
                #expect(try await store.removeFace(face.id, of: id, operation: "user.removeFace", at: now))
            }
            #expect(try store.findReplay(of: CaptureMarks(images: [[1]]), in: bob) == .image)
            try await store.beginErasure(of: id, at: now)
            #expect(try store.findReplay(of: CaptureMarks(images: [[1]]), in: bob) == nil)
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("what is kept of a user goes in the transaction that erases the registration") { fixture in
            let (store, tenant, now) = (fixture.store, fixture.tenant, StoreFixture.now)
            let id = try await fixture.user("ada", faces: 3)
            let face = try #require(try await store.user(id)?.faces.first)
            try await store.add(
                UserTokenRow(id: "t", enrollmentID: id, createdAt: now, expiresAt: now.adding(seconds: 900)),
                atMost: 20, operation: "user.auth")
            #expect(try await store.userToken("t", at: now)?.enrollmentID == id)
            try await store.beginErasure(of: id, at: now)
            #expect(try await store.user(id) == nil)
            #expect(try await store.face(face.id) == nil)
            #expect(try await store.templates(of: id) == [])
            #expect(try await store.userToken("t", at: now) == nil)
            #expect(try await store.members(of: "default", tenant: tenant, skipping: 0, limit: 10).page.isEmpty)
            for error in [StorageError.unknownSubject] {
                await #expect(throws: error) {
                    try await store.add(
                        [try fixture.face()], to: id, atMost: 20, operation: "user.addFace", at: now)
                }
                await #expect(throws: error) {
                    try await store.join(
                        [id], groups: ["default"], tenant: tenant, atMost: 100, operation: "group.addUser", at: now)
                }
            }
            #expect(try await store.auditEntries(naming: id, limit: 10).contains { $0.kind == "registrationErased" })
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("what a user is signed in by is told, and goes with the person") { fixture in
            let (store, now) = (fixture.store, StoreFixture.now)
            let (id, other) = (try await fixture.user("ada"), try await fixture.user("bob"))
            let tokens = ["one", "two"].map {
                UserTokenRow(id: $0, enrollmentID: id, createdAt: now, expiresAt: now.adding(seconds: 900))
            }
            for token in tokens { try await store.add(token, atMost: 9, operation: "user.getToken") }
            let end = now.adding(seconds: 300)
            try await store.setOneTimePassword(
                [7], of: id, expiringAt: end, mail: nil, operation: "user.getOTP", at: now)
            let means = try await store.signInMeans(of: id)
            #expect(means.tokens == tokens && means.oneTimePasswordUntil == end)
            let none = try await store.signInMeans(of: other)
            #expect(none.tokens == [] && none.oneTimePasswordUntil == nil)
            try await store.beginErasure(of: id, at: now)
            let left = try await store.signInMeans(of: id)
            #expect(left.tokens == [] && left.oneTimePasswordUntil == nil)
            #expect(try await store.userToken("one", at: now) == nil)
            #expect(try await store.verifyTables() == [])
        },
        StoreContract("a face goes with its template, and images are forgotten unless they are held") { fixture in
            let (store, tenant, now) = (fixture.store, fixture.tenant, StoreFixture.now)
            let (id, held) = (try await fixture.user("ada", faces: 2), try await fixture.user("bob"))
            let face = try #require(try await store.user(id)?.faces.first)
            #expect(try await store.removeFace(face.id, of: held, operation: "user.removeFace", at: now) == false)
            #expect(try await store.removeFace(face.id, of: id, operation: "user.removeFace", at: now))
            #expect(try await store.templates(of: id).count == 1)
            #expect(try await store.user(id)?.faces.count == 1)
            await #expect(throws: StorageError.limitReached) {
                try await store.add(
                    [try fixture.face(), try fixture.face()], to: id, atMost: 2, operation: "user.addFace", at: now)
            }
            let later = now.adding(seconds: 1)
            try await store.hold([held], of: tenant, reason: "case-1", at: now)
            let kept = try #require(try await store.user(held)?.faces.first)
            await #expect(throws: StorageError.held) {
                try await store.removeFace(kept.id, of: held, operation: "user.removeFace", at: now)
            }
            #expect(try await store.forgetImages(tenant: tenant, before: now, limit: 10) == 0)
            #expect(try await store.forgetImages(tenant: tenant, before: later, limit: 10) == 1)
            #expect(try await store.user(held)?.faces == [kept])
            _ = try await store.liftHolds(on: [held], of: tenant, at: now)
            #expect(try await store.forgetImages(tenant: tenant, before: later, limit: 10) == 1)
            #expect(try await store.user(id)?.faces.map(\.sealedImage) == [nil])
            #expect(try await store.templates(of: id).count == 1)
        },
        StoreContract("whoever registers by the own enrollment is in the group that every tenant has") { fixture in
            let (store, tenant) = (fixture.store, fixture.tenant)
            let id = try await fixture.registered(username: "ada")
            #expect(try await store.role(of: id, group: "default", tenant: tenant) == .user)
            let other = try await StoreFixture.makeTenant("other", keys: fixture.keys, store: store)
            #expect(try await store.group("default", tenant: other) != nil)
            await #expect(throws: StorageError.unknownSubject) {
                try await store.join(
                    [id], groups: ["default"], tenant: other, atMost: 100, operation: "group.addUser",
                    at: StoreFixture.now)
            }
            #expect(
                try await store.setRole(
                    .groupAdmin, of: id, group: "default", tenant: tenant, operation: "group.userRole",
                    at: StoreFixture.now))
            #expect(try await store.role(of: id, group: "default", tenant: tenant) == .groupAdmin)
            try await fixture.group("g", sizeLimit: 1)
            await #expect(throws: StorageError.nameTaken) { try await fixture.group("g", sizeLimit: 1) }
            try await store.removeGroup("g", tenant: tenant, operation: "group.remove", at: StoreFixture.now)
            #expect(try await store.group("g", tenant: tenant) == nil)
        },
    ]
}
