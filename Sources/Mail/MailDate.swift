/// An instant as a message writes it (RFC 5322 §3.3), in UTC and in English whatever the machine's language is.
enum MailDate {
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: since 1970, from that year to 9999; what lies beyond is written as the end of that time.
    static func text(secondsSince1970 seconds: Int64) -> String {
        let seconds = min(max(seconds, 0), 253_402_300_799)
        let (day, time) = (Int(seconds / 86_400), Int(seconds % 86_400))
        var (year, rest) = (1970, day)
        while rest >= length(of: year) {
            rest -= length(of: year)
            year += 1
        }
        var month = 0
        while rest >= length(ofMonth: month, in: year) {
            rest -= length(ofMonth: month, in: year)
            month += 1
        }
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        // 1 January 1970 was a Thursday.
        return "\(days[(day + 3) % 7]), \(rest + 1) \(months[month]) \(year) \(clock.joined(separator: ":")) +0000"
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func length(of year: Int) -> Int { isLeap(year) ? 366 : 365 }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 1: isLeap(year) ? 29 : 28
        case 3, 5, 8, 10: 30
        default: 31
        }
    }
}
