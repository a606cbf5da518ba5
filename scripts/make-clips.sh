#!/usr/bin/env bash
# make-clips.sh: writes the clips of fixtures/fuzz/video anew, with the program ffmpeg, and the HEIC and AVIF images of
# fixtures/fuzz/image-decoding, with heif-enc of the package libheif-examples. Each clip shows a red square of 12 × 12
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
# As phones write it: `hvc1` keeps its parameters in the header alone, `hev1` may have them among the images too.
clip hevc.mp4 10 1 64x48 -c:v libx265 -pix_fmt yuv420p -tag:v hvc1 -x265-params log-level=error:info=0:qp=20
clip hevc-ten-bits.mov 10 1 64x48 -c:v libx265 -pix_fmt yuv420p10le -tag:v hev1 -x265-params log-level=error:info=0:qp=20
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

# Four quarters of red, green, blue and light grey; the same, transparent below; a tile of 64 pixels cut to 16.
cd ../image-decoding
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ffmpeg -nostdin -loglevel error -f lavfi -i color=0xC82828:s=64x64 -f lavfi -i color=0x28A050:s=32x32 \
  -f lavfi -i color=0x2850C8:s=32x32 -f lavfi -i color=0xE0E0E0:s=32x32 -frames:v 1 -pix_fmt rgb24 \
  -filter_complex "[0][1]overlay=32:0[a];[a][2]overlay=0:32[b];[b][3]overlay=32:32" "$folder/quarters.png"
ffmpeg -nostdin -loglevel error -i "$folder/quarters.png" \
  -vf "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(Y,32),255,0)'" "$folder/translucent.png"
ffmpeg -nostdin -loglevel error -f lavfi -i color=0x808080:s=16x16 -frames:v 1 -pix_fmt rgb24 "$folder/tile.png"
for form in heic avif; do
  for name in quarters translucent tile; do heif-enc -q 80 "$folder/$name.png" -o "$name.$form"; done
done
cp {quarters,translucent,tile}.{heic,avif} ../image-header
