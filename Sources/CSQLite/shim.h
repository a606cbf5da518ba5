#include <stddef.h>
#include <sqlite3.h>

/// `sqlite3_config` takes any number of arguments, which Swift cannot call.
/// Has to come before the first connection of the process; the result is SQLITE_OK or SQLITE_MISUSE.
static inline int csqlite_keep_no_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Runs no trigger and opens no view that is stored in the file, and lets nothing in its schema call a function of the
/// program. Triggers of the connection itself (TEMP) run all the same, from SQLite 3.35 on.
static inline int csqlite_distrust_schema(sqlite3 *connection) {
    int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    if (result == SQLITE_OK) result = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    if (result == SQLITE_OK) result = sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return result;
}
