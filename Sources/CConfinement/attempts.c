#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Each is one call of the system, so that what ends the process is that call and no other.

static const char *wanted_file = "/etc/passwd";

void cconfinement_set_wanted_file(const char *path) { wanted_file = path; }

static int result(long value) { return value < 0 ? -errno : 0; }

static int open_file(void) { return result(syscall(SYS_openat, AT_FDCWD, wanted_file, O_RDONLY)); }
static int look_at_file(void) { return result(syscall(SYS_faccessat, AT_FDCWD, wanted_file, R_OK)); }
static int make_socket(void) { return result(syscall(SYS_socket, AF_INET, SOCK_STREAM, 0)); }
static int make_local_socket(void) { return result(syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0)); }
static int trace_starter(void) { return result(syscall(SYS_ptrace, PTRACE_SEIZE, getppid(), 0, 0)); }
static int read_starter(void) { return result(syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0)); }
static int signal_starter(void) { return result(syscall(SYS_kill, getppid(), 0)); }
static int signal_group(void) { return result(syscall(SYS_kill, 0, 0)); }
static int leave_session(void) { return result(syscall(SYS_setsid)); }
static int leave_group(void) { return result(syscall(SYS_setpgid, 0, 0)); }
static int run_program(void) { return result(syscall(SYS_execve, "/nonexistent", NULL, NULL)); }
static int control(void) { return result(syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0)); }
static int raise_limit(void) { return result(syscall(SYS_prlimit64, 0, 0, NULL, NULL)); }
static int make_memory_file(void) { return result(syscall(SYS_memfd_create, "code", 0)); }
static int make_code(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return result(page == MAP_FAILED ? -1 : 0);
}
static int turn_into_code(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return result(page == MAP_FAILED ? -1 : mprotect(page, 4096, PROT_READ | PROT_EXEC));
}

static int fork_by(long number, long flags) {
    const long child = syscall(number, flags, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return result(child);
}
static int fork_process(void) { return fork_by(SYS_clone, SIGCHLD); }
static int fork_anew(void) {
    uint64_t arguments[8] = {[4] = SIGCHLD};
    const long child = syscall(SYS_clone3, arguments, sizeof arguments);
    if (child == 0) _exit(0);
    return result(child);
}
static int make_namespace(void) { return result(syscall(SYS_unshare, CLONE_NEWUSER)); }
static int make_ring(void) { return result(syscall(SYS_io_uring_setup, 1, NULL)); }

static const cconfinement_attempt attempts[] = {
    {"open-file", open_file},
    {"look-at-file", look_at_file},
    {"socket", make_socket},
    {"local-socket", make_local_socket},
    {"ptrace", trace_starter},
    {"read-memory", read_starter},
    {"kill", signal_starter},
    {"kill-group", signal_group},
    {"setsid", leave_session},
    {"setpgid", leave_group},
    {"execve", run_program},
    {"prctl", control},
    {"prlimit", raise_limit},
    {"memfd", make_memory_file},
    {"mmap-code", make_code},
    {"mprotect-code", turn_into_code},
    {"fork", fork_process},
    {"clone3", fork_anew},
    {"namespace", make_namespace},
    {"io-uring", make_ring},
};

const cconfinement_attempt *cconfinement_attempts(size_t *count) {
    *count = sizeof attempts / sizeof *attempts;
    return attempts;
}
