// What the project uses of libturbojpeg, libpng, libwebp, libheif and OpenCV, as plain C. Imported by the module `Vision` alone.
//
// Promises of every function here: it takes any bytes from any thread, never reads or writes outside the lengths given
// beside the pointers, catches every exception and long jump of the library behind it, and keeps no pointer after it
// returns. Images are 8 bit, rows from top to bottom without padding, 1 channel (grey) or 3 (blue, green, red).
// Pixel coordinates have their origin in the middle of the top left pixel; x runs right, y down.

#ifndef CVISION_H
#define CVISION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cvision_status {
    CVISION_OK = 0,
    /// The bytes are damaged, end too early, or are of a form that the library does not read.
    CVISION_CORRUPT = 1,
    /// A length, size or parameter does not fit the others: a mistake of the caller. Nothing was written.
    CVISION_BAD_ARGUMENT = 2,
    /// There is no answer for this input, for example no homography through points on one line.
    CVISION_NO_SOLUTION = 3,
    /// The library refused, for example for want of memory.
    CVISION_FAILED = 4,
} cvision_status;

// Decoding and encoding.

/// Decodes a JPEG to blue, green, red, reduced by `denominator` (1, 2, 4, 8) in the transform itself.
/// `width` and `height` are the reduced size, ceil(stated size / denominator); another size in the file is CORRUPT.
/// Any sign of missing or damaged data is CORRUPT; padding before the end-of-image marker, with which `bytes` must end, is
/// none. `is_cmyk_inverted`: a four-channel file stores its inks so that 255
/// is none of it, as files with an Adobe marker do. `capacity` must be at least width × height × 3.
cvision_status cvision_decode_jpeg(
    const uint8_t *bytes, size_t byte_count, int32_t width, int32_t height, int32_t denominator,
    int32_t is_cmyk_inverted, uint8_t *pixels, size_t capacity);

/// Decodes a PNG of any colour type and depth; transparent parts become white.
cvision_status cvision_decode_png(
    const uint8_t *bytes, size_t byte_count, int32_t width, int32_t height, uint8_t *pixels, size_t capacity);

/// Decodes a still WebP; transparent parts become white.
cvision_status cvision_decode_webp(
    const uint8_t *bytes, size_t byte_count, int32_t width, int32_t height, uint8_t *pixels, size_t capacity);

/// Decodes the primary image of a HEIF file, HEVC or AV1, as its own properties say that it is shown: cropped, turned and
/// mirrored, which `width` and `height` are the size after. More than 8 bits become 8; transparent parts become white.
/// Damage within the coded image is not always noticed.
cvision_status cvision_decode_heif(
    const uint8_t *bytes, size_t byte_count, int32_t width, int32_t height, uint8_t *pixels, size_t capacity);

/// The greatest length that `cvision_encode_jpeg` writes for this size; 0 for an impossible size.
size_t cvision_jpeg_capacity(int32_t width, int32_t height, int32_t channels);

/// Writes a baseline JPEG, 4:2:0 for colour, `quality` 1 to 100.
cvision_status cvision_encode_jpeg(
    const uint8_t *pixels, size_t pixel_byte_count, int32_t width, int32_t height, int32_t channels, int32_t quality,
    uint8_t *bytes, size_t capacity, size_t *written);

/// The greatest length that `cvision_encode_png` writes for this size; 0 for an impossible size.
size_t cvision_png_capacity(int32_t width, int32_t height, int32_t channels);

cvision_status cvision_encode_png(
    const uint8_t *pixels, size_t pixel_byte_count, int32_t width, int32_t height, int32_t channels,
    uint8_t *bytes, size_t capacity, size_t *written);

// Resampling. Source and target may not overlap; both have `channels` channels.

/// Area averages where both sides shrink, bilinear otherwise.
cvision_status cvision_resize(
    const uint8_t *source, size_t source_count, int32_t source_width, int32_t source_height, int32_t channels,
    uint8_t *target, size_t target_count, int32_t target_width, int32_t target_height);

/// The same of the part of a source of three channels that begins at (x, y), black where it lies outside. `is_bilinear`:
/// also where both sides shrink, between the four nearest pixels, whatever lies between those.
cvision_status cvision_resize_part(
    const uint8_t *source, size_t source_count, int32_t source_width, int32_t source_height,
    int32_t x, int32_t y, int32_t part_width, int32_t part_height, int32_t is_bilinear,
    uint8_t *target, size_t target_count, int32_t target_width, int32_t target_height);

typedef enum cvision_border {
    CVISION_BORDER_REPLICATED = 0,
    CVISION_BORDER_BLACK = 1,
} cvision_border;

/// Bilinear. `matrix` (a, b, tx, c, d, ty) maps a TARGET pixel to the place in the source that it is taken from.
cvision_status cvision_warp_affine(
    const uint8_t *source, size_t source_count, int32_t source_width, int32_t source_height, int32_t channels,
    const double matrix[6], cvision_border border,
    uint8_t *target, size_t target_count, int32_t target_width, int32_t target_height);

/// Bilinear. `matrix` (row by row) maps a TARGET pixel to the place in the source that it is taken from.
cvision_status cvision_warp_perspective(
    const uint8_t *source, size_t source_count, int32_t source_width, int32_t source_height, int32_t channels,
    const double matrix[9], cvision_border border,
    uint8_t *target, size_t target_count, int32_t target_width, int32_t target_height);

