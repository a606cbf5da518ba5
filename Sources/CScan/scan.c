#include "CScan.h"

#if defined(__x86_64__)
#include <immintrin.h>

// How far ahead memory is asked for, in bytes: by itself the processor stops at the end of a page. Asking for what nobody owns
// does nothing (docs/measurements/face-search.md).
#define AHEAD(address) ((const char *)((uintptr_t)(address) + 8192))
#endif

cscan_kind cscan_fastest(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vnni")) {
        return CSCAN_VNNI;
    }
    if (__builtin_cpu_supports("avx2")) { return CSCAN_AVX2; }
#endif
    return CSCAN_PLAIN;
}

// The loop, written once and compiled for each product, which becomes part of it.
#define SELECT(product)                                                                                               \
    size_t found = 0;                                                                                                 \
    for (size_t row = 0; row < count; row++) {                                                                        \
        const int32_t sum = product(rows + row * row_length, query->values, row_length, correction);                  \
        const float bound = (float)sum * (scales[row] * query->scale) + errors[row] * query->error_weight +           \
                            query->slack;                                                                             \
        places[found] = (uint32_t)row;                                                                                \
        bounds[found] = bound;                                                                                        \
        found += bound >= least;                                                                                      \
    }                                                                                                                 \
    return found;

static inline int32_t product_plain(const int8_t *row, const int8_t *query, size_t length, int32_t correction) {
    (void)correction;
    int32_t sum = 0;
    for (size_t index = 0; index < length; index++) { sum += (int32_t)row[index] * (int32_t)query[index]; }
    return sum;
}

static size_t select_plain(
    const int8_t *rows, size_t count, size_t row_length, const float *scales, const float *errors,
    const cscan_query *query, float least, uint32_t *places, float *bounds) {
    const int32_t correction = 0;
    SELECT(product_plain)
}

#if defined(__x86_64__)

// Of two signed bytes the first without its sign times the second with both signs: products of at most 127² in pairs stay
// within 16 bits.
__attribute__((target("avx2"))) static inline int32_t product_avx2(
    const int8_t *row, const int8_t *query, size_t length, int32_t correction) {
    (void)correction;
    const __m256i ones = _mm256_set1_epi16(1);
    __m256i first = _mm256_setzero_si256(), second = _mm256_setzero_si256();
    for (size_t index = 0; index < length; index += 64) {
        _mm_prefetch(AHEAD(row + index), _MM_HINT_T0);
        const __m256i a = _mm256_loadu_si256((const __m256i *)(row + index));
        const __m256i b = _mm256_loadu_si256((const __m256i *)(row + index + 32));
        const __m256i c = _mm256_loadu_si256((const __m256i *)(query + index));
        const __m256i d = _mm256_loadu_si256((const __m256i *)(query + index + 32));
        const __m256i low = _mm256_maddubs_epi16(_mm256_abs_epi8(a), _mm256_sign_epi8(c, a));
        const __m256i high = _mm256_maddubs_epi16(_mm256_abs_epi8(b), _mm256_sign_epi8(d, b));
        first = _mm256_add_epi32(first, _mm256_madd_epi16(low, ones));
        second = _mm256_add_epi32(second, _mm256_madd_epi16(high, ones));
    }
    const __m256i sum = _mm256_add_epi32(first, second);
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, _MM_SHUFFLE(1, 0, 3, 2)));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(half);
}

__attribute__((target("avx2"))) static size_t select_avx2(
    const int8_t *rows, size_t count, size_t row_length, const float *scales, const float *errors,
    const cscan_query *query, float least, uint32_t *places, float *bounds) {
    const int32_t correction = 0;
    SELECT(product_avx2)
}

// The instruction takes unsigned bytes times signed ones: 128 is added to each byte of the row, and 128 times the sum of the
// query taken away at the end.
__attribute__((target("avx512f,avx512bw,avx512vnni"))) static inline int32_t product_vnni(
    const int8_t *row, const int8_t *query, size_t length, int32_t correction) {
    const __m512i flip = _mm512_set1_epi8((char)0x80);
    __m512i first = _mm512_setzero_si512(), second = _mm512_setzero_si512();
    size_t index = 0;
    for (; index + 128 <= length; index += 128) {
        _mm_prefetch(AHEAD(row + index), _MM_HINT_T0);
        _mm_prefetch(AHEAD(row + index + 64), _MM_HINT_T0);
        const __m512i a = _mm512_xor_si512(_mm512_loadu_si512(row + index), flip);
        const __m512i b = _mm512_xor_si512(_mm512_loadu_si512(row + index + 64), flip);
        first = _mm512_dpbusd_epi32(first, a, _mm512_loadu_si512(query + index));
        second = _mm512_dpbusd_epi32(second, b, _mm512_loadu_si512(query + index + 64));
    }
    if (index < length) {
        _mm_prefetch(AHEAD(row + index), _MM_HINT_T0);
        const __m512i a = _mm512_xor_si512(_mm512_loadu_si512(row + index), flip);
        first = _mm512_dpbusd_epi32(first, a, _mm512_loadu_si512(query + index));
    }
    return _mm512_reduce_add_epi32(_mm512_add_epi32(first, second)) - correction;
}

__attribute__((target("avx512f,avx512bw,avx512vnni"))) static size_t select_vnni(
    const int8_t *rows, size_t count, size_t row_length, const float *scales, const float *errors,
    const cscan_query *query, float least, uint32_t *places, float *bounds) {
    int32_t correction = 0;
    for (size_t index = 0; index < row_length; index++) { correction += 128 * (int32_t)query->values[index]; }
    SELECT(product_vnni)
}

#endif

size_t cscan_select(
    cscan_kind kind, const int8_t *rows, size_t count, size_t row_length, const float *scales, const float *errors,
    const cscan_query *query, float least, uint32_t *places, float *bounds) {
    if (row_length % CSCAN_ROW_MULTIPLE != 0 || row_length > CSCAN_LONGEST_ROW) { return 0; }
#if defined(__x86_64__)
    if (kind == CSCAN_VNNI) {
        return select_vnni(rows, count, row_length, scales, errors, query, least, places, bounds);
    }
    if (kind == CSCAN_AVX2) {
        return select_avx2(rows, count, row_length, scales, errors, query, least, places, bounds);
    }
#endif
    return select_plain(rows, count, row_length, scales, errors, query, least, places, bounds);
}
