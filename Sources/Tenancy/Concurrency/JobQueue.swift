internal import OnboardingCore

/// The jobs of a pool: whose turn it is, who is refused, who gives way. Knows nothing of threads.
///
/// Tenants take turns by the time that their jobs take, and a tenant's address blocks do so among themselves; jobs of one
/// block follow one another as they came. A session has one job of a kind that runs and one that waits. Instants are seconds of a
/// clock that is never set.
struct JobQueue {
    struct Job {
        let number: Int
        let work: Work
        let requester: Requester
        /// What it is expected to take, in seconds of one thread.
        let seconds: Double
    }

    /// A job that is not taken.
    struct Full: Error {
        /// For which it would have to wait.
        let seconds: Double
    }

    /// A job that has run for longer gives way to anybody else who is within a share: few threads cannot be shared out otherwise.
    static let longInSeconds = 0.5

    private struct Running {
        let job: Job
        let begunAt: Double
        /// Whether its thread has given way to others, which it keeps doing.
        var isAside = false
    }

    private let workers: Int
    /// Whether jobs give way once they run. Where they take milliseconds, to wait for them is better for both.
    private let givesWay: Bool
    private(set) var waiting: [Job] = []
    private var running: [Int: Running] = [:]
    /// Of all jobs, and of those that run.
    private var places: Shares
    private var threads: Shares
    /// What all jobs of a tenant are expected to take.
    private var expected: [TenantID?: Double] = [:]
    private var spentByTenants = Spending<TenantID?>()
    private var spentByBlocks: [TenantID?: Spending<String>] = [:]

    init(workers: Int, givesWay: Bool) {
        self.workers = workers
        self.givesWay = givesWay
        places = Shares(capacity: workers * Limit.jobsPerWorker.value)
        threads = Shares(capacity: workers)
    }

    var count: Int { waiting.count + running.count }

    var runningNumbers: Set<Int> { Set(running.keys) }

    /// By jobs that have not given way.
    var threadsInUse: Int { running.count - threadsAside }

    private var threadsAside: Int { running.values.count(where: \.isAside) }

    /// In seconds, until a thread is free for one more job of this requester. Each other tenant has as much time before it as
    /// its own tenant has, at most.
    func expectedWait(of requester: Requester, at now: Double) -> Double {
        let isThreadFree = threadsInUse < workers && !isHeldBack(requester)
        guard !isThreadFree, givingWay(to: requester, at: now).isEmpty else { return 0 }
        let own = expected[requester.tenant] ?? 0
        return expected.values.reduce(0) { $0 + min($1, own) } / Double(workers)
    }

    /// - Throws: `Full` where one more job would not be taken.
    func check(_ work: Work, of requester: Requester, at now: Double) throws(Full) {
        let wait = expectedWait(of: requester, at: now)
        if let session = requester.session,
            waiting.contains(where: { $0.work == work && $0.requester.session == session })
        {
            throw Full(seconds: wait)
        }
        guard wait <= Double(Limit.expectedWait.value),
            places.total < places.capacity || lastThatYields(to: requester) != nil
        else { throw Full(seconds: wait) }
    }

    /// Lets a job wait.
    /// - Returns: the number of one that is no longer among those that wait, for its sake.
    mutating func add(_ job: Job, at now: Double) throws(Full) -> Int? {
        try check(job.work, of: job.requester, at: now)
        var dropped: Job?
        if places.total >= places.capacity, let index = lastThatYields(to: job.requester) {
            dropped = waiting.remove(at: index)
            if let dropped { forget(dropped) }
        }
        waiting.append(job)
        places.take(1, for: job.requester)
        expected[job.requester.tenant, default: 0] += job.seconds
        return dropped?.number
    }

    /// Takes out a job that waits no longer.
    /// - Returns: nil where it does not wait.
    mutating func remove(waiting number: Int) -> Job? {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
        let job = waiting.remove(at: index)
        forget(job)
        return job
    }

