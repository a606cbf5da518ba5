// libcurl's functions, by pointers that are found when they are first needed.

#ifndef LIBCURL_H
#define LIBCURL_H

// Its checks of types are macros for a function that is linked.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Every function of its that is called.
#define CURL_FUNCTIONS(X)                                                                                              \
    X(curl_easy_cleanup) X(curl_easy_getinfo) X(curl_easy_init) X(curl_easy_perform) X(curl_easy_setopt)                \
    X(curl_global_init) X(curl_slist_append) X(curl_slist_free_all)

typedef struct libcurl {
#define MEMBER(name) __typeof__(&name) name;
    CURL_FUNCTIONS(MEMBER)
#undef MEMBER
} libcurl;

/// The functions, loaded by the first call from any thread; NULL where the library is missing or too old.
const libcurl *loaded_libcurl(void);

#endif
