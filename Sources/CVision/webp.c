#include "CVision.h"

#include <stdlib.h>
#include <webp/decode.h>

cvision_status cvision_decode_webp(
    const uint8_t *bytes, size_t byte_count, int32_t width, int32_t height, uint8_t *pixels, size_t capacity) {
    if (bytes == NULL || pixels == NULL || width <= 0 || height <= 0 || width > 16383 || height > 16383 ||
        capacity / 3 < (size_t)width * (size_t)height) {
        return CVISION_BAD_ARGUMENT;
    }
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, byte_count, &features) != VP8_STATUS_OK || features.has_animation ||
        features.width != width || features.height != height) {
        return CVISION_CORRUPT;
    }
    const size_t pixel_count = (size_t)width * (size_t)height;
    if (!features.has_alpha) {
        return WebPDecodeBGRInto(bytes, byte_count, pixels, pixel_count * 3, width * 3) == NULL ? CVISION_CORRUPT
                                                                                               : CVISION_OK;
    }
    uint8_t *translucent = malloc(pixel_count * 4);
    if (translucent == NULL) return CVISION_FAILED;
    cvision_status status = CVISION_CORRUPT;
    if (WebPDecodeBGRAInto(bytes, byte_count, translucent, pixel_count * 4, width * 4) != NULL) {
        for (size_t i = 0; i < pixel_count; i++) {
            const unsigned alpha = translucent[i * 4 + 3];
            for (int channel = 0; channel < 3; channel++) {
                pixels[i * 3 + channel] =
                    (uint8_t)((translucent[i * 4 + channel] * alpha + 255 * (255 - alpha) + 127) / 255);
            }
        }
        status = CVISION_OK;
    }
    free(translucent);
    return status;
}
