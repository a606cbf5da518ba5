// FFmpeg's functions, by pointers that are found when they are first needed.

#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// Every function of theirs that is called, by library.
#define UTIL_FUNCTIONS(X)                                                                                              \
    X(av_frame_alloc) X(av_frame_free) X(av_freep) X(av_log_set_callback) X(av_malloc) X(av_max_alloc)                  \
    X(av_pix_fmt_desc_get)
#define CODEC_FUNCTIONS(X)                                                                                             \
    X(av_packet_alloc) X(av_packet_free) X(av_packet_unref) X(avcodec_alloc_context3)                                   \
    X(avcodec_find_decoder_by_name) X(avcodec_free_context) X(avcodec_open2) X(avcodec_parameters_to_context)           \
    X(avcodec_receive_frame) X(avcodec_send_packet)
#define FORMAT_FUNCTIONS(X)                                                                                            \
    X(av_find_input_format) X(av_read_frame) X(av_stream_get_side_data) X(avformat_alloc_context)                       \
    X(avformat_close_input) X(avformat_open_input) X(avio_alloc_context) X(avio_context_free)
#define SCALE_FUNCTIONS(X)                                                                                             \
    X(sws_freeContext) X(sws_getCachedContext) X(sws_getCoefficients) X(sws_scale) X(sws_setColorspaceDetails)

typedef struct libraries {
#define MEMBER(name) __typeof__(&name) name;
    UTIL_FUNCTIONS(MEMBER)
    CODEC_FUNCTIONS(MEMBER)
    FORMAT_FUNCTIONS(MEMBER)
    SCALE_FUNCTIONS(MEMBER)
#undef MEMBER
} libraries;

/// The functions, loaded by the first call from any thread; NULL where a library of the version compiled against is missing.
const libraries *loaded_libraries(void);

#endif
