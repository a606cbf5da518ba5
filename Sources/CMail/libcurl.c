#include "libcurl.h"

#include <dlfcn.h>
#include <pthread.h>

static libcurl functions;
static int is_loaded;
static pthread_once_t loading = PTHREAD_ONCE_INIT;

static void load(void) {
    // It stays loaded for the life of the process.
    void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return;
#define FIND(name)                                                                                                     \
    functions.name = (__typeof__(functions.name))dlsym(library, #name);                                                \
    if (functions.name == NULL) return;
    CURL_FUNCTIONS(FIND)
    is_loaded = functions.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const libcurl *loaded_libcurl(void) {
    return pthread_once(&loading, load) == 0 && is_loaded ? &functions : NULL;
}
