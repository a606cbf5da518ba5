// Scalar products of one vector of bytes with many, as fast as memory gives them. Imported by the module `FaceEngine` alone.
//
// No library behind it: the compiler's intrinsics, by what the processor can (AVX-512 VNNI, AVX2, else plain C). All three
// give the same integers. Every function may be called by any thread and keeps no pointer after it returns.

#ifndef CSCAN_H
#define CSCAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Rows have a length that is a multiple of this many bytes.
#define CSCAN_ROW_MULTIPLE 64
/// No row is longer: the sums of products stay within 32 bits.
#define CSCAN_LONGEST_ROW 65536

/// What the scalar products are computed with.
typedef enum cscan_kind {
    CSCAN_PLAIN = 0,
    CSCAN_AVX2 = 1,
    CSCAN_VNNI = 2,
} cscan_kind;

/// The fastest that this processor can.
cscan_kind cscan_fastest(void);

/// One vector of bytes that is looked for: −127 to 127, filled up with zeros to `row_length`.
typedef struct cscan_query {
    const int8_t *values;
    /// What a byte of it stands for.
    float scale;
    /// An upper bound of a product is what the bytes give, plus `error_weight` times the row's own error, plus `slack`.
    float error_weight;
    float slack;
} cscan_query;

/// Looks at `count` rows of `row_length` bytes each (−127 to 127), one after the other, and writes those whose upper bound is at
/// least `least`: their places from 0, and the bounds, in rising order of places.
/// `places` and `bounds` have room for `count`.
/// - Parameters: `scales` and `errors` have one number a row; `kind` must be one that the processor can.
/// Returns how many were written; none where `row_length` is no multiple of 64, or longer than the longest.
size_t cscan_select(
    cscan_kind kind, const int8_t *rows, size_t count, size_t row_length, const float *scales, const float *errors,
    const cscan_query *query, float least, uint32_t *places, float *bounds);

#ifdef __cplusplus
}
#endif

#endif
