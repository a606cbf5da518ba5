#include "CZXing.h"

#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <cstring>

czxing_status czxing_read_qr(const uint8_t *grey, int32_t width, int32_t height, uint8_t *content, size_t capacity,
                             size_t *content_length)
{
    *content_length = 0;
    if (width < 1 || height < 1)
        return CZXING_FAILED;
    try {
        ZXing::DecodeHints hints;
        hints.setFormats(ZXing::BarcodeFormat::QRCode);
        hints.setTryHarder(true);
        hints.setMaxNumberOfSymbols(1);
        const auto result = ZXing::ReadBarcode({grey, width, height, ZXing::ImageFormat::Lum}, hints);
        if (!result.isValid())
            return CZXING_NOTHING_FOUND;
        const auto &bytes = result.bytes();
        if (bytes.size() > capacity)
            return CZXING_TOO_LONG;
        std::memcpy(content, bytes.data(), bytes.size());
        *content_length = bytes.size();
        return CZXING_OK;
    } catch (...) {
        return CZXING_FAILED;
    }
}
