#!/usr/bin/env bash
# build.sh: packs a built program with what it needs into a Debian package and a tarball of the same tree.
#
#   PROGRAM      the program (default .build/release/onboarding; `make package` builds it first)
#   OUTPUT       where the results go (default .build/package)
#   COMPRESSION  xz (default), or none, which is quick
#
# What is shipped and what is left to Debian, and why: docs/deployment.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

program=${PROGRAM:-.build/release/onboarding}
output=$(realpath --canonicalize-missing "${OUTPUT:-.build/package}")
compression=${COMPRESSION:-xz}
prefix=opt/onboarding
share=$prefix/share/onboarding
# The licence of one and the training images of the other are in doubt: who wants them installs them with open eyes
# (docs/dependencies.md).
left_out=(edgeface attributes)

fail() {
  echo "package: $*" >&2
  exit 1
}

for tool in patchelf dpkg-deb dpkg-shlibdeps strip objcopy xz python3 gzip; do
  command -v "$tool" >/dev/null || fail "no $tool: install the Debian packages patchelf, dpkg-dev, binutils, xz-utils, python3 and gzip"
done
compiler=$(command -v clang || command -v cc) || fail "no C compiler, neither clang nor cc"
[[ -f $program ]] || fail "no program at $program: run make build"
[[ -d .deps/openvino/lib && -d models ]] || fail "no inference engine or no models: run make setup"

architecture=$(dpkg --print-architecture)
number=$(sed -nE 's/^## \[([0-9]+\.[0-9]+\.[0-9]+)\].*/\1/p' CHANGELOG.md | head -n 1)
[[ -n $number ]] || fail "CHANGELOG.md names no version"
version=$number
if grep -qE "^## \[$number\].*unreleased" CHANGELOG.md; then
  # Sorts before the release, and one build after the other.
  version="$number~$(git log -1 --format=%cd --date=format:%Y%m%d%H%M%S).$(git rev-parse --short HEAD)"
fi
package=onboarding_${version}_$architecture.deb
tarball=onboarding-$version-linux-$architecture.tar
if [[ $compression == xz ]]; then tarball+=.xz; fi
# The time of everything packed, so that the same inputs give the same bytes.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

mkdir -p "$output"
work=$(mktemp -d "$output/.work.XXXXXX")
trap 'rm -rf "$work"' EXIT
tree=$work/tree
umask 022
mkdir -p "$tree/$prefix/bin" "$tree/$prefix/lib" "$tree/$share/models/.compiled" "$tree/$share/docs"

# libraries PATTERN: the libraries that the loader takes for the program and whose paths fit the pattern.
libraries() {
  awk -v pattern="$1" '$2 == "=>" && $3 ~ pattern { print $3 }' "$work/needed"
}

copy_program() {
  strip --strip-all -o "$tree/$prefix/bin/onboarding" "$program"
  patchelf --set-rpath "\$ORIGIN/../lib" "$tree/$prefix/bin/onboarding"
  install -m 755 packaging/onboarding-admin "$tree/$prefix/bin/onboarding-admin"
}

