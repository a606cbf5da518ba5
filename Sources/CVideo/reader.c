#include "CVideo.h"
#include "libraries.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cvideo_reader {
    const libraries *av;
    uint8_t *bytes;
    size_t byte_count;
    size_t position;
    int64_t maximum_pixels;
    int64_t packets_left;

    AVIOContext *io;
    AVFormatContext *format;
    AVCodecContext *decoder;
    AVPacket *packet;
    AVFrame *frame;
    struct SwsContext *scaler;
    /// One frame in the form that the scaler writes: rows at multiples of 64 bytes, because it may write behind their end.
    uint8_t *canvas;

    int stream_index;
    AVRational time_base;
    /// The first packet of the stream was read before its decoder was there.
    int holds_packet;
    int is_draining;
    int has_frame;
    /// Of the first frame; 0 before it.
    int width, height;
    int32_t quarter_turns, is_mirrored;
    double previous_time;
};

// The bytes in memory, as the libraries read them.

static int read_bytes(void *opaque, uint8_t *target, int capacity) {
    cvideo_reader *reader = opaque;
    const size_t left = reader->byte_count - reader->position;
    if (capacity <= 0 || left == 0) return AVERROR_EOF;
    const size_t count = left < (size_t)capacity ? left : (size_t)capacity;
    memcpy(target, reader->bytes + reader->position, count);
    reader->position += count;
    return (int)count;
}

static int64_t move(void *opaque, int64_t offset, int whence) {
    cvideo_reader *reader = opaque;
    const int64_t size = (int64_t)reader->byte_count;
    int64_t start;
    switch (whence & ~AVSEEK_FORCE) {
        case AVSEEK_SIZE: return size;
        case SEEK_SET: start = 0; break;
        case SEEK_CUR: start = (int64_t)reader->position; break;
        case SEEK_END: start = size; break;
        default: return AVERROR(EINVAL);
    }
    if (offset < -start || offset > size - start) return AVERROR(EINVAL);
    reader->position = (size_t)(start + offset);
    return start + offset;
}

/// A file may name others, or addresses, for its contents.
static int open_nothing(
    AVFormatContext *format, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    (void)format;
    (void)io;
    (void)url;
    (void)flags;
    (void)options;
    return AVERROR(EPERM);
}

// Opening.

static const char *demuxer_name(cvideo_container container) {
    switch (container) {
        case CVIDEO_QUICKTIME: return "mov";
        case CVIDEO_MATROSKA: return "matroska";
        case CVIDEO_MPEG_PROGRAM_STREAM: return "mpeg";
        case CVIDEO_AVI: return "avi";
        case CVIDEO_GIF: return "gif";
    }
    return NULL;
}

/// By name, because for some codecs there are several decoders, of other libraries too. NULL for what is not read.
static const char *decoder_name(enum AVCodecID codec) {
    switch (codec) {
        case AV_CODEC_ID_H264: return "h264";
        case AV_CODEC_ID_HEVC: return "hevc";
        case AV_CODEC_ID_VP8: return "vp8";
        case AV_CODEC_ID_VP9: return "vp9";
        case AV_CODEC_ID_MPEG1VIDEO: return "mpeg1video";
        case AV_CODEC_ID_MPEG2VIDEO: return "mpeg2video";
        case AV_CODEC_ID_MPEG4: return "mpeg4";
        case AV_CODEC_ID_MJPEG: return "mjpeg";
        case AV_CODEC_ID_GIF: return "gif";
        default: return NULL;
    }
}

static cvideo_status status_of(int error, cvideo_status otherwise) {
    return error == AVERROR(ENOMEM) ? CVIDEO_FAILED : otherwise;
}

static cvideo_status read_packet(cvideo_reader *reader) {
    if (reader->packets_left <= 0) return CVIDEO_TOO_LONG;
    reader->packets_left--;
    const int error = reader->av->av_read_frame(reader->format, reader->packet);
    if (error == AVERROR_EOF) return CVIDEO_END;
    return error < 0 ? status_of(error, CVIDEO_CORRUPT) : CVIDEO_OK;
}

/// A cover image is a stream too.
static int is_of_images(const AVStream *stream) {
    return stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO && !(stream->disposition & AV_DISPOSITION_ATTACHED_PIC);
}

