#include "CMail.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "libcurl.h"

static const long connect_timeout_in_seconds = 15;
/// How long the farewell may take, once nothing depends on it any more.
static const time_t farewell_in_seconds = 1;

/// What is known of one message while it is handed over.
typedef struct transfer {
    const cmail_server *server;
    const uint8_t *bytes;
    size_t byte_count;
    size_t read;
    /// Whether the server was told a recipient.
    int has_recipient;
    /// Whether all bytes were handed to the library.
    int has_ended;
    /// Whether the server has replied to them, and has taken the message.
    int is_answered;
    int is_accepted;
    int is_stopped;
    /// From when on even the farewell is not waited for.
    time_t end;
} transfer;

static time_t now_in_seconds(void) {
    struct timespec now;
    return clock_gettime(CLOCK_MONOTONIC, &now) == 0 ? now.tv_sec : 0;
}

static size_t read_message(char *target, size_t size, size_t count, void *context) {
    transfer *transfer = context;
    size_t length = transfer->byte_count - transfer->read;
    if (length > size * count) length = size * count;
    if (length > 0) memcpy(target, transfer->bytes + transfer->read, length);
    transfer->read += length;
    transfer->has_ended = transfer->read == transfer->byte_count;
    return length;
}

/// The library says which command failed only in words, and goes on after the last reply.
static int follow(CURL *handle, curl_infotype kind, char *text, size_t length, void *context) {
    (void)handle;
    transfer *transfer = context;
    if (kind == CURLINFO_HEADER_OUT && length >= 4 && memcmp(text, "RCPT", 4) == 0) transfer->has_recipient = 1;
    // `250 …`; `250-…` is followed by another line. The next reply is to the farewell.
    if (kind == CURLINFO_HEADER_IN && transfer->has_ended && !transfer->is_answered && length >= 4 && text[3] != '-') {
        transfer->is_answered = 1;
        transfer->is_accepted = text[0] == '2';
        transfer->end = now_in_seconds();
    }
    return 0;
}

static int ends_early(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)a, (void)b, (void)c, (void)d;
    transfer *transfer = context;
    if (now_in_seconds() > transfer->end + farewell_in_seconds) return 1;
    if (transfer->is_answered) return 0;
    const cmail_server *server = transfer->server;
    if (server->stops != NULL && server->stops(server->context, transfer->read > 0)) transfer->is_stopped = 1;
    return transfer->is_stopped;
}

/// What the server says outside of replies goes nowhere.
static size_t pass_over(char *text, size_t size, size_t count, void *context) {
    (void)text, (void)context;
    return size * count;
}

/// Whether a text can stand in a line of SMTP.
static int is_line(const char *text, size_t longest) {
    if (text == NULL || text[0] == 0) return 0;
    size_t length = 0;
    for (const unsigned char *byte = (const unsigned char *)text; *byte != 0; byte++) {
        if (*byte < 0x20 || *byte == 0x7F || ++length > longest) return 0;
    }
    return 1;
}

static int is_address(const char *text) {
    return is_line(text, 254) && strpbrk(text, "<> ") == NULL;
}

static int is_usable(const cmail_server *server) {
    if (server == NULL || !is_line(server->url, 1024) || server->timeout_in_seconds < 1) return 0;
    if ((server->username == NULL) != (server->password == NULL)) return 0;
    return server->username == NULL || (is_line(server->username, 1024) && is_line(server->password, 1024));
}

static cmail_status status_of(CURLcode code, const transfer *transfer, long reply) {
    if (transfer->is_accepted) return CMAIL_OK;
    // What the library calls good was answered, or was a check.
    if (code == CURLE_OK) return transfer->byte_count == 0 ? CMAIL_OK : CMAIL_FAILED;
    if (transfer->is_stopped) return CMAIL_STOPPED;
    switch (code) {
    case CURLE_LOGIN_DENIED: return CMAIL_LOGIN_DENIED;
    case CURLE_USE_SSL_FAILED:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS: return CMAIL_NOT_SECURE;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT: return CMAIL_UNREACHABLE;
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_UNKNOWN_OPTION: return CMAIL_BAD_ARGUMENT;
    default: break;
    }
    if (reply >= 400 && reply <= 599) return transfer->has_recipient ? CMAIL_REFUSED : CMAIL_NOT_SERVED;
    switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING: return CMAIL_UNREACHABLE;
    default: return CMAIL_FAILED;
    }
}

/// A write to a connection that the server has closed must end nothing but this transfer.
static CURLcode perform(const libcurl *curl, CURL *handle, transfer *transfer) {
    transfer->end = now_in_seconds() + transfer->server->timeout_in_seconds;
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    int is_blocked = pthread_sigmask(SIG_BLOCK, &pipe, &before) == 0;
    CURLcode code = curl->curl_easy_perform(handle);
    if (is_blocked && !sigismember(&before, SIGPIPE)) {
        const struct timespec none = {0, 0};
        if (sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE)) sigtimedwait(&pipe, NULL, &none);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    return code;
}

