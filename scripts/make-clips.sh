#!/usr/bin/env bash
# make-clips.sh: writes the clips of fixtures/fuzz/video anew, with the program ffmpeg. Each shows a red square of 12 × 12
# pixels on grey, 8 pixels below the top and 8 + 4n pixels from the left in frame n = 0, 1, …. `Tests/VideoTests` knows
# this. Another version of ffmpeg writes other bytes; what they show stays the same.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../fixtures/fuzz/video"

# clip FILE RATE SECONDS SIZE OPTION...: `overlay` counts frames from 1.
clip() {
  ffmpeg -nostdin -loglevel error -y -bitexact -filter_complex \
    "color=0x404040:s=$4:r=$2:d=$3[ground];color=0xE02020:s=12x12:r=$2[square];[ground][square]overlay=x=4+4*n:y=8:shortest=1" \
    -fflags +bitexact -flags:v +bitexact "${@:5}" "$1"
}

clip h264.mp4 10 1 64x48 -c:v libx264 -profile:v baseline -pix_fmt yuv420p -qp 20
clip h264-reordered.mov 10 1 64x48 -c:v libx264 -bf 2 -pix_fmt yuv420p -qp 20
clip h264-full-range.mkv 10 1 64x48 -c:v libx264 -pix_fmt yuvj420p -qp 20
clip vp8.webm 10 1 64x48 -c:v libvpx -pix_fmt yuv420p -b:v 200k
clip vp9.webm 10 1 64x48 -c:v libvpx-vp9 -pix_fmt yuv420p -b:v 200k
clip mpeg1.mpg 25 0.4 64x48 -c:v mpeg1video -q:v 2
clip mpeg2.mpg 25 0.4 80x48 -c:v mpeg2video -q:v 2 -f vob
clip mpeg4.avi 10 1 64x48 -c:v mpeg4 -q:v 2
clip mjpeg.avi 10 1 64x48 -c:v mjpeg -q:v 3
clip mpeg4-fragments.mp4 10 1 64x48 -c:v mpeg4 -q:v 2 -g 5 -movflags frag_keyframe+empty_moov+default_base_moof
clip drawing.gif 10 1 64x48
clip refused-ffv1.mkv 10 0.3 64x48 -c:v ffv1
# Whole, and without one image.
ffmpeg -nostdin -loglevel error -y -bitexact -f lavfi -i anullsrc=r=8000:cl=mono -t 0.2 -c:a aac -b:a 8k \
  -fflags +bitexact refused-sound.mp4