/// The first stream of images. A program stream says what it holds by its packets alone, so they are read up to the first one
/// of images, which is kept.
static cvideo_status find_stream(cvideo_reader *reader) {
    AVFormatContext *format = reader->format;
    if (!(format->ctx_flags & AVFMTCTX_NOHEADER)) {
        for (unsigned i = 0; i < format->nb_streams && reader->stream_index < 0; i++) {
            if (is_of_images(format->streams[i])) reader->stream_index = (int)i;
        }
        if (reader->stream_index < 0) return CVIDEO_NO_FRAMES;
    }
    while (reader->stream_index < 0) {
        const cvideo_status status = read_packet(reader);
        if (status != CVIDEO_OK) return status == CVIDEO_END ? CVIDEO_NO_FRAMES : status;
        if (is_of_images(format->streams[reader->packet->stream_index])) {
            reader->stream_index = reader->packet->stream_index;
            reader->holds_packet = 1;
        } else {
            reader->av->av_packet_unref(reader->packet);
        }
    }
    for (unsigned i = 0; i < format->nb_streams; i++) {
        if ((int)i != reader->stream_index) format->streams[i]->discard = AVDISCARD_ALL;
    }
    return CVIDEO_OK;
}

/// The turn that the container asks for, in quarters. A matrix that turns nothing, because it is all zero, asks for none.
static cvideo_status read_orientation(cvideo_reader *reader, AVStream *stream) {
    size_t size = 0;
    const uint8_t *data = reader->av->av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    int32_t matrix[9];
    if (data == NULL || size < sizeof matrix) return CVIDEO_OK;
    memcpy(matrix, data, sizeof matrix);
    double right_to_right = matrix[0], right_to_down = matrix[1];
    const double down_to_right = matrix[3], down_to_down = matrix[4];
    if (right_to_right == 0 && right_to_down == 0) return CVIDEO_OK;
    if (right_to_right * down_to_down - right_to_down * down_to_right < 0) {
        reader->is_mirrored = 1;
        right_to_right = -right_to_right;
    }
    const double quarters = atan2(right_to_down, right_to_right) / (M_PI / 2);
    if (fabs(quarters - round(quarters)) > 0.01) return CVIDEO_UNSUPPORTED;
    reader->quarter_turns = (int32_t)round(quarters) & 3;
    return CVIDEO_OK;
}

static cvideo_status open_decoder(cvideo_reader *reader) {
    const libraries *av = reader->av;
    AVStream *stream = reader->format->streams[reader->stream_index];
    const char *name = decoder_name(stream->codecpar->codec_id);
    const AVCodec *codec = name == NULL ? NULL : av->avcodec_find_decoder_by_name(name);
    if (codec == NULL) return CVIDEO_UNSUPPORTED;
    reader->time_base = stream->time_base;
    if (reader->time_base.num <= 0 || reader->time_base.den <= 0) return CVIDEO_CORRUPT;
    const cvideo_status status = read_orientation(reader, stream);
    if (status != CVIDEO_OK) return status;
    // What the header says may refuse a file, and never vouches for one.
    const int64_t width = stream->codecpar->width, height = stream->codecpar->height;
    if (width > 0 && height > 0 && width > reader->maximum_pixels / height) return CVIDEO_TOO_LARGE;

    reader->decoder = av->avcodec_alloc_context3(codec);
    if (reader->decoder == NULL) return CVIDEO_FAILED;
    int error = av->avcodec_parameters_to_context(reader->decoder, stream->codecpar);
    if (error < 0) return status_of(error, CVIDEO_CORRUPT);
    reader->decoder->thread_count = 1;
    reader->decoder->max_pixels = CVIDEO_MAXIMUM_PIXELS;
    reader->decoder->pkt_timebase = reader->time_base;
    // Equal files give equal pixels on every processor, and missing data end the video instead of being made up.
    reader->decoder->flags |= AV_CODEC_FLAG_BITEXACT;
    reader->decoder->err_recognition = AV_EF_EXPLODE;
    error = av->avcodec_open2(reader->decoder, codec, NULL);
    return error < 0 ? status_of(error, CVIDEO_CORRUPT) : CVIDEO_OK;
}

static cvideo_status open_format(cvideo_reader *reader, cvideo_container container) {
    static const int buffer_size = 1 << 15;
    const libraries *av = reader->av;
    const AVInputFormat *demuxer = av->av_find_input_format(demuxer_name(container));
    if (demuxer == NULL) return CVIDEO_UNSUPPORTED;
    reader->packet = av->av_packet_alloc();
    reader->frame = av->av_frame_alloc();
    uint8_t *buffer = av->av_malloc((size_t)buffer_size);
    if (reader->packet == NULL || reader->frame == NULL || buffer == NULL) {
        av->av_freep(&buffer);
        return CVIDEO_FAILED;
    }
    reader->io = av->avio_alloc_context(buffer, buffer_size, 0, reader, read_bytes, NULL, move);
    if (reader->io == NULL) {
        av->av_freep(&buffer);
        return CVIDEO_FAILED;
    }
    reader->format = av->avformat_alloc_context();
    if (reader->format == NULL) return CVIDEO_FAILED;
    reader->format->pb = reader->io;
    reader->format->io_open = open_nothing;
    reader->format->flags |= AVFMT_FLAG_BITEXACT;
    reader->format->max_streams = 8;
    reader->format->max_probe_packets = 256;
    // Frees the context where it fails.
    const int error = av->avformat_open_input(&reader->format, NULL, demuxer, NULL);
    return error < 0 ? status_of(error, CVIDEO_NOT_A_VIDEO) : CVIDEO_OK;
}

