#ifndef CZXING_H
#define CZXING_H

#include <stdbool.h>
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

/// One bit each, so that several can be asked for.
typedef enum {
    CZXING_PDF417 = 1,
    CZXING_QR = 2,
    CZXING_AZTEC = 4,
    CZXING_DATA_MATRIX = 8,
    CZXING_CODE_128 = 16,
} czxing_format;

typedef struct {
    /// A value of `czxing_format`.
    int32_t format;
    /// Upper left, upper right, lower right, lower left as the symbol reads, in pixels of the image. A PDF417 of which one
    /// end was not seen has zeros for that end's corners.
    int32_t x[4], y[4];
    /// The content's bytes, as the symbol holds them: no character set is applied.
    size_t length;
    /// Where they begin in `contents`; 0 where they are not kept.
    size_t offset;
    /// Whether `contents` had room for them.
    bool is_kept;
} czxing_symbol;

/// Reads the symbols of a grey image: `width * height` bytes, rows top to bottom, no padding, at most 4096 each. Only those are told
/// whose error correction holds; of PDF417 one.
///
/// `wanted` is a sum of `czxing_format`. Symbols are looked for in all four directions, at the image's own size; for QR alone
/// where the image has few places that look like a finder pattern. Writes at most `symbol_capacity` (1 to 255) symbols, and their
/// contents one behind the other to `contents`, at most `capacity` bytes. Catches every C++ exception. Keeps no pointer after it
/// returns. Safe on any bytes, from any thread. It cannot be stopped: the image's size bounds its time
/// (docs/measurements/barcodes.md).
czxing_status czxing_read_symbols(const uint8_t *_Nonnull grey, int32_t width, int32_t height, uint32_t wanted,
                                  czxing_symbol *_Nonnull symbols, size_t symbol_capacity,
                                  size_t *_Nonnull symbol_count, uint8_t *_Nonnull contents, size_t capacity);

/// Draws a symbol, for tests and sample material: `width * height` bytes, 1 where a module is dark, 0 where it is light, rows top to
/// bottom, without a margin. Rows of a PDF417 and of Code 128 are several modules high.
///
/// `text` is UTF-8; `format` one value of `czxing_format`; `level` of error correction 0 to 8, -1 for the library's own choice.
/// `CZXING_TOO_LONG` where the symbol has more modules than `capacity`; `CZXING_FAILED` where the text fits no symbol.
czxing_status czxing_write_symbol(const char *_Nonnull text, size_t length, int32_t format, int32_t level,
                                  uint8_t *_Nonnull modules, size_t capacity, int32_t *_Nonnull width,
                                  int32_t *_Nonnull height);

#ifdef __cplusplus
}
#endif

#endif
