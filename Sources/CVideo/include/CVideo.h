// What the project uses of FFmpeg's libraries (libavformat, libavcodec, libswscale, libavutil; 5.1), as plain C: decoding
// the images of one video that lies whole in memory. Imported by the module `Video` alone.
//
// The libraries are not linked: they bring over a hundred others with them, so they are loaded when the first video is
// opened, and a process that opens none holds none of them.
//
// Promises of every function here: it takes any bytes, never reads or writes outside the lengths given beside the
// pointers, and keeps no pointer of the caller after it returns. A reader opens no file and no address, decodes on the
// thread that calls it, and belongs to one thread at a time. The libraries say nothing on any output.

#ifndef CVIDEO_H
#define CVIDEO_H

#include <stddef.h>
#include <stdint.h>

typedef enum cvideo_status {
    CVIDEO_OK = 0,
    /// There are no more frames.
    CVIDEO_END = 1,
    /// The bytes are not what `cvideo_container` says they are.
    CVIDEO_NOT_A_VIDEO = 2,
    /// The images are of a codec that is not on the list, or are to be shown turned by less than a quarter.
    CVIDEO_UNSUPPORTED = 3,
    /// A frame has more pixels than were admitted.
    CVIDEO_TOO_LARGE = 4,
    /// More packets than were admitted.
    CVIDEO_TOO_LONG = 5,
    /// Damaged, ends too early, has frames of different sizes or frames without a time.
    CVIDEO_CORRUPT = 6,
    /// There is no stream of images.
    CVIDEO_NO_FRAMES = 7,
    /// A length or parameter does not fit the others: a mistake of the caller.
    CVIDEO_BAD_ARGUMENT = 8,
    /// The libraries are not installed.
    CVIDEO_LIBRARY_MISSING = 9,
    /// A library refused for want of memory.
    CVIDEO_FAILED = 10,
} cvideo_status;

/// The form of a file. It is never guessed by the libraries, which know hundreds.
typedef enum cvideo_container {
    CVIDEO_QUICKTIME = 0, // also MP4
    CVIDEO_MATROSKA = 1,  // also WebM
    CVIDEO_MPEG_PROGRAM_STREAM = 2,
    CVIDEO_AVI = 3,
    CVIDEO_GIF = 4,
} cvideo_container;

/// A decoded frame, as it is stored; `quarter_turns` clockwise and then an exchange of left and right show it upright.
typedef struct cvideo_frame {
    int32_t width;
    int32_t height;
    int32_t quarter_turns;
    int32_t is_mirrored;
    /// From a zero of the file's own.
    double time_in_milliseconds;
} cvideo_frame;

/// Frames above this are not decoded whatever the caller admits: 4096 × 2304.
#define CVIDEO_MAXIMUM_PIXELS 9437184

typedef struct cvideo_reader cvideo_reader;

/// Loads the libraries, which is otherwise done by the first `cvideo_open`.
void cvideo_load(void);

/// Opens a file and its first stream of images: H.264, HEVC, VP8, VP9, MPEG-1, MPEG-2, MPEG-4 part 2, MJPEG or GIF. The
/// bytes are copied.
/// `maximum_packets` bounds the packets of all streams that are ever read. On success `*reader` is to be closed.
cvideo_status cvideo_open(
    const uint8_t *bytes, size_t byte_count, cvideo_container container, int64_t maximum_pixels,
    int64_t maximum_packets, cvideo_reader **reader);

/// Decodes the next frame and keeps it until the next call. After any status but OK there is none.
cvideo_status cvideo_next(cvideo_reader *reader, cvideo_frame *frame);

/// The pixels of the frame that `cvideo_next` gave: rows from top to bottom without padding, blue, green, red; transparent
/// parts become white. `capacity` must be at least width × height × 3.
cvideo_status cvideo_copy(cvideo_reader *reader, uint8_t *pixels, size_t capacity);

/// NULL is allowed.
void cvideo_close(cvideo_reader *reader);

#endif