cvideo_status cvideo_open(
    const uint8_t *bytes, size_t byte_count, cvideo_container container, int64_t maximum_pixels,
    int64_t maximum_packets, cvideo_reader **result) {
    if (bytes == NULL || result == NULL || byte_count == 0 || byte_count > INT64_MAX || maximum_pixels <= 0 ||
        maximum_packets <= 0 || demuxer_name(container) == NULL) {
        return CVIDEO_BAD_ARGUMENT;
    }
    *result = NULL;
    const libraries *av = loaded_libraries();
    if (av == NULL) return CVIDEO_LIBRARY_MISSING;
    cvideo_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return CVIDEO_FAILED;
    reader->av = av;
    reader->stream_index = -1;
    reader->maximum_pixels = maximum_pixels < CVIDEO_MAXIMUM_PIXELS ? maximum_pixels : CVIDEO_MAXIMUM_PIXELS;
    reader->packets_left = maximum_packets;
    reader->previous_time = NAN;
    reader->bytes = malloc(byte_count);
    reader->byte_count = byte_count;
    cvideo_status status = CVIDEO_FAILED;
    if (reader->bytes != NULL) {
        memcpy(reader->bytes, bytes, byte_count);
        status = open_format(reader, container);
    }
    if (status == CVIDEO_OK) status = find_stream(reader);
    if (status == CVIDEO_OK) status = open_decoder(reader);
    if (status != CVIDEO_OK) {
        cvideo_close(reader);
        return status;
    }
    *result = reader;
    return CVIDEO_OK;
}

void cvideo_close(cvideo_reader *reader) {
    if (reader == NULL) return;
    const libraries *av = reader->av;
    av->sws_freeContext(reader->scaler);
    av->avcodec_free_context(&reader->decoder);
    if (reader->format != NULL) av->avformat_close_input(&reader->format);
    if (reader->io != NULL) {
        av->av_freep(&reader->io->buffer); // another one than it was given, by now
        av->avio_context_free(&reader->io);
    }
    av->av_frame_free(&reader->frame);
    av->av_packet_free(&reader->packet);
    free(reader->canvas);
    free(reader->bytes);
    free(reader);
}

// Decoding.

/// Gives the decoder the stream's next packet, or tells it that there is none.
static cvideo_status feed(cvideo_reader *reader) {
    const libraries *av = reader->av;
    for (;;) {
        if (!reader->holds_packet) {
            const cvideo_status status = read_packet(reader);
            if (status == CVIDEO_END) {
                reader->is_draining = 1;
                const int error = av->avcodec_send_packet(reader->decoder, NULL);
                return error < 0 && error != AVERROR_EOF ? status_of(error, CVIDEO_CORRUPT) : CVIDEO_OK;
            }
            if (status != CVIDEO_OK) return status;
        }
        reader->holds_packet = 0;
        cvideo_status status = CVIDEO_END;
        if (reader->packet->stream_index == reader->stream_index) {
            if (reader->packet->flags & AV_PKT_FLAG_CORRUPT) {
                status = CVIDEO_CORRUPT;
            } else {
                const int error = av->avcodec_send_packet(reader->decoder, reader->packet);
                status = error < 0 ? status_of(error, CVIDEO_CORRUPT) : CVIDEO_OK;
            }
        }
        av->av_packet_unref(reader->packet);
        if (status != CVIDEO_END) return status;
    }
}

/// When the frame is to be shown. A program stream states few times, and the library guesses the others, sometimes twice the
/// same; AVI may leave them out. Then the rate that the decoded data state counts from the frame before. In no other codec
/// is a time that does not rise repaired.
static double time_of(const cvideo_reader *reader) {
    const int64_t stamp = reader->frame->best_effort_timestamp;
    const enum AVCodecID codec = reader->decoder->codec_id;
    const int states_its_rate = codec == AV_CODEC_ID_MPEG1VIDEO || codec == AV_CODEC_ID_MPEG2VIDEO;
    if (stamp != AV_NOPTS_VALUE) {
        const double time = (double)stamp * 1000 * reader->time_base.num / reader->time_base.den;
        if (!states_its_rate || !(time <= reader->previous_time)) return time;
    }
    const AVRational rate = reader->decoder->framerate;
    if (rate.num <= 0 || rate.den <= 0) return NAN;
    return reader->previous_time + 1000.0 * rate.den / rate.num;
}

