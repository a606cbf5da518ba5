#include "CVision.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

// Decoding goes through libpng's progressive reader, for what foreign bytes can cost: it leaves the stream of pixels
// where the last row is full, whatever else that stream would inflate to, and it takes no chunk that it is told to pass
// over. The library's other readers inflate the stream to its end and every compressed text on the way: gigabytes from a
// file of a few megabytes. The size in pixels was checked by the caller.

typedef struct reading {
    uint8_t *pixels;
    int32_t width, height;
    int pass_count;
    int has_all_rows;
    int has_ended;
} reading;

static void describe_pixels(png_structp png, png_infop info) {
    reading *reading = png_get_progressive_ptr(png);
    if (png_get_image_width(png, info) != (png_uint_32)reading->width ||
        png_get_image_height(png, info) != (png_uint_32)reading->height) {
        png_error(png, "another size");
    }
    // Palettes, few bits and single transparent colours to channels of 8 bits; grey to three equal channels.
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_bgr(png);
    // Samples are shown as sRGB, and taken for sRGB where the file says nothing else.
    png_set_alpha_mode(png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
    const png_color_16 white = {.red = 255, .green = 255, .blue = 255, .gray = 255};
    png_set_background_fixed(png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 0);
    reading->pass_count = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != (size_t)reading->width * 3) png_error(png, "another form");
}

/// `row` is NULL where this pass of an interlaced image has nothing for that row.
static void take_row(png_structp png, png_bytep row, png_uint_32 number, int pass) {
    reading *reading = png_get_progressive_ptr(png);
    if (number >= (png_uint_32)reading->height) return;
    png_progressive_combine_row(png, reading->pixels + (size_t)number * (size_t)reading->width * 3, row);
    if (number + 1 == (png_uint_32)reading->height && pass + 1 == reading->pass_count) reading->has_all_rows = 1;
}

static void end(png_structp png, png_infop info) {
    (void)info;
    ((reading *)png_get_progressive_ptr(png))->has_ended = 1;
}

static void fail(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void pass_over_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

cvision_status cvision_decode_png(
    const uint8_t *bytes, size_t byte_count, int32_t width, int32_t height, uint8_t *pixels, size_t capacity) {
    if (bytes == NULL || pixels == NULL || width <= 0 || height <= 0 ||
        capacity / 3 < (size_t)width * (size_t)height) {
        return CVISION_BAD_ARGUMENT;
    }
    reading reading = {.pixels = pixels, .width = width, .height = height};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, pass_over_warning);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    if (info == NULL) {
        png_destroy_read_struct(&png, NULL, NULL);
        return CVISION_FAILED;
    }
    if (setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_read_struct(&png, &info, NULL);
        return CVISION_CORRUPT;
    }
    // A wrong check sum of the pixels is an error too.
    png_set_benign_errors(png, 0);
    // Of the chunks that an image can do without only these are read.
    static const png_byte read[] = "gAMA\0cHRM\0sRGB";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, read, 3);
    png_set_progressive_read_fn(png, &reading, describe_pixels, take_row, end);
    png_process_data(png, info, (png_bytep)bytes, byte_count);
    png_destroy_read_struct(&png, &info, NULL);
    return reading.has_all_rows && reading.has_ended ? CVISION_OK : CVISION_CORRUPT;
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
