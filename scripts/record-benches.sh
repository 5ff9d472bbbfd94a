#!/usr/bin/env bash
# Runs the benches and keeps their output in benches/records/, with the machine's notes beside the numbers.
set -euo pipefail
cd "$(dirname "$0")/.."
record="benches/records/$(date +%Y-%m-%d)-$(uname -m)-$(nproc)-cores.txt"
{
    date --utc
    uname -srm
    grep -m1 'model name' /proc/cpuinfo || true
    rustc --version
    git rev-parse HEAD
    for bench in "${@:-engine polyomino snakes maze}"; do
        for name in $bench; do
            echo
            echo "== cargo bench --bench $name"
            cargo bench --bench "$name" 2>/dev/null
        done
    done
} | tee "$record"