# What Debian does not have (Swift's runtime, OpenVINO), and what it has only together with X11 (OpenCV).
copy_libraries() {
  local library target
  ldd "$program" >"$work/needed"
  if grep "not found" "$work/needed" >&2; then fail "the program does not find these libraries"; fi
  { libraries '/swift/linux/' && libraries '/libopencv_' && printf '%s\n' .deps/openvino/lib/*.so*; } |
    while read -r library; do
      [[ ! -L $library || $library != .deps/* ]] || continue
      target=$tree/$prefix/lib/$(basename "$library")
      cp --dereference "$library" "$target"
      # OpenVINO comes stripped; to do it again makes its libraries larger.
      [[ $library == .deps/* ]] || strip --strip-unneeded "$target"
      patchelf --set-rpath "\$ORIGIN" "$target"
      chmod 644 "$target"
    done
  "$compiler" -shared -fPIC -O2 -Wall -Wextra -Werror -Wl,-soname,libGLX.so.0 -Wl,--build-id=none \
    -o "$tree/$prefix/lib/libGLX.so.0" packaging/opengl/no_glx.c
  strip --strip-unneeded "$tree/$prefix/lib/libGLX.so.0"
  chmod 644 "$tree/$prefix/lib/libGLX.so.0"
}

copy_models() {
  local pack name
  for pack in models/*/; do
    name=$(basename "$pack")
    [[ " ${left_out[*]} " != *" $name "* ]] || continue
    if ! grep --quiet "\"path\": \"$name/" models.lock; then
      echo "left out: models/$name, which models.lock does not know" >&2
      continue
    fi
    cp --recursive --dereference --no-preserve=mode "$pack" "$tree/$share/models/$name"
  done
  cp models.lock "$tree/$share/"
  # What `onboarding models` runs to install another pack.
  mkdir -p "$tree/$share/scripts" "$tree/$share/fixtures"
  cp --recursive --no-preserve=mode packs "$tree/$share/packs"
  cp scripts/fetch.py scripts/convert_dlib.py "$tree/$share/scripts/"
  cp fixtures/manifest.json "$tree/$share/fixtures/"
}

copy_documents() {
  cp README.md SECURITY.md CHANGELOG.md LICENSE "$tree/$share/"
  # All of them: the pages link to each other, and the server publishes docs/openapi.yaml from here.
  cp --recursive --no-preserve=mode docs/. "$tree/$share/docs/"
  # Templates, scripts and words of the pages.
  cp --recursive --no-preserve=mode web "$tree/$share/web"
  mkdir -p "$tree/$share/examples" "$tree/$share/licences"
  cp packaging/proxy/* packaging/container/Containerfile "$tree/$share/examples/"
  cp --recursive --no-preserve=mode packaging/prometheus packaging/grafana "$tree/$share/examples/"
  cp /usr/share/doc/libopencv-core406/copyright "$tree/$share/licences/opencv"
  local swift_licence
  swift_licence=$(dirname "$(libraries '/libswiftCore.so')")/../../../share/swift/LICENSE.txt
  if [[ -f $swift_licence ]]; then cp "$swift_licence" "$tree/$share/licences/swift"; fi
}

copy_system_files() {
  install -D -m 644 --target-directory "$tree/usr/lib/systemd/system" packaging/systemd/*.service packaging/systemd/*.timer
  install -D -m 644 packaging/systemd/onboarding.sysusers "$tree/usr/lib/sysusers.d/onboarding.conf"
  install -D -m 644 packaging/systemd/onboarding.tmpfiles "$tree/usr/lib/tmpfiles.d/onboarding.conf"
  install -D -m 644 packaging/onboarding.json "$tree/etc/onboarding/onboarding.json"
  install -D -m 644 packaging/debian/copyright "$tree/usr/share/doc/onboarding/copyright"
  mkdir -p "$tree/usr/bin"
  ln -s "../../$prefix/bin/onboarding" "$tree/usr/bin/onboarding"
  ln -s "../../$prefix/bin/onboarding-admin" "$tree/usr/bin/onboarding-admin"
}

# What the packed program says of itself: completions for three shells, the manual page, schemas of what is configured.
write_descriptions() {
  local shell kind
  local -A files=(
    [bash]=usr/share/bash-completion/completions/onboarding
    [zsh]=usr/share/zsh/vendor-completions/_onboarding
    [fish]=usr/share/fish/vendor_completions.d/onboarding.fish
  )
  for shell in "${!files[@]}"; do
    mkdir -p "$tree/$(dirname "${files[$shell]}")"
    packed --generate-completion-script "$shell" >"$tree/${files[$shell]}"
  done
  mkdir -p "$tree/usr/share/man/man1" "$tree/$share/schemas"
  packed --experimental-dump-help | python3 -I packaging/manual.py "$version" |
    gzip --best --no-name >"$tree/usr/share/man/man1/onboarding.1.gz"
  for kind in server tenant; do packed schema "$kind" >"$tree/$share/schemas/$kind.schema.json"; done
}

# packed WORD...: runs the program of the tree.
packed() { "$tree/$prefix/bin/onboarding" "$@"; }

# The Debian packages of the other libraries, with the versions that their symbols need; none of those whose libraries
# are in the tree.
debian_libraries() {
  local library excluded=()
  mkdir -p "$work/shlibdeps/debian"
  printf 'Source: onboarding\nPackage: onboarding\n' >"$work/shlibdeps/debian/control"
  for library in "$tree/$prefix"/lib/*.so*; do
    mapfile -t -O "${#excluded[@]}" excluded < <(dpkg-query --search "*/$(basename "$library")" 2>/dev/null |
      sed -nE 's/^([^:, ]+):.*/-x\1/p')
  done
  (cd "$work/shlibdeps" && dpkg-shlibdeps -O --ignore-missing-info -l"$tree/$prefix/lib" "${excluded[@]}" \
    "$tree/$prefix/bin/onboarding" "$tree/$prefix"/lib/*.so* 2>"$work/shlibdeps/said") |
    sed -n 's/^shlibs:Depends=//p'
}

# The packed program must come up by itself: it finds its libraries in the tree and its models as models.lock says.
check_tree() {
  local stray
  stray=$(ldd "$tree/$prefix/bin/onboarding" "$tree/$prefix"/lib/*.so* |
    grep -E 'not found|/swift/|/\.deps/|libX11|libxcb|mesa' || true)
  [[ -z $stray ]] || fail "the tree does not stand alone:"$'\n'"$stray"
  (cd / && "$tree/$prefix/bin/onboarding" models verify)
}

write_debian_package() {
  local depends=$1 folder=$tree/DEBIAN
  mkdir "$folder"
  sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@DEPENDS@/$depends/" \
    -e "s/@SIZE@/$(du --summarize --apparent-size --block-size=1K "$tree" | cut -f 1)/" \
    packaging/debian/control.in >"$folder/control"
  cp packaging/debian/conffiles "$folder/"
  for script in postinst prerm postrm; do install -m 755 "packaging/debian/$script" "$folder/$script"; done
  (cd "$tree" && find opt usr -type f -print0 | sort --zero-terminated | xargs --null md5sum) >"$folder/md5sums"
  find "$tree" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group "-Z$compression" --build "$tree" "$work/package.deb" >/dev/null
  mv "$work/package.deb" "$output/$package"
  rm -r "$folder"
}

# For machines without dpkg: the prefix and the system's files as examples, nothing outside the prefix.
write_tarball() {
  local depends=$1
  mkdir -p "$tree/$share/examples/system"
  mv "$tree/usr/lib/systemd/system/"* "$tree/usr/lib/sysusers.d" "$tree/usr/lib/tmpfiles.d" \
    "$tree/etc/onboarding/onboarding.json" "$tree/usr/share/bash-completion" "$tree/usr/share/zsh" "$tree/usr/share/fish" \
    "$tree/usr/share/man" "$tree/$share/examples/system/"
  tr ',' '\n' <<<"$depends" | sed 's/^ *//' >"$tree/$share/examples/system/debian-packages"
  find "$tree/opt" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
  tar --create --sort=name --owner=0 --group=0 --numeric-owner --directory "$tree/opt" onboarding |
    if [[ $compression == xz ]]; then xz --threads=0; else cat; fi >"$work/tarball"
  mv "$work/tarball" "$output/$tarball"
}

write_debug_information() {
  objcopy --only-keep-debug --compress-debug-sections=zlib "$program" "$work/debug"
  mv "$work/debug" "$output/onboarding-$version-$architecture.debug"
}

copy_program
copy_libraries
copy_models
copy_documents
copy_system_files
write_descriptions
check_tree
depends=$(debian_libraries)
[[ -n $depends ]] || fail "dpkg-shlibdeps says nothing: $(<"$work/shlibdeps/said")"
installed=$(du --summarize --apparent-size --block-size=1M "$tree" | cut -f 1)
write_debian_package "$depends"
write_tarball "$depends"
write_debug_information
(cd "$output" && sha256sum "$package" "$tarball" >SHA256SUMS)

megabytes() { echo "$(($(stat --format %s "$1") / 1000000)) MB"; }
echo "packed $version: $(megabytes "$output/$package") as a Debian package," \
  "$(megabytes "$output/$tarball") as a tarball, $installed MiB installed"
echo "Install it with apt install $output/$package; docs/deployment.md says how to go on."
