// What the project uses of libcurl (7.85 or later), as plain C: handing one message to one SMTP server. Imported by the module
// `Mail` alone.
//
// The library is not linked: it is loaded with the first message, and a process that sends none holds none of it.
//
// Promises of every function here: it refuses texts that would end a line of SMTP, reads nothing outside the length given
// beside the pointer, and keeps no pointer of the caller after it returns. It speaks SMTP and nothing else, asks no proxy,
// reads no file but the certificates, and says nothing on any output. It blocks the thread that calls it, for
// `timeout_in_seconds` at most and two seconds more.

#ifndef CMAIL_H
#define CMAIL_H

#include <stddef.h>
#include <stdint.h>

typedef enum cmail_status {
    /// The server has taken the message, or would take one.
    CMAIL_OK = 0,
    /// The library is not installed.
    CMAIL_LIBRARY_MISSING = 1,
    /// A text or a length is not what it has to be: a mistake of the caller.
    CMAIL_BAD_ARGUMENT = 2,
    /// Nobody is found or answers there, or the connection ended early.
    CMAIL_UNREACHABLE = 3,
    /// There is no TLS where it is required, or the certificate is not trusted.
    CMAIL_NOT_SECURE = 4,
    /// The server does not know the user, or not by this password.
    CMAIL_LOGIN_DENIED = 5,
    /// The server refuses to serve before it was told a recipient: `smtp_code`.
    CMAIL_NOT_SERVED = 6,
    /// The server refuses this recipient or this message: `smtp_code`.
    CMAIL_REFUSED = 7,
    /// The caller has asked for the end.
    CMAIL_STOPPED = 8,
    /// The library failed in another way.
    CMAIL_FAILED = 9,
} cmail_status;

typedef enum cmail_tls {
    /// Without it nothing is sent. Not needed for smtps://, which begins with it.
    CMAIL_TLS_REQUIRED = 0,
    /// Where the server offers it.
    CMAIL_TLS_OPTIONAL = 1,
} cmail_tls;

/// Where and as whom mail is handed over. All texts end with a zero byte.
typedef struct cmail_server {
    /// smtp:// or smtps://, a host, a port, and as its path the name that the client greets with.
    const char *url;
    cmail_tls tls;
    /// NULL for none, as the next.
    const char *username;
    const char *password;
    /// A PEM file of the certificates to trust; NULL for those of the system.
    const char *certificates;
    int32_t timeout_in_seconds;
    /// Asked about once a second whether to end early; `has_begun` is 1 once bytes of the message were sent. NULL for never.
    int32_t (*stops)(void *context, int32_t has_begun);
    void *context;
} cmail_server;

/// Hands a message over. `sender` and `recipient` are addresses without brackets; the lines of `bytes` end with CR LF.
/// - smtp_code: the server's last reply, 0 where there was none.
/// CMAIL_OK says that the server has taken it. After CMAIL_UNREACHABLE, CMAIL_STOPPED and CMAIL_FAILED it may have been taken all
/// the same, where the connection ended between the last byte and the reply.
cmail_status cmail_send(
    const cmail_server *server, const char *sender, const char *recipient, const uint8_t *bytes, size_t byte_count,
    int32_t *smtp_code);

/// Connects, greets and signs in as for a message, and sends none.
cmail_status cmail_check(const cmail_server *server, int32_t *smtp_code);

#endif
