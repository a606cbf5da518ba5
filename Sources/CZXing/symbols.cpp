#include "CZXing.h"
#include "finders.h"

#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <cstring>

namespace {

using ZXing::BarcodeFormat;

constexpr struct {
    BarcodeFormat theirs;
    czxing_format ours;
} formats[] = {
    {BarcodeFormat::PDF417, CZXING_PDF417},         {BarcodeFormat::QRCode, CZXING_QR},
    {BarcodeFormat::Aztec, CZXING_AZTEC},           {BarcodeFormat::DataMatrix, CZXING_DATA_MATRIX},
    {BarcodeFormat::Code128, CZXING_CODE_128},
};

int32_t ours(BarcodeFormat format)
{
    for (const auto &entry : formats)
        if (entry.theirs == format)
            return entry.ours;
    return 0;
}

/// The library tries every three finder patterns; these take some 50 ms.
constexpr int most_finders = 64;

/// What is told of, up to the capacities.
struct Output {
    czxing_symbol *symbols;
    size_t symbol_capacity, count;
    uint8_t *contents;
    size_t capacity, used;

    void add(const ZXing::Result &result)
    {
        if (!result.isValid() || count == symbol_capacity)
            return;
        const auto &bytes = result.bytes();
        czxing_symbol symbol = {};
        symbol.format = ours(result.format());
        for (int corner = 0; corner < 4; corner++) {
            symbol.x[corner] = result.position()[corner].x;
            symbol.y[corner] = result.position()[corner].y;
        }
        symbol.length = bytes.size();
        symbol.is_kept = bytes.size() <= capacity - used;
        if (symbol.is_kept) {
            std::memcpy(contents + used, bytes.data(), bytes.size());
            symbol.offset = used;
            used += bytes.size();
        }
        symbols[count++] = symbol;
    }
};

ZXing::DecodeHints hints_for(ZXing::BarcodeFormats formats, size_t most)
{
    ZXing::DecodeHints hints;
    hints.setFormats(formats);
    hints.setTryHarder(false);
    hints.setTryRotate(true);
    hints.setTryDownscale(false);
    hints.setMaxNumberOfSymbols(static_cast<uint8_t>(most));
    return hints;
}

} // namespace

czxing_status czxing_read_symbols(const uint8_t *grey, int32_t width, int32_t height, uint32_t wanted,
                                  czxing_symbol *symbols, size_t symbol_capacity, size_t *symbol_count,
                                  uint8_t *contents, size_t capacity)
{
    *symbol_count = 0;
    // The sums of grey levels have 32 bits.
    if (width < 1 || height < 1 || width > 4096 || height > 4096 || symbol_capacity < 1 || symbol_capacity > 255)
        return CZXING_FAILED;
    try {
        Output output = {symbols, symbol_capacity, 0, contents, capacity, 0};
        const ZXing::ImageView view(grey, width, height, ZXing::ImageFormat::Lum);
        // Looked for as several, it is decoded at every place that begins like one.
        if (wanted & CZXING_PDF417)
            output.add(ZXing::ReadBarcode(view, hints_for(BarcodeFormat::PDF417, 1)));
        if (wanted & CZXING_QR) {
            const auto pixels = finders::binarised(grey, width, height);
            if (!finders::exceed(pixels, width, height, most_finders)) {
                auto hints = hints_for(BarcodeFormat::QRCode, symbol_capacity);
                hints.setBinarizer(ZXing::Binarizer::BoolCast);
                for (const auto &result :
                     ZXing::ReadBarcodes({pixels.data(), width, height, ZXing::ImageFormat::Lum}, hints))
                    output.add(result);
            }
        }
        ZXing::BarcodeFormats others;
        for (const auto &entry : formats)
            if (wanted & entry.ours & ~(CZXING_PDF417 | CZXING_QR))
                others |= entry.theirs;
        if (!others.empty())
            for (const auto &result : ZXing::ReadBarcodes(view, hints_for(others, symbol_capacity)))
                output.add(result);
        *symbol_count = output.count;
        return output.count == 0 ? CZXING_NOTHING_FOUND : CZXING_OK;
    } catch (...) {
        return CZXING_FAILED;
    }
}
