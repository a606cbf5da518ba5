#include "CVision.h"

#include <png.h>
#include <string.h>

// libpng's simplified interface does its long jumps inside the library and reports by return value. It applies the
// library's own limits on chunks (8 MB each, 1,000 kept), so a small file cannot ask for unbounded memory; the size in
// pixels was checked by the caller.

cvision_status cvision_decode_png(
    const uint8_t *bytes, size_t byte_count, int32_t width, int32_t height, uint8_t *pixels, size_t capacity) {
    if (bytes == NULL || pixels == NULL || width <= 0 || height <= 0 ||
        capacity / 3 < (size_t)width * (size_t)height) {
        return CVISION_BAD_ARGUMENT;
    }
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&image, bytes, byte_count)) return CVISION_CORRUPT;
    if (image.width != (png_uint_32)width || image.height != (png_uint_32)height) {
        png_image_free(&image);
        return CVISION_CORRUPT;
    }
    image.format = PNG_FORMAT_BGR;
    // Without this, 16-bit samples that state no gamma are taken for linear light and come out far too bright.
    image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    const png_color white = {255, 255, 255};
    // Frees what begin_read allocated, also when it fails.
    if (!png_image_finish_read(&image, &white, pixels, 0, NULL)) return CVISION_CORRUPT;
    return CVISION_OK;
}

static int describe(png_image *image, int32_t width, int32_t height, int32_t channels) {
    if (width <= 0 || height <= 0 || width > 65500 || height > 65500 || (channels != 1 && channels != 3)) return 0;
    memset(image, 0, sizeof *image);
    image->version = PNG_IMAGE_VERSION;
    image->width = (png_uint_32)width;
    image->height = (png_uint_32)height;
    image->format = channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_BGR;
    return 1;
}

size_t cvision_png_capacity(int32_t width, int32_t height, int32_t channels) {
    png_image image;
    return describe(&image, width, height, channels) ? PNG_IMAGE_PNG_SIZE_MAX(image) : 0;
}

cvision_status cvision_encode_png(
    const uint8_t *pixels, size_t pixel_byte_count, int32_t width, int32_t height, int32_t channels,
    uint8_t *bytes, size_t capacity, size_t *written) {
    png_image image;
    if (pixels == NULL || bytes == NULL || written == NULL || !describe(&image, width, height, channels) ||
        pixel_byte_count != (size_t)width * (size_t)height * (size_t)channels) {
        return CVISION_BAD_ARGUMENT;
    }
    png_alloc_size_t size = capacity;
    if (!png_image_write_to_memory(&image, bytes, &size, 0, pixels, 0, NULL)) return CVISION_FAILED;
    *written = size;
    return CVISION_OK;
}
