internal import Casework

/// What a registration has beside its own enrollment, on the page of its case: whether it opens, its devices, and who came back.
struct RegistrationView {
    struct DeviceRow {
        let registeredAt: String
        let replacedAt: String
        let mark: CaseMark
        /// What it said of itself; a dash where it does not open. Not shown to an auditor who may not see it.
        let name: String
        let key: String
    }

    let mark: CaseMark
    /// Whether it opens, and until when and why it does not.
    let lock: String
    let devices: [DeviceRow]
    /// Whether a name and a key are left out of the table.
    let hidesDevices: Bool
    let authentications: [AuthenticationRow]
    /// Why older ones are missing; nil where none is.
    let more: String?

    init(_ registration: CaseFile.Registration, mayBeSeen: Bool, base: String, _ format: CaseFormat) {
        let words = format.words
        if let found = registration.lock {
            mark = CaseMark(kind: "warn", word: words("case.registration.locked"))
            lock = words(
                "case.registration.lockedUntil",
                [
                    "at": format.time(found.until), "n": format.number(found.failures),
                    "time": format.duration(milliseconds: found.seconds * 1000),
                ])
        } else {
            mark = CaseMark(kind: "good", word: words("case.registration.open"))
            lock = words("case.registration.notLocked")
        }
        devices = registration.devices.map { device in
            DeviceRow(
                registeredAt: format.time(device.registeredAt), replacedAt: device.replacedAt.map(format.time) ?? "–",
                mark: device.replacedAt == nil
                    ? CaseMark(kind: "good", word: words("case.registration.inUse"))
                    : CaseMark(kind: "none", word: words("case.registration.replaced")),
                name: device.described?.deviceID ?? "–",
                key: device.described.map { words($0.hasPublicKey ? "case.yes" : "case.no") } ?? "–")
        }
        hidesDevices = !devices.isEmpty && !mayBeSeen
        authentications = registration.authentications.map { AuthenticationRow($0, base: base, format) }
        more =
            registration.hasMore
            ? words("case.registration.more", ["n": format.number(authentications.count)]) : nil
    }
}