static cvideo_status check_frame(cvideo_reader *reader, cvideo_frame *result) {
    const AVFrame *frame = reader->frame;
    if (frame->width <= 0 || frame->height <= 0 || frame->decode_error_flags != 0 ||
        (frame->flags & AV_FRAME_FLAG_CORRUPT)) {
        return CVIDEO_CORRUPT;
    }
    if (frame->width > reader->maximum_pixels / frame->height) return CVIDEO_TOO_LARGE;
    if (reader->width == 0) {
        reader->width = frame->width;
        reader->height = frame->height;
    }
    if (frame->width != reader->width || frame->height != reader->height) return CVIDEO_CORRUPT;
    const double time = time_of(reader);
    if (!isfinite(time) || time <= reader->previous_time) return CVIDEO_CORRUPT;
    reader->previous_time = time;
    result->width = frame->width;
    result->height = frame->height;
    result->quarter_turns = reader->quarter_turns;
    result->is_mirrored = reader->is_mirrored;
    result->time_in_milliseconds = time;
    return CVIDEO_OK;
}

cvideo_status cvideo_next(cvideo_reader *reader, cvideo_frame *frame) {
    if (reader == NULL || frame == NULL) return CVIDEO_BAD_ARGUMENT;
    reader->has_frame = 0;
    for (;;) {
        const int error = reader->av->avcodec_receive_frame(reader->decoder, reader->frame);
        if (error == AVERROR_EOF) return CVIDEO_END;
        if (error == AVERROR(EAGAIN)) {
            if (reader->is_draining) return CVIDEO_END;
            const cvideo_status status = feed(reader);
            if (status != CVIDEO_OK) return status;
            continue;
        }
        if (error < 0) return status_of(error, CVIDEO_CORRUPT);
        const cvideo_status status = check_frame(reader, frame);
        reader->has_frame = status == CVIDEO_OK;
        return status;
    }
}

// Pixels.

static void copy_over_white(const uint8_t *source, uint8_t *target, int width) {
    for (int x = 0; x < width; x++, source += 4, target += 3) {
        const unsigned alpha = source[3];
        for (int channel = 0; channel < 3; channel++) {
            target[channel] = (uint8_t)((source[channel] * alpha + 255 * (255 - alpha) + 127) / 255);
        }
    }
}

cvideo_status cvideo_copy(cvideo_reader *reader, uint8_t *pixels, size_t capacity) {
    if (reader == NULL || pixels == NULL || !reader->has_frame ||
        capacity / 3 < (size_t)reader->width * (size_t)reader->height) {
        return CVIDEO_BAD_ARGUMENT;
    }
    const libraries *av = reader->av;
    const AVFrame *frame = reader->frame;
    const enum AVPixelFormat form = (enum AVPixelFormat)frame->format;
    const AVPixFmtDescriptor *description = av->av_pix_fmt_desc_get(form);
    if (description == NULL) return CVIDEO_UNSUPPORTED;
    const int is_translucent = (description->flags & (AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL)) != 0;
    const size_t row = ((size_t)reader->width * 4 + 63) & ~(size_t)63;
    if (reader->canvas == NULL) reader->canvas = malloc(row * (size_t)reader->height + 64);
    reader->scaler = av->sws_getCachedContext(
        reader->scaler, frame->width, frame->height, form, frame->width, frame->height,
        is_translucent ? AV_PIX_FMT_BGRA : AV_PIX_FMT_BGR24, SWS_BILINEAR | SWS_ACCURATE_RND | SWS_BITEXACT, NULL, NULL,
        NULL);
    if (reader->canvas == NULL || reader->scaler == NULL) return CVIDEO_FAILED;
    const int has_full_range = frame->color_range == AVCOL_RANGE_JPEG || form == AV_PIX_FMT_YUVJ420P ||
                               form == AV_PIX_FMT_YUVJ422P || form == AV_PIX_FMT_YUVJ444P || form == AV_PIX_FMT_YUVJ440P;
    // Refused where the frame is red, green, blue already, and not needed there.
    av->sws_setColorspaceDetails(
        reader->scaler, av->sws_getCoefficients(frame->colorspace), has_full_range,
        av->sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16);
    uint8_t *targets[4] = {reader->canvas};
    const int target_rows[4] = {(int)row};
    const int written = av->sws_scale(
        reader->scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, targets, target_rows);
    if (written != frame->height) return CVIDEO_FAILED;
    for (int y = 0; y < reader->height; y++) {
        const uint8_t *source = reader->canvas + row * (size_t)y;
        uint8_t *target = pixels + (size_t)y * (size_t)reader->width * 3;
        if (is_translucent) {
            copy_over_white(source, target, reader->width);
        } else {
            memcpy(target, source, (size_t)reader->width * 3);
        }
    }
    return CVIDEO_OK;
}
