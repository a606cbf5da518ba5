#include "CVision.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

static int is_acceptable_side(int32_t side) { return side > 0 && side <= 65500; }

/// Ceiling of side / denominator, as libjpeg reduces.
static int32_t reduced(int32_t side, int32_t denominator) { return (side + denominator - 1) / denominator; }

/// Four inks to blue, green, red. `inks` has 4 bytes a pixel.
static void convert_inks(const uint8_t *inks, size_t pixel_count, int is_inverted, uint8_t *pixels) {
    const unsigned flip = is_inverted ? 0 : 255;
    for (size_t i = 0; i < pixel_count; i++) {
        const uint8_t *ink = inks + i * 4;
        const unsigned black = ink[3] ^ flip;
        for (int channel = 0; channel < 3; channel++) {
            const unsigned product = (ink[2 - channel] ^ flip) * black;
            pixels[i * 3 + channel] = (uint8_t)((product + 127) / 255);
        }
    }
}

/// How many bytes libjpeg skipped before the end-of-image marker, where that was the first thing it warned of; else 0.
/// Some cameras write padding there.
static size_t padding_before_end(tjhandle handle) {
    unsigned count = 0, marker = 0;
    if (tjGetErrorCode(handle) != TJERR_WARNING) return 0;
    const char *form = "Corrupt JPEG data: %u extraneous bytes before marker 0x%x";
    if (sscanf(tjGetErrorStr2(handle), form, &count, &marker) != 2 || marker != 0xD9) return 0;
    return count;
}

/// Decodes, and once more without the padding if there is some: libjpeg tells its first warning only, so that this one
/// would hide all that come after it. 0 where nothing at all is wrong.
static int decode(
    tjhandle handle, const uint8_t *bytes, size_t byte_count, int32_t width, int32_t height, int format,
    uint8_t *pixels) {
    const int flags = TJFLAG_LIMITSCANS;
    if (tjDecompress2(handle, bytes, (unsigned long)byte_count, pixels, width, 0, height, format, flags) == 0) return 0;
    const size_t padding = padding_before_end(handle);
    if (padding == 0 || byte_count < padding + 2) return -1;
    const size_t kept = byte_count - 2 - padding;
    uint8_t *whole = malloc(kept + 2);
    if (whole == NULL) return -1;
    memcpy(whole, bytes, kept);
    memcpy(whole + kept, bytes + byte_count - 2, 2);
    const int result = tjDecompress2(handle, whole, (unsigned long)(kept + 2), pixels, width, 0, height, format, flags);
    free(whole);
    return result;
}

cvision_status cvision_decode_jpeg(
    const uint8_t *bytes, size_t byte_count, int32_t width, int32_t height, int32_t denominator,
    int32_t is_cmyk_inverted, uint8_t *pixels, size_t capacity) {
    if (bytes == NULL || pixels == NULL || !is_acceptable_side(width) || !is_acceptable_side(height)) {
        return CVISION_BAD_ARGUMENT;
    }
    if (denominator != 1 && denominator != 2 && denominator != 4 && denominator != 8) return CVISION_BAD_ARGUMENT;
    const size_t pixel_count = (size_t)width * (size_t)height;
    if (capacity / 3 < pixel_count) return CVISION_BAD_ARGUMENT;

    tjhandle handle = tjInitDecompress();
    if (handle == NULL) return CVISION_FAILED;
    cvision_status status = CVISION_CORRUPT;
    uint8_t *inks = NULL;

    int stated_width = 0, stated_height = 0, sampling = 0, colours = 0;
    if (tjDecompressHeader3(
            handle, bytes, (unsigned long)byte_count, &stated_width, &stated_height, &sampling, &colours) != 0 ||
        reduced(stated_width, denominator) != width || reduced(stated_height, denominator) != height) {
        goto end;
    }

    const int has_inks = colours == TJCS_CMYK || colours == TJCS_YCCK;
    if (has_inks) {
        inks = malloc(pixel_count * 4);
        if (inks == NULL) {
            status = CVISION_FAILED;
            goto end;
        }
    }
    if (decode(
            handle, bytes, byte_count, width, height, has_inks ? TJPF_CMYK : TJPF_BGR, has_inks ? inks : pixels) != 0) {
        goto end;
    }
    if (has_inks) convert_inks(inks, pixel_count, is_cmyk_inverted, pixels);
    status = CVISION_OK;

end:
    free(inks);
    tjDestroy(handle);
    return status;
}

size_t cvision_jpeg_capacity(int32_t width, int32_t height, int32_t channels) {
    if (!is_acceptable_side(width) || !is_acceptable_side(height)) return 0;
    const unsigned long size = tjBufSize(width, height, channels == 1 ? TJSAMP_GRAY : TJSAMP_420);
    return size == (unsigned long)-1 ? 0 : size;
}

cvision_status cvision_encode_jpeg(
    const uint8_t *pixels, size_t pixel_byte_count, int32_t width, int32_t height, int32_t channels, int32_t quality,
    uint8_t *bytes, size_t capacity, size_t *written) {
    if (pixels == NULL || bytes == NULL || written == NULL || (channels != 1 && channels != 3) ||
        !is_acceptable_side(width) || !is_acceptable_side(height) || quality < 1 || quality > 100 ||
        pixel_byte_count != (size_t)width * (size_t)height * (size_t)channels ||
        capacity < cvision_jpeg_capacity(width, height, channels)) {
        return CVISION_BAD_ARGUMENT;
    }
    tjhandle handle = tjInitCompress();
    if (handle == NULL) return CVISION_FAILED;
    unsigned char *target = bytes;
    unsigned long size = (unsigned long)capacity;
    const int result = tjCompress2(
        handle, pixels, width, 0, height, channels == 1 ? TJPF_GRAY : TJPF_BGR, &target, &size,
        channels == 1 ? TJSAMP_GRAY : TJSAMP_420, quality, TJFLAG_NOREALLOC);
    tjDestroy(handle);
    if (result != 0) return CVISION_FAILED;
    *written = size;
    return CVISION_OK;
}
