#define _GNU_SOURCE
#include "CProcess.h"

#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int cprocess_start(
    pid_t *identifier, const char *program, char *const *arguments, char *const *environment, const char *folder,
    int input, int output, int errors, int beside, int leads_group) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    if (folder != NULL) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
    const int streams[] = {input, output, errors, beside};
    const int count = beside < 0 ? 3 : 4;
    for (int stream = 0; stream < count && error == 0; stream++) {
        error = posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
    }
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, count);
    posix_spawnattr_t attributes;
    if (error == 0) error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        // Signals that we ignore or hold back are the program's own affair.
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setpgroup(&attributes, 0);
        const int group = leads_group ? POSIX_SPAWN_SETPGROUP : 0;
        posix_spawnattr_setflags(&attributes, (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group));
        error = posix_spawn(
            identifier, program, &actions, &attributes, arguments, environment == NULL ? environ : environment);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

double cprocess_processor_seconds(pid_t identifier) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(identifier, &clock) != 0 || syscall(SYS_clock_gettime, clock, &time) != 0) return 0;
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}
