#define _GNU_SOURCE
#include "CConfinement.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void *map(int descriptor, size_t size) {
    void *start = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    return start == MAP_FAILED ? NULL : start;
}

void *cconfinement_make_shared(size_t size, int *descriptor) {
    const int file = memfd_create("images", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return NULL;
    void *start = NULL;
    if (ftruncate(file, (off_t)size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
        start = map(file, size);
    }
    if (start == NULL) {
        close(file);
        return NULL;
    }
    *descriptor = file;
    return start;
}

void *cconfinement_attach_shared(int descriptor, size_t *size) {
    struct stat file;
    if (fstat(descriptor, &file) != 0 || file.st_size <= 0) return NULL;
    *size = (size_t)file.st_size;
    void *start = map(descriptor, *size);
    close(descriptor);
    return start;
}

void cconfinement_release_shared(int descriptor, size_t start, size_t size) {
    if (start >= size) return;
    fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)start, (off_t)(size - start));
}

void cconfinement_end_shared(int descriptor, void *start, size_t size) {
    if (start != NULL) munmap(start, size);
    if (descriptor >= 0) close(descriptor);
}
