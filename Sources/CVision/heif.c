#define _GNU_SOURCE
#include "CVision.h"

#include <dlfcn.h>
#include <libheif/heif.h>
#include <malloc.h>
#include <stdlib.h>

// The program's functions come before those of its libraries, so libheif calls these two in the place of its decoders' own:
// both would start threads, which nobody can ask libheif to do without. Then they decode on the thread that calls them. A
// decoder of strangers' images may start none (decision 0119).

/// Of libde265: starts none.
int de265_start_worker_threads(void *context, int count) {
    (void)context;
    (void)count;
    return 0; // DE265_OK
}

/// Of dav1d, whose settings begin with the number of threads: one is the caller's.
void dav1d_default_settings(void *settings) {
    void (*set)(void *) = (void (*)(void *))dlsym(RTLD_NEXT, "dav1d_default_settings");
    if (set == NULL) abort();
    set(settings);
    *(int *)settings = 1;
}

static int has_size(const struct heif_image *image, int32_t width, int32_t height) {
    return heif_image_get_width(image, heif_channel_interleaved) == width &&
        heif_image_get_height(image, heif_channel_interleaved) == height;
}

/// Rows of 3 bytes a pixel, or of 4 where some of it is transparent, to blue, green, red on white.
static void copy_row(const uint8_t *source, uint8_t *target, int32_t width, int has_alpha, int is_premultiplied) {
    for (int32_t x = 0; x < width; x++, target += 3) {
        const unsigned alpha = has_alpha ? source[3] : 255;
        for (int channel = 0; channel < 3; channel++) {
            const unsigned value = source[2 - channel];
            const unsigned shown =
                is_premultiplied ? value + 255 - alpha : (value * alpha + 255 * (255 - alpha) + 127) / 255;
            target[channel] = (uint8_t)(shown < 255 ? shown : 255);
        }
        source += has_alpha ? 4 : 3;
    }
}

static cvision_status decode_primary(
    const struct heif_image_handle *handle, int32_t width, int32_t height, uint8_t *pixels) {
    // What the file states is refused here; what is decoded may still have another size.
    if (heif_image_handle_get_width(handle) != width || heif_image_handle_get_height(handle) != height) {
        return CVISION_CORRUPT;
    }
    const int has_alpha = heif_image_handle_has_alpha_channel(handle);
    struct heif_decoding_options *options = heif_decoding_options_alloc();
    if (options == NULL) return CVISION_FAILED;
    options->convert_hdr_to_8bit = 1;
    options->strict_decoding = 1;
    struct heif_image *image = NULL;
    const struct heif_error error = heif_decode_image(
        handle, &image, heif_colorspace_RGB, has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
        options);
    heif_decoding_options_free(options);
    cvision_status status = CVISION_CORRUPT;
    if (error.code == heif_error_Ok && image != NULL && has_size(image, width, height)) {
        int stride = 0;
        const uint8_t *rows = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride);
        if (rows != NULL && stride >= width * (has_alpha ? 4 : 3)) {
            const int is_premultiplied = has_alpha && heif_image_handle_is_premultiplied_alpha(handle);
            for (int32_t y = 0; y < height; y++) {
                copy_row(
                    rows + (size_t)y * (size_t)stride, pixels + (size_t)y * (size_t)width * 3, width, has_alpha,
                    is_premultiplied);
            }
            status = CVISION_OK;
        }
    }
    heif_image_release(image);
    return status;
}

static cvision_status decode_file(
    const uint8_t *bytes, size_t byte_count, int32_t width, int32_t height, uint8_t *pixels) {
    struct heif_context *context = heif_context_alloc();
    if (context == NULL) return CVISION_FAILED;
    heif_context_set_max_decoding_threads(context, 0);
    // A tile may be larger than the image that is cut from it, by less than this.
    const int longest = width > height ? width : height;
    heif_context_set_maximum_image_size_limit(context, longest + 4096);
    cvision_status status = CVISION_CORRUPT;
    struct heif_image_handle *handle = NULL;
    if (heif_context_read_from_memory_without_copy(context, bytes, byte_count, NULL).code == heif_error_Ok &&
        heif_context_get_primary_image_handle(context, &handle).code == heif_error_Ok) {
        status = decode_primary(handle, width, height, pixels);
    }
    heif_image_handle_release(handle);
    heif_context_free(context);
    return status;
}

cvision_status cvision_decode_heif(
    const uint8_t *bytes, size_t byte_count, int32_t width, int32_t height, uint8_t *pixels, size_t capacity) {
    if (bytes == NULL || pixels == NULL || width <= 0 || height <= 0 || width > 32000 || height > 32000 ||
        capacity / 3 < (size_t)width * (size_t)height) {
        return CVISION_BAD_ARGUMENT;
    }
    // libde265 shows what it does not find in a damaged image as whatever lay in its memory. From here to the end what is
    // allocated is filled with the same byte, so that equal files give equal pixels; but for what the C library's cache of each
    // thread hands on, which decoders go without (`ImageDecoderProcess`).
    mallopt(M_PERTURB, 0x7F);
    const cvision_status status = decode_file(bytes, byte_count, width, height, pixels);
    mallopt(M_PERTURB, 0);
    return status;
}
