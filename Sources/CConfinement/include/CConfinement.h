// What a process gives up for good before it reads what strangers sent: seccomp(2), landlock(7), prctl(2), setrlimit(2).
// Linux, x86-64 and AArch64. Imported by the module `Confinement` alone.

#ifndef CCONFINEMENT_H
#define CCONFINEMENT_H

#include <stddef.h>
#include <stdint.h>

/// The pieces that a kernel may lack, or whoever started this process may keep from it.
enum {
    CCONFINEMENT_NO_NEW_PRIVILEGES = 1,
    CCONFINEMENT_SECCOMP = 2,
    CCONFINEMENT_LANDLOCK = 4,
};

/// Which of them there are.
uint32_t cconfinement_pieces(void);

/// The version of Landlock's interface; 0 where there is none.
int32_t cconfinement_landlock_version(void);

typedef struct cconfinement_limits {
    /// Of address space, in bytes.
    uint64_t memory;
    /// Of the processor, over the process's whole life.
    uint64_t seconds;
} cconfinement_limits;

/// The first part: ends with whoever started it, has no open file from `first_closed` on, stands in no folder, leaves no image
/// of its memory behind, shows nobody its memory, writes no file, and has these limits. What is loaded from files can still be
/// loaded. 0, or the system's number for why it is not so: then the process must end.
int cconfinement_limit(cconfinement_limits limits, int first_closed);

/// The second part: no file, no socket, no other program, no other process, no thread, no code but what is loaded, and no way
/// back. A call of the system that a decoder does not need ends the process by SIGSYS. Only for a process of one thread, which
/// has loaded everything that it needs. `pieces` are applied, all others left out. 0, or the system's number for why it is not
/// so: then the process must end.
int cconfinement_close(uint32_t pieces);

/// All bytes, whatever signals come. 1, or 0 where the other side is gone. These two need nothing that is given up.
int cconfinement_read_all(int descriptor, void *bytes, size_t count);
int cconfinement_write_all(int descriptor, const void *bytes, size_t count);
/// At most so many bytes; 0 at the end, below 0 for an error.
long cconfinement_read(int descriptor, void *bytes, size_t count);

/// Memory in common with another process, of a size that neither can change. `*descriptor` is its file, which the other
/// attaches and so closes. NULL where there is none. `cconfinement_end_shared` ends either; a `descriptor` below 0 is none.
void *cconfinement_make_shared(size_t size, int *descriptor);
void *cconfinement_attach_shared(int descriptor, size_t *size);
void cconfinement_end_shared(int descriptor, void *start, size_t size);

/// Gives the room of its pages back from `start` on, which are zeros from then on.
void cconfinement_release_shared(int descriptor, size_t start, size_t size);

/// What somebody who has taken a decoder over might try. Each is one of the names below, for tests and for who wants to know
/// whether this machine holds what is promised.
typedef struct cconfinement_attempt {
    const char *name;
    /// 0 or more where it went through; else the system's number for why it did not, negative.
    int (*make)(void);
} cconfinement_attempt;

/// The list, `count` long.
const cconfinement_attempt *cconfinement_attempts(size_t *count);

/// The file that the attempt `open-file` opens for reading; `/etc/passwd` where none was named. Not copied.
void cconfinement_set_wanted_file(const char *path);

#endif