/// What is the same for a message and a check.
static CURLcode configure(const libcurl *curl, CURL *handle, const cmail_server *server, transfer *transfer) {
    CURLcode code = CURLE_OK;
#define SET(option, value)                                                                                             \
    if (code == CURLE_OK) code = curl->curl_easy_setopt(handle, option, value)
    SET(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    SET(CURLOPT_REDIR_PROTOCOLS_STR, "smtp,smtps");
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_URL, server->url);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_CONNECTTIMEOUT, connect_timeout_in_seconds);
    SET(CURLOPT_TIMEOUT, (long)server->timeout_in_seconds);
    SET(CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)server->timeout_in_seconds);
    SET(CURLOPT_USE_SSL, server->tls == CMAIL_TLS_OPTIONAL ? (long)CURLUSESSL_TRY : (long)CURLUSESSL_ALL);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    if (server->certificates != NULL) {
        SET(CURLOPT_CAINFO, server->certificates);
        SET(CURLOPT_CAPATH, (char *)NULL);
    }
    if (server->username != NULL) {
        SET(CURLOPT_USERNAME, server->username);
        SET(CURLOPT_PASSWORD, server->password);
    }
    // The connection ends with the message, and while the settings above still hold.
    SET(CURLOPT_FORBID_REUSE, 1L);
    SET(CURLOPT_WRITEFUNCTION, pass_over);
    SET(CURLOPT_VERBOSE, 1L);
    SET(CURLOPT_DEBUGFUNCTION, follow);
    SET(CURLOPT_DEBUGDATA, transfer);
    SET(CURLOPT_NOPROGRESS, 0L);
    SET(CURLOPT_XFERINFOFUNCTION, ends_early);
    SET(CURLOPT_XFERINFODATA, transfer);
#undef SET
    return code;
}

static cmail_status finish(
    const libcurl *curl, CURL *handle, CURLcode code, const transfer *transfer, int32_t *smtp_code) {
    long reply = 0;
    if (curl->curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &reply) != CURLE_OK) reply = 0;
    *smtp_code = (int32_t)reply;
    return status_of(code, transfer, reply);
}

cmail_status cmail_send(
    const cmail_server *server, const char *sender, const char *recipient, const uint8_t *bytes, size_t byte_count,
    int32_t *smtp_code) {
    if (smtp_code == NULL) return CMAIL_BAD_ARGUMENT;
    *smtp_code = 0;
    if (!is_usable(server) || !is_address(sender) || !is_address(recipient) || bytes == NULL || byte_count == 0) {
        return CMAIL_BAD_ARGUMENT;
    }
    const libcurl *curl = loaded_libcurl();
    if (curl == NULL) return CMAIL_LIBRARY_MISSING;
    CURL *handle = curl->curl_easy_init();
    struct curl_slist *recipients = curl->curl_slist_append(NULL, recipient);
    cmail_status status = CMAIL_FAILED;
    if (handle != NULL && recipients != NULL) {
        transfer transfer = {.server = server, .bytes = bytes, .byte_count = byte_count};
        CURLcode code = configure(curl, handle, server, &transfer);
#define SET(option, value)                                                                                             \
    if (code == CURLE_OK) code = curl->curl_easy_setopt(handle, option, value)
        SET(CURLOPT_MAIL_FROM, sender);
        SET(CURLOPT_MAIL_RCPT, recipients);
        SET(CURLOPT_UPLOAD, 1L);
        SET(CURLOPT_INFILESIZE_LARGE, (curl_off_t)byte_count);
        SET(CURLOPT_READFUNCTION, read_message);
        SET(CURLOPT_READDATA, &transfer);
#undef SET
        if (code == CURLE_OK) code = perform(curl, handle, &transfer);
        status = finish(curl, handle, code, &transfer, smtp_code);
    }
    if (handle != NULL) curl->curl_easy_cleanup(handle);
    curl->curl_slist_free_all(recipients);
    return status;
}

cmail_status cmail_check(const cmail_server *server, int32_t *smtp_code) {
    if (smtp_code == NULL) return CMAIL_BAD_ARGUMENT;
    *smtp_code = 0;
    if (!is_usable(server)) return CMAIL_BAD_ARGUMENT;
    const libcurl *curl = loaded_libcurl();
    if (curl == NULL) return CMAIL_LIBRARY_MISSING;
    CURL *handle = curl->curl_easy_init();
    if (handle == NULL) return CMAIL_FAILED;
    transfer transfer = {.server = server};
    CURLcode code = configure(curl, handle, server, &transfer);
    if (code == CURLE_OK) code = curl->curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, "NOOP");
    if (code == CURLE_OK) code = curl->curl_easy_setopt(handle, CURLOPT_NOBODY, 1L);
    if (code == CURLE_OK) code = perform(curl, handle, &transfer);
    cmail_status status = finish(curl, handle, code, &transfer, smtp_code);
    curl->curl_easy_cleanup(handle);
    return status;
}
