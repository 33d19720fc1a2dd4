#!/usr/bin/env bash
# Replays a trace of item numbers (gzip, one a line) with the AWS SDK through Heatshield before dynalite and before the
# embedded origin, with a local tier for 100, 1,000 and 5,000 items, and prints a table.
#
#   src/bench/traces/run.sh TRACE.txt.gz
#
# Environment: ORIGINS ("embedded dynalite"), CAPACITIES ("100 1000 5000"), REQUESTS (0: all), PORT (18400),
# ADMIN_PORT (18401), DYNALITE_PORT (18402). Wants: a build with test classes (mvn -DskipTests package), curl, and for
# dynalite Node.js with npm.
set -euo pipefail
trace=$(realpath "${1:?the path of a trace}")
cd "$(dirname "$0")/../../.."
[ -r "$trace" ] || { echo "no trace at $trace: it is not part of this project" >&2; exit 2; }

port=${PORT:-18400}
admin=${ADMIN_PORT:-18401}
dynalite_port=${DYNALITE_PORT:-18402}
# What the tier counts for one of these items: its JSON, its key, and 480 bytes for what holds them.
entry_bytes=${ENTRY_BYTES:-895}

work=$(mktemp -d)
pid=
dynalite_pid=
end() { # pid
  if [ -n "$1" ] && kill "$1" 2>/dev/null; then wait "$1" 2>/dev/null || true; fi
}
# shellcheck disable=SC2317  # called by the trap
stop() {
  end "$pid"
  end "$dynalite_pid"
  rm -rf "$work"
}
trap stop EXIT

wait_for() { # url pid log
  for _ in $(seq 300); do
    if curl -s -o /dev/null --max-time 1 "$1"; then return; fi
    kill -0 "$2" 2>/dev/null || break
    sleep 0.1
  done
  echo "nothing answers at $1:" >&2
  cat "$3" >&2
  exit 1
}

start_dynalite() {
  [ -d target/dynalite/node_modules/dynalite ] ||
    npm install --no-audit --no-fund --prefix target/dynalite dynalite@4.0.0 > "$work/npm.log" 2>&1
  node -e "require('$PWD/target/dynalite/node_modules/dynalite')({createTableMs: 0})
    .listen($dynalite_port, '127.0.0.1')" > "$work/dynalite.log" 2>&1 &
  dynalite_pid=$!
  wait_for "http://127.0.0.1:$dynalite_port/" "$dynalite_pid" "$work/dynalite.log"
}

classpath_file=target/test-classpath.txt
if [ ! -s "$classpath_file" ]; then
  mvn -q -B dependency:build-classpath -DincludeScope=test -Dmdep.outputFile="$classpath_file"
fi

status=0
echo "| origin | items | requests | errors | wrong | local hits | joined | loads | origin calls | exact LRU |" \
  "optimum | entries at the end | time |"
echo "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
for origin in ${ORIGINS:-embedded dynalite}; do
  settings=(--set embedded.sample-tables=off)
  if [ "$origin" = dynalite ]; then
    start_dynalite
    settings=(--set origin.kind=dynamodb --set "origin.endpoint=http://127.0.0.1:$dynalite_port"
      --set origin.region=us-east-1 --set origin.credentials.access-key-id=any
      --set origin.credentials.secret-access-key=any)
  fi
  for capacity in ${CAPACITIES:-100 1000 5000}; do
    # Nothing ends or is refreshed for its age: what is measured is what the bound keeps.
    java -Xmx256m -jar target/heatshield.jar --set listen.port="$port" --set admin.port="$admin" "${settings[@]}" \
      --set cache.local.max-bytes="$((capacity * entry_bytes))B" --set cache.max-item-bytes=4KiB \
      --set cache.item-ttl=6h > "$work/heatshield.log" 2>&1 &
    pid=$!
    wait_for "http://127.0.0.1:$admin/health/ready" "$pid" "$work/heatshield.log"
    java -Xmx384m \
      -cp "target/test-classes:target/classes:$(cat "$classpath_file")" io.heatshield.bench.TraceReplay \
      "$trace" "$origin" "$capacity" "http://127.0.0.1:$port" "http://127.0.0.1:$admin" "${REQUESTS:-0}" \
      || { status=1; tail -5 "$work/heatshield.log" >&2; }
    end "$pid"
    pid=
  done
  end "$dynalite_pid"
  dynalite_pid=
done
exit "$status"
