#!/usr/bin/env bash
# Builds Heatshield and runs every test there is. Needs a JDK of 17 or later, Maven and, for whatever else is missing,
# apt: redis-server, and Node.js with npm, by which dynalite comes into target/. Arguments go to Maven.
set -euo pipefail
cd "$(dirname "$0")/../../.."

missing=()
command -v redis-server >/dev/null || missing+=(redis-server)
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
command -v curl >/dev/null || missing+=(curl)
if [ "${#missing[@]}" -gt 0 ]; then
    echo "Installing ${missing[*]}"
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get -qq update
    # No service is to be started: the tests start what they need, on ports of their own.
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
        apt-get -qq install --yes --no-install-recommends "${missing[@]}" >/dev/null
fi

status=0
mvn -B -ntp "$@" verify || status=$?

# One line for each of the two test runs, from their reports.
summary() { # name, directory
    [ -d "$2" ] || { printf '%-22s not run\n' "$1"; return; }
    find "$2" -maxdepth 1 -name 'TEST-*.xml' -exec grep -h -m 1 '<testsuite ' {} + | awk -v name="$1" '
        function of(key) { return match($0, " " key "=\"[0-9]+") ? substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) : 0 }
        { tests += of("tests"); failures += of("failures"); errors += of("errors"); skipped += of("skipped") }
        END { printf "%-22s %d tests, %d failures, %d errors, %d skipped\n", name, tests, failures, errors, skipped }'
}
echo
summary "unit tests" target/surefire-reports
summary "integration tests" target/failsafe-reports
exit "$status"
