#ifndef CZXING_H
#define CZXING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CZXING_OK = 0,
    /// The image holds no symbol that can be read.
    CZXING_NOTHING_FOUND = 1,
    /// The symbol's content is longer than `capacity`.
    CZXING_TOO_LONG = 2,
    /// An argument is out of range, or the library threw.
    CZXING_FAILED = 3,
} czxing_status;

/// Reads one QR symbol out of a grey image: `width * height` bytes, rows top to bottom, no padding.
/// Writes the content's bytes to `content` (at most `capacity`, no terminator) and their number to `content_length`.
/// Catches every C++ exception. Keeps no pointer after it returns. Safe on any bytes, from any thread.
czxing_status czxing_read_qr(const uint8_t *_Nonnull grey, int32_t width, int32_t height,
                             uint8_t *_Nonnull content, size_t capacity, size_t *_Nonnull content_length);

#ifdef __cplusplus
}
#endif

#endif
