#include "CVideo.h"
#include "libraries.h"

#include <dlfcn.h>
#include <libavutil/macros.h>
#include <pthread.h>

/// No single piece of memory that the libraries ask for is larger. A table of contents of some kilobytes can stand for
/// thousands of millions of frames, which they would list.
static const size_t largest_allocation = (size_t)64 << 20;

static libraries functions;
static int are_loaded;
static pthread_once_t loading = PTHREAD_ONCE_INIT;

/// They would write parts of what a file says, and where in memory they are.
static void say_nothing(void *context, int level, const char *format, va_list arguments) {
    (void)context;
    (void)level;
    (void)format;
    (void)arguments;
}

static void load(void) {
#define OPEN(name, version) dlopen("lib" name ".so." AV_STRINGIFY(version), RTLD_LAZY | RTLD_LOCAL)
    // They stay loaded for the life of the process.
    void *util = OPEN("avutil", LIBAVUTIL_VERSION_MAJOR);
    void *codec = OPEN("avcodec", LIBAVCODEC_VERSION_MAJOR);
    void *format = OPEN("avformat", LIBAVFORMAT_VERSION_MAJOR);
    void *scale = OPEN("swscale", LIBSWSCALE_VERSION_MAJOR);
#undef OPEN
    if (util == NULL || codec == NULL || format == NULL || scale == NULL) return;
#define FIND(library, name)                                                                                            \
    functions.name = (__typeof__(functions.name))dlsym(library, #name);                                                \
    if (functions.name == NULL) return;
#define FIND_UTIL(name) FIND(util, name)
#define FIND_CODEC(name) FIND(codec, name)
#define FIND_FORMAT(name) FIND(format, name)
#define FIND_SCALE(name) FIND(scale, name)
    UTIL_FUNCTIONS(FIND_UTIL)
    CODEC_FUNCTIONS(FIND_CODEC)
    FORMAT_FUNCTIONS(FIND_FORMAT)
    SCALE_FUNCTIONS(FIND_SCALE)
    // Both hold for the whole process, in which nobody else uses these libraries.
    functions.av_log_set_callback(say_nothing);
    functions.av_max_alloc(largest_allocation);
    are_loaded = 1;
}

const libraries *loaded_libraries(void) {
    return pthread_once(&loading, load) == 0 && are_loaded ? &functions : NULL;
}

void cvideo_load(void) { loaded_libraries(); }
