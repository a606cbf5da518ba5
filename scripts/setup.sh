#!/usr/bin/env bash
# Makes a Debian 12 machine with a Swift toolchain ready to build, run and test. A second run changes nothing and takes
# less than a second. PYTHON names another Python than Debian's.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v swift >/dev/null; then
  echo "setup: no Swift toolchain on the PATH: install Swift 6.3 for Debian 12, then run this again" >&2
  exit 1
fi

mapfile -t packages < <(sed 's/#.*//' scripts/apt-packages.txt | xargs -n1)
installed=$(dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null || true)
missing=()
for package in "${packages[@]}"; do
  [[ $'\n'$installed$'\n' == *$'\n'"$package installed"$'\n'* ]] || missing+=("$package")
done

if [[ ${#missing[@]} -eq 0 ]]; then
  echo "system packages: all ${#packages[@]} present"
else
  echo "system packages: installing ${missing[*]}"
  as_root=()
  if [[ $EUID -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
      echo "setup: as root, run: apt-get install --no-install-recommends ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  if ! "${as_root[@]}" apt-get update >"$log" 2>&1 ||
    ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install --yes --no-install-recommends "${missing[@]}" >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "setup: the system packages could not be installed; the lines above say why" >&2
    exit 1
  fi
  echo "system packages: all ${#packages[@]} present"
fi

"${PYTHON:-/usr/bin/python3}" -I scripts/fetch.py fetch
echo "The set-up is complete: run \`make demo\` to see an enrollment or \`make test\` to check everything."