/// Target pixel i is taken from (x[i], y[i]) of the source, bicubically between pixels. `map_count` is the length of x and
/// of y and equals target_width × target_height. Places that are not finite are taken as outside.
cvision_status cvision_remap(
    const uint8_t *source, size_t source_count, int32_t source_width, int32_t source_height, int32_t channels,
    const float *x, const float *y, size_t map_count, cvision_border border,
    uint8_t *target, size_t target_count, int32_t target_width, int32_t target_height);

/// Turned by `quarter_turns` (1, 2, 3) clockwise; for 1 and 3 the target's width is the source's height.
cvision_status cvision_turn(
    const uint8_t *source, size_t source_count, int32_t width, int32_t height, int32_t channels, int32_t quarter_turns,
    uint8_t *target, size_t target_count);

/// Left and right exchanged.
cvision_status cvision_mirror(
    const uint8_t *source, size_t source_count, int32_t width, int32_t height, int32_t channels,
    uint8_t *target, size_t target_count);

/// Gaussian blur of standard deviation `sigma` pixels, border replicated.
cvision_status cvision_blur(
    const uint8_t *source, size_t source_count, int32_t width, int32_t height, int32_t channels, double sigma,
    uint8_t *target, size_t target_count);

/// The same for one plane of floats.
cvision_status cvision_blur_floats(
    const float *source, size_t source_count, int32_t width, int32_t height, double sigma,
    float *target, size_t target_count);

/// The mean of each pixel's `side` × `side` neighbours (odd), border replicated.
cvision_status cvision_box_mean_floats(
    const float *source, size_t source_count, int32_t width, int32_t height, int32_t side,
    float *target, size_t target_count);

/// ITU-R BT.601 luma of a three-channel image: 0.299 red + 0.587 green + 0.114 blue, rounded.
cvision_status cvision_grey(
    const uint8_t *source, size_t source_count, int32_t width, int32_t height, uint8_t *target, size_t target_count);

// From images to numbers.

/// value = (pixel − mean) × scale for each channel. `is_red_first`: channels of the result run red, green, blue (and so
/// do `mean` and `scale`); else blue, green, red. `is_planar`: one plane a channel; else three numbers a pixel.
cvision_status cvision_floats(
    const uint8_t *source, size_t source_count, int32_t width, int32_t height, int32_t is_red_first, int32_t is_planar,
    const float mean[3], const float scale[3], float *target, size_t target_count);

/// Variance of the discrete Laplacian (kernel 0 1 0, 1 −4 1, 0 1 0) of a grey image, the outermost pixels left out.
cvision_status cvision_laplacian_variance(
    const uint8_t *source, size_t source_count, int32_t width, int32_t height, double *variance);

/// For every pixel the nearest pixel whose mask value is not 0: its distance in pixels (Euclidean, approximated by a
/// 5 × 5 mask) and its index (row × width + column). NO_SOLUTION where the mask is empty.
cvision_status cvision_nearest_marked(
    const uint8_t *mask, size_t mask_count, int32_t width, int32_t height,
    float *distances, int32_t *indices, size_t target_count);

// Points. Coordinates come in pairs x, y.

/// Shi–Tomasi corners of a grey image inside a polygon (the whole image where `polygon_count` is 0), strongest
/// first. `points` takes 2 × `maximum` floats.
cvision_status cvision_corners(
    const uint8_t *grey, size_t grey_count, int32_t width, int32_t height,
    const float *polygon, size_t polygon_count, int32_t maximum, double quality, double minimum_distance,
    int32_t block_size, float *points, size_t point_capacity, size_t *found);

/// Pyramidal Lucas–Kanade flow of `point_count` points from one grey image into another of the same size.
/// `is_found[i]` 1: `tracked` holds where point i went.
cvision_status cvision_track(
    const uint8_t *from, size_t from_count, const uint8_t *to, size_t to_count, int32_t width, int32_t height,
    const float *points, size_t point_count, int32_t window, int32_t levels, int32_t rounds, double precision,
    float *tracked, uint8_t *is_found);

/// Dense inverse search flow (preset "medium") from one grey image into another of the same size: the pixel (x, y) of `from`
/// is at (x + flow[2i], y + flow[2i + 1]) of `to`, i = y × width + x. `aligned[i]` is the grey value there, bicubic, border
/// replicated. Both sides at least 24 pixels. `flow_count` is 2 × width × height, `aligned_count` half of it.
cvision_status cvision_align(
    const uint8_t *from, size_t from_count, const uint8_t *to, size_t to_count, int32_t width, int32_t height,
    float *flow, size_t flow_count, float *aligned, size_t aligned_count);

/// The homography (row by row, last number 1) that maps `from` to `to` with the least squared error over all points.
cvision_status cvision_homography(const double *from, const double *to, size_t point_count, double matrix[9]);

/// Delaunay triangles over points that lie within (0, 0) … (width, height). Writes three indices into `points` for each
/// triangle, at most `capacity` indices (2 × point_count triangles are always enough); points at one place count once.
cvision_status cvision_triangulate(
    const float *points, size_t point_count, float width, float height,
    int32_t *indices, size_t capacity, size_t *written);

/// Whether this processor has the AVX2 and FMA instructions; 0 on other architectures.
int32_t cvision_has_avx2(void);

#ifdef __cplusplus
}
#endif

#endif
