#ifndef CPROCESS_H
#define CPROCESS_H

#include <sys/types.h>

/// Starts a program that has no other open files than its three streams and, where `beside` is not below 0, a fourth of number
/// 3; each is one of ours. `environment` may be NULL for our own, `folder` for where we are. `leads_group`: it is the first of
/// a group of processes. 0, or the system's error number.
int cprocess_start(
    pid_t *identifier, const char *program, char *const *arguments, char *const *environment, const char *folder,
    int input, int output, int errors, int beside, int leads_group);

/// Seconds of the processor that a process has taken; 0 where there is none such. The kernel itself is asked: what is loaded to
/// move the time of day moves every clock of the C library but those it knows.
double cprocess_processor_seconds(pid_t identifier);

#endif
