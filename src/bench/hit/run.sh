#!/usr/bin/env bash
# Compares GetItem hits on one event loop with what a bare Vert.x server does that reads the body and answers the
# same bytes. Both run at once, and wrk loads them in turns, so that whatever else the machine does meets both.
#
#   src/bench/hit/run.sh [ENDPOINT_COMMAND...]
#
# Without arguments it measures the listener alone (a handler that knows one answer). Otherwise the arguments are the
# command that starts Heatshield on 127.0.0.1:$PORT, for example
#
#   PORT=18100 src/bench/hit/run.sh java -jar target/heatshield.jar --set listen.port=18100 --set listen.event-loops=1
#
# Environment: PORT (18100), BARE_PORT (18199), ROUNDS (5), SECONDS_EACH (5), CONNECTIONS (32), and GET_ITEM_BODY, the
# request. Wants: a build with test classes (mvn -DskipTests package), wrk, curl.
set -euo pipefail
cd "$(dirname "$0")/../../.."

port=${PORT:-18100}
bare_port=${BARE_PORT:-18199}
rounds=${ROUNDS:-5}
each=${SECONDS_EACH:-5}
connections=${CONNECTIONS:-32}
export GET_ITEM_BODY=${GET_ITEM_BODY:-'{"TableName":"Products","Key":{"id":{"S":"p-42"}}}'}

work=$(mktemp -d)
pids=()
# shellcheck disable=SC2317  # called by the trap
stop() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap stop EXIT

wait_for() {
  for _ in $(seq 300); do
    if curl -s -o /dev/null --max-time 1 -X POST "http://127.0.0.1:$1/"; then return; fi
    sleep 0.1
  done
  echo "nothing answers on port $1:" >&2
  cat "$work"/*.log >&2
  exit 1
}

heap=(-Xms256m -Xmx256m)
classpath=target/heatshield.jar:target/test-classes
if [ $# -eq 0 ]; then
  # About 400 bytes, as a product page's item has.
  printf '{"Item":{"id":{"S":"p-42"},"title":{"S":"%s"},"price":{"N":"19.99"},"stock":{"N":"7"}}}' \
    "$(printf 'x%.0s' $(seq 320))" > "$work/item.json"
  set -- java "${heap[@]}" -cp "$classpath" io.heatshield.bench.EndpointOnly "$port" "$work/item.json"
fi
"$@" > "$work/heatshield.log" 2>&1 &
pids+=($!)
wait_for "$port"

# The bare server answers what Heatshield answers: the second answer is recorded, since the first may be a miss.
for _ in 1 2; do
  curl -s -D "$work/head" -o "$work/body" -X POST "http://127.0.0.1:$port/" \
    -H 'Content-Type: application/x-amz-json-1.0' -H 'X-Amz-Target: DynamoDB_20120810.GetItem' -d "$GET_ITEM_BODY"
done
head -1 "$work/head" | grep -q ' 200 ' || { echo "not a 200:" >&2; cat "$work/head" "$work/body" >&2; exit 1; }
tail -n +2 "$work/head" | tr -d '\r' > "$work/headers"
echo "answer: $(wc -c < "$work/body") bytes, $(grep -i '^x-heatshield-cache' "$work/headers" || true)"

java "${heap[@]}" -cp "$classpath" io.heatshield.bench.BareServer "$bare_port" "$work/headers" "$work/body" \
  > "$work/bare.log" 2>&1 &
pids+=($!)
wait_for "$bare_port"

ticks=$(getconf CLK_TCK)
cpu() { # pid -> processor time so far, user and system, in ticks
  sed 's/.*) //' "/proc/$1/stat" | awk '{print $12 + $13}'
}

load() { # port pid seconds -> "requests-per-second p99-micros errors processor-micros-per-request"
  local before result
  before=$(cpu "$2")
  result=$(wrk -t1 -c"$connections" -d"$3" -s src/bench/hit/get-item.lua "http://127.0.0.1:$1" | sed -n 's/^RESULT //p')
  echo "$result $before $(cpu "$2")" |
    awk -v hz="$ticks" '{printf "%d %d %d %.2f\n", $1, $2, $3, ($6 - $5) * 1e6 / hz / $4}'
}

ours_pid=${pids[0]}
bare_pid=${pids[1]}
for _ in 1 2; do
  load "$port" "$ours_pid" "$each" > /dev/null
  load "$bare_port" "$bare_pid" "$each" > /dev/null
done

# Requests per second say what a client gets, if the machine is quiet; processor time per request says what it costs,
# and hardly minds who else is busy.
echo "round  heatshield/s  p99us  cpu-us |  bare/s  p99us  cpu-us | ratio by rate, by cost"
: > "$work/results"
for round in $(seq "$rounds"); do
  # Whoever goes second finds a warmer machine: take turns in that too.
  if [ $((round % 2)) -eq 1 ]; then
    ours=$(load "$port" "$ours_pid" "$each"); bare=$(load "$bare_port" "$bare_pid" "$each")
  else
    bare=$(load "$bare_port" "$bare_pid" "$each"); ours=$(load "$port" "$ours_pid" "$each")
  fi
  echo "$round $ours $bare" | tee -a "$work/results" |
    awk '{printf "%5d %13d %6d %7.2f | %7d %6d %7.2f | %6.3f %6.3f\n", $1, $2, $3, $5, $6, $7, $9, $2/$6, $9/$5;
      if ($4 + $8 > 0) print "      errors: " $4 " and " $8}'
done
summary() {
  sort -n | awk -v what="$1" '{r[NR]=$1} END {
    printf "median ratio by %s %.3f (lowest %.3f, highest %.3f)\n", what, r[int((NR+1)/2)], r[1], r[NR]}'
}
awk '{print $2/$6}' "$work/results" | summary rate
awk '{print $9/$5}' "$work/results" | summary cost