    /// The job whose turn it is, which runs from now on; nil where none may.
    mutating func next(at now: Double) -> Job? {
        var first: (index: Int, turn: (Int, Double, Double))?
        for (index, job) in waiting.enumerated() where mayRun(job) {
            let turn = turn(of: job.requester)
            if let first, first.turn <= turn { continue }
            first = (index, turn)
        }
        guard let first else { return nil }
        let job = waiting.remove(at: first.index)
        running[job.number] = Running(job: job, begunAt: now)
        threads.take(1, for: job.requester)
        spentByTenants.begin(job.requester.tenant)
        spentByBlocks[job.requester.tenant, default: Spending()].begin(job.requester.block)
        charge(job.requester, job.seconds)
        return job
    }

    /// The running jobs whose threads give way so that one of this requester, who is within its share, finds a thread though all
    /// are busy, and helpers as well.
    func givingWay(to requester: Requester, at now: Double) -> [Int] {
        guard givesWay else { return [] }
        let found = running.values.filter { other in
            if other.isAside { return false }
            if threads.yields(other.job.requester, to: requester, wanting: 1) { return true }
            return other.job.requester.tenant != requester.tenant && !threads.isSated(requester.tenant)
                && now - other.begunAt > Self.longInSeconds
        }
        return Array(found.map(\.job.number).sorted().prefix(max(0, workers - threadsAside)))
    }

    /// Notes that a job's thread has given way.
    mutating func setAside(_ number: Int) {
        running[number]?.isAside = true
    }

    /// Ends a running job.
    /// - Parameter seconds: that it took.
    /// - Returns: whether its thread had given way.
    mutating func end(_ number: Int, after seconds: Double) -> Bool {
        guard let ended = running.removeValue(forKey: number) else { return false }
        threads.give(1, back: ended.job.requester)
        charge(ended.job.requester, seconds - ended.job.seconds)
        forget(ended.job)
        return ended.isAside
    }

    /// Whether a tenant has its share of the threads, and those that have given way are as many as there may run: what they
    /// left is for others.
    private func isHeldBack(_ requester: Requester) -> Bool {
        running.count >= workers && threads.isSated(requester.tenant)
    }

    private func mayRun(_ job: Job) -> Bool {
        if isHeldBack(job.requester) { return false }
        guard let session = job.requester.session else { return true }
        return !running.values.contains { $0.job.work == job.work && $0.job.requester.session == session }
    }

    /// Less is earlier.
    private func turn(of requester: Requester) -> (Int, Double, Double) {
        (
            threads.isSated(requester.tenant) ? 1 : 0, spentByTenants.position(of: requester.tenant),
            spentByBlocks[requester.tenant]?.position(of: requester.block) ?? 0
        )
    }

    private mutating func charge(_ requester: Requester, _ seconds: Double) {
        spentByTenants.charge(requester.tenant, seconds)
        spentByBlocks[requester.tenant]?.charge(requester.block, seconds)
    }

    private func lastThatYields(to requester: Requester) -> Int? {
        waiting.lastIndex { places.yields($0.requester, to: requester, wanting: 1) }
    }

    /// Gives back what a job held that is neither waiting nor running any more.
    private mutating func forget(_ job: Job) {
        places.give(1, back: job.requester)
        let tenant = job.requester.tenant
        let left = (expected[tenant] ?? 0) - job.seconds
        // What is added and taken away in another order leaves a trace.
        expected[tenant] = left > 1e-9 ? left : nil
        if expected[tenant] == nil { spentByBlocks[tenant] = nil }
        if count == 0 { spentByTenants = Spending() }
    }
}

/// Who has had how much. Whoever comes anew begins where the last one began whose turn it was, so that nobody saves up turns.
private struct Spending<Holder: Hashable> {
    private static var remembered: Int { 1000 }

    private var spent: [Holder: Double] = [:]
    private var floor = 0.0

    func position(of holder: Holder) -> Double { max(spent[holder] ?? 0, floor) }

    mutating func begin(_ holder: Holder) {
        floor = position(of: holder)
        if spent.count > Self.remembered { spent = spent.filter { $0.value > floor } }
    }

    mutating func charge(_ holder: Holder, _ seconds: Double) {
        spent[holder] = position(of: holder) + seconds
    }
}
