#include <sqlite3.h>

/// `sqlite3_config` takes any number of arguments, which Swift cannot call.
/// Has to come before the first connection of the process; the result is SQLITE_OK or SQLITE_MISUSE.
static inline int csqlite_keep_no_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
