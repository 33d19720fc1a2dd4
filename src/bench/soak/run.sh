#!/usr/bin/env bash
# Heatshield in a heap of 64 MiB under hits, misses, items of 400 KB and malformed requests over loopback. Fails if the
# process dies, answers a 5xx other than the 503 by which it sheds load, answers wrongly, or holds more in the local
# tier than its bound.
#
#   src/bench/soak/run.sh [MINUTES] [HEATSHIELD_ARGUMENT...]
#
# MINUTES is 10 if absent. Without further arguments the local tier may take 16 MiB and items of 400 KB are cached;
# with some, those are passed instead ("defaults" passes none).
#
# Environment: PORT (18310), ADMIN_PORT (18311), HEAP (64m), JAVA_FLAGS, OUT (a directory that is kept).
# Wants: a build with test classes (mvn -DskipTests package), curl.
set -euo pipefail
cd "$(dirname "$0")/../../.."

minutes=${1:-10}
shift || true
port=${PORT:-18310}
admin=${ADMIN_PORT:-18311}
if [ $# -eq 0 ]; then
  set -- --set cache.local.max-bytes=16MiB --set cache.max-item-bytes=512KiB
elif [ "$1" = defaults ]; then
  shift
fi
work=${OUT:-$(mktemp -d)}
mkdir -p "$work"

# A lack of memory ends the process instead of leaving it half alive, so that it cannot go unseen here.
# shellcheck disable=SC2086  # JAVA_FLAGS is a list
java -Xmx"${HEAP:-64m}" -XX:+ExitOnOutOfMemoryError -Xlog:gc:file="$work/gc.log" ${JAVA_FLAGS:-} \
  -jar target/heatshield.jar --set listen.port="$port" --set admin.port="$admin" "$@" > "$work/heatshield.log" 2>&1 &
pid=$!
# shellcheck disable=SC2317  # called by the trap
stop() {
  kill "$pid" 2>/dev/null || true
  [ -n "${OUT:-}" ] || rm -rf "$work"
}
trap stop EXIT

for _ in $(seq 300); do
  if curl -s -o /dev/null --max-time 1 "http://127.0.0.1:$admin/health/ready"; then break; fi
  kill -0 "$pid" 2>/dev/null || break
  sleep 0.1
done
head -8 "$work/heatshield.log"

status=0
java -Xmx192m -cp target/test-classes io.heatshield.bench.Soak \
  "http://127.0.0.1:$port" "http://127.0.0.1:$admin" "$pid" "$work/gc.log" "$minutes" || status=$?
if [ "$status" -ne 0 ]; then
  echo "the end of Heatshield's log:" >&2
  tail -20 "$work/heatshield.log" >&2
fi
exit "$status"
