#ifndef CPROCESS_H
#define CPROCESS_H

#include <sys/types.h>

/// Starts a program that has no other open files than its three streams, each of which is one of ours. `environment` may be
/// NULL for our own, `folder` for where we are. 0, or the system's error number.
int cprocess_start(
    pid_t *identifier, const char *program, char *const *arguments, char *const *environment, const char *folder,
    int input, int output, int errors);

#endif
