#include "CZXing.h"

#define ZX_USE_UTF8 1
#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>

#include <string>

czxing_status czxing_write_symbol(const char *text, size_t length, int32_t format, int32_t level, uint8_t *modules,
                                  size_t capacity, int32_t *width, int32_t *height)
{
    *width = 0;
    *height = 0;
    ZXing::BarcodeFormat theirs;
    switch (format) {
    case CZXING_PDF417: theirs = ZXing::BarcodeFormat::PDF417; break;
    case CZXING_QR: theirs = ZXing::BarcodeFormat::QRCode; break;
    case CZXING_AZTEC: theirs = ZXing::BarcodeFormat::Aztec; break;
    case CZXING_DATA_MATRIX: theirs = ZXing::BarcodeFormat::DataMatrix; break;
    case CZXING_CODE_128: theirs = ZXing::BarcodeFormat::Code128; break;
    default: return CZXING_FAILED;
    }
    try {
        const auto matrix =
            ZXing::MultiFormatWriter(theirs).setEccLevel(level).setMargin(0).encode(std::string(text, length), 0, 0);
        const size_t count = static_cast<size_t>(matrix.width()) * matrix.height();
        if (count > capacity)
            return CZXING_TOO_LONG;
        for (int y = 0; y < matrix.height(); y++)
            for (int x = 0; x < matrix.width(); x++)
                *modules++ = matrix.get(x, y) ? 1 : 0;
        *width = matrix.width();
        *height = matrix.height();
        return CZXING_OK;
    } catch (...) {
        return CZXING_FAILED;
    }
}
