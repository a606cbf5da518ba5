#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The same numbers on every architecture; older headers lack them.
enum { LANDLOCK_CREATE_RULESET = 444, LANDLOCK_RESTRICT_SELF = 446 };

/// What a ruleset governs, as far as the headers of Debian 12 do not know it (linux/landlock.h).
struct ruleset {
    uint64_t files, ports, scopes;
};

int32_t cconfinement_landlock_version(void) {
    const long version = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, 1);
    return version > 0 ? (int32_t)version : 0;
}

uint32_t cconfinement_pieces(void) {
    uint32_t pieces = 0;
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) >= 0) pieces |= CCONFINEMENT_NO_NEW_PRIVILEGES;
    uint32_t action = SECCOMP_RET_KILL_PROCESS;
    if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0) pieces |= CCONFINEMENT_SECCOMP;
    if (cconfinement_landlock_version() > 0) pieces |= CCONFINEMENT_LANDLOCK;
    return pieces;
}

int cconfinement_limit(cconfinement_limits limits, int first_closed) {
    // A starter that has ended already is told by the end of what it would send.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
    if (close_range((unsigned)first_closed, ~0U, 0) != 0) return errno;
    if (chdir("/") != 0) return errno;
    // Of the same user are the server and its keys: whoever has the one process is not to look into the other through /proc.
    if (prctl(PR_SET_DUMPABLE, 0) != 0) return errno;
    const struct {
        int resource;
        rlim_t value;
    } all[] = {
        {RLIMIT_CORE, 0},
        {RLIMIT_FSIZE, 0},
        {RLIMIT_NOFILE, 64},
        {RLIMIT_AS, limits.memory},
        {RLIMIT_CPU, limits.seconds},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct rlimit limit = {.rlim_cur = all[i].value, .rlim_max = all[i].value};
        if (setrlimit(all[i].resource, &limit) != 0) return errno;
    }
    // What is told by files of the system is asked for once: the time zone, by which a video may give its date.
    tzset();
    return 0;
}

/// Every right that this kernel governs, and a rule for none.
static int restrict_files(void) {
    const int32_t version = cconfinement_landlock_version();
    struct ruleset none = {.files = (1ULL << 13) - 1};
    size_t size = sizeof none.files;
    if (version >= 2) none.files |= 1ULL << 13;
    if (version >= 3) none.files |= 1ULL << 14;
    if (version >= 5) none.files |= 1ULL << 15;
    if (version >= 4) {
        none.ports = 3;
        size = sizeof none.files + sizeof none.ports;
    }
    if (version >= 6) {
        none.scopes = 3;
        size = sizeof none;
    }
    const int ruleset = (int)syscall(LANDLOCK_CREATE_RULESET, &none, size, 0);
    if (ruleset < 0) return errno;
    const int error = syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0) == 0 ? 0 : errno;
    close(ruleset);
    return error;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "no filter is written for this architecture"
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The low half of an argument. Both architectures are little-endian.
#define LOAD_ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define PASS BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
/// This call passes, with whatever arguments.
#define CALL(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), PASS
/// This call passes where its argument has none of these bits.
#define CALL_WITHOUT(number, index, bits)                                                                              \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4), LOAD_ARGUMENT(index),                                           \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), KILL, PASS
/// This call passes where its argument is that number.
#define CALL_WITH(number, index, value)                                                                                \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4), LOAD_ARGUMENT(index),                                           \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0), KILL, PASS

static int restrict_calls(void) {
    const pid_t self = getpid();
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        KILL,
        LOAD(nr),
#if defined(__x86_64__)
        // From here on are the calls of x32, other numbers of the same.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        KILL,
#endif
        // What is open already; nothing can be opened, so that these are the ways to the server and no others.
        CALL(SYS_read),
        CALL(SYS_write),
        CALL(SYS_close),
        // Memory, of which none is ever both written and run: not even what is loaded is made executable again.
        CALL_WITHOUT(SYS_mmap, 2, PROT_EXEC),
        CALL_WITHOUT(SYS_mprotect, 2, PROT_EXEC),
        CALL(SYS_munmap),
        CALL(SYS_mremap),
        CALL(SYS_madvise),
        CALL(SYS_brk),
        // Locks and clocks; the clocks where the kernel gives no page to read them from.
        CALL(SYS_futex),
        CALL(SYS_sched_yield),
        CALL(SYS_clock_gettime),
        CALL(SYS_clock_getres),
        CALL(SYS_clock_nanosleep),
        CALL(SYS_gettimeofday),
        CALL(SYS_restart_syscall),
        // Seeds of hash tables; what sorting asks of the machine; how many cores there are.
        CALL(SYS_getrandom),
        CALL(SYS_sysinfo),
        CALL(SYS_sched_getaffinity),
        // The end, by itself or by abort(3), which sends a signal to its own thread.
        CALL(SYS_exit_group),
        CALL(SYS_exit),
        CALL(SYS_getpid),
        CALL(SYS_gettid),
        CALL(SYS_rt_sigprocmask),
        CALL(SYS_rt_sigreturn),
        CALL_WITH(SYS_tgkill, 0, (uint32_t)self),
        KILL,
    };
    const struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : errno;
}

/// Landlock holds for the thread that asks for it, and for those that it starts.
static int check_single_thread(void) {
    struct stat threads;
    if (stat("/proc/self/task", &threads) != 0) return errno;
    // A folder for each, beside the two names that every folder has.
    return threads.st_nlink == 3 ? 0 : EBUSY;
}

int cconfinement_close(uint32_t pieces) {
    const int several = check_single_thread();
    if (several != 0) return several;
    // Without it nobody but root may have a filter.
    if ((pieces & CCONFINEMENT_NO_NEW_PRIVILEGES) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    if (pieces & CCONFINEMENT_LANDLOCK) {
        const int error = restrict_files();
        if (error != 0) return error;
    }
    return pieces & CCONFINEMENT_SECCOMP ? restrict_calls() : 0;
}

long cconfinement_read(int descriptor, void *bytes, size_t count) {
    long result;
    do result = read(descriptor, bytes, count);
    while (result < 0 && errno == EINTR);
    return result;
}

int cconfinement_read_all(int descriptor, void *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        const long result = cconfinement_read(descriptor, (char *)bytes + done, count - done);
        if (result <= 0) return 0;
        done += (size_t)result;
    }
    return 1;
}

int cconfinement_write_all(int descriptor, const void *bytes, size_t count) {
    for (size_t done = 0; done < count;) {
        const ssize_t result = write(descriptor, (const char *)bytes + done, count - done);
        if (result < 0 && errno == EINTR) continue;
        if (result <= 0) return 0;
        done += (size_t)result;
    }
    return 1;
}
