#!/usr/bin/env bash
# Makes every figure of docs/figures.md anew: runs the commands of that page, section by section, on this machine, and
# keeps their raw output in benches/records/<date>-<machine>/ with notes on the machine beside it.
#
#     scripts/record-benches.sh [--cli | --cargo] [--list] [WORD…]
#
# --cli leaves out the blocks that need cargo, --cargo leaves out the others. A WORD picks the sections whose title has
# it (in any case). --list prints the commands and runs nothing. FATHOM_MACHINE names the machine.
set -euo pipefail
cd "$(dirname "$0")/.."

kinds="cli cargo"
list=false
words=()
for arg in "$@"; do
    case $arg in
    --cli) kinds=cli ;;
    --cargo) kinds=cargo ;;
    --list) list=true ;;
    -*)
        echo "usage: scripts/record-benches.sh [--cli | --cargo] [--list] [WORD…]" >&2
        exit 2
        ;;
    *) words+=("${arg,,}") ;;
    esac
done

# Every block of shell commands becomes a file: NUMBER.KIND.SECTION.sh
blocks=$(mktemp -d)
trap 'rm -rf "$blocks"' EXIT
awk -v folder="$blocks" '
    /^## / {
        section = tolower(substr($0, 4))
        gsub(/[^a-z0-9]+/, "-", section)
    }
    /^```sh$/ { inside = 1; text = ""; next }
    /^```$/ && inside {
        kind = text ~ /(^|[ \n])cargo (bench|run|test)/ ? "cargo" : "cli"
        printf "%s", text > sprintf("%s/%03d.%s.%s.sh", folder, ++number, kind, section)
        inside = 0
    }
    inside { text = text $0 "\n" }
' docs/figures.md

wanted=()
for block in "$blocks"/*.sh; do
    IFS=. read -r _ kind section _ <<< "$(basename "$block")"
    [[ " $kinds " == *" $kind "* ]] || continue
    for word in "${words[@]:-}"; do
        if [[ $section == *"${word//[^a-z0-9]/-}"* ]]; then
            wanted+=("$block")
            break
        fi
    done
done
if [ ${#wanted[@]} -eq 0 ]; then
    echo "docs/figures.md has no such section" >&2
    exit 2
fi
if $list; then
    cat "${wanted[@]}"
    exit
fi

export CARGO_TERM_QUIET=true CARGO_TERM_COLOR=never
cargo build --release
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
export PATH="$target/release:$PATH"

record="benches/records/$(date +%Y-%m-%d)-${FATHOM_MACHINE:-$(uname -m)-$(nproc)-cores}"
mkdir -p "$record" target/figures
{
    date --utc '+%Y-%m-%d %H:%M UTC'
    uname -srm
    echo "cpu: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    echo "cores: $(nproc)"
    echo "memory: $(sed -n 's/^MemTotal: *//p' /proc/meminfo)"
    echo "rustc: $(rustc --version)"
    echo "flags: ${RUSTFLAGS:-}"
    echo "commit: $(git rev-parse HEAD)$([ -z "$(git status --porcelain --untracked-files=no)" ] || echo ', changed')"
    echo "fathom: $(fathom --version)"
    echo "load before: $(cut -d ' ' -f 1-3 /proc/loadavg)"
} | tee "$record/machine.txt"

failures=0
last=
for block in "${wanted[@]}"; do
    IFS=. read -r _ _ section _ <<< "$(basename "$block")"
    [ "$section" = "$last" ] || : > "$record/$section.txt"
    last=$section
    {
        echo "== $section"
        sed 's/^/    /' "$block"
        started=$SECONDS
        status=0
        bash -uo pipefail "$block" 2>&1 || status=$?
        echo "== exit $status after $((SECONDS - started)) s"
        echo
        [ $status -eq 0 ]
    } | tee -a "$record/$section.txt" || failures=$((failures + 1))
done
rm -rf target/figures
if [ $failures -gt 0 ]; then
    echo "$failures of ${#wanted[@]} blocks failed: see $record" >&2
    exit 1
fi
