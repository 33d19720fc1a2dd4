#!/usr/bin/env bash
# Three nodes, a real Redis and a lagging origin, all processes on loopback, under one trouble after the other, while
# clients add to hot counters and read them; then the check that nothing older than promised was served. The two tables,
# one bounded and one strict, share the fleet and its troubles.
#
#   src/bench/coherence/run.sh [OPERATIONS [MINUTES [SEED [TROUBLE...]]]]
#
# 2,000,000 operations or 25 minutes, whichever is first, if absent. A TROUBLE is a class of io.heatshield.history, such
# as RedisStopped; all of them if absent. Wants: a build with test classes (mvn -DskipTests package), redis-server.
set -euo pipefail
cd "$(dirname "$0")/../../.."
mvn -q -B dependency:build-classpath -Dmdep.outputFile=target/bench-classpath -Dmdep.includeScope=test
exec java -Xmx2g -cp "target/test-classes:target/classes:$(cat target/bench-classpath)" \
  io.heatshield.history.CoherenceBench "${@:-2000000}" $([ $# -ge 2 ] || echo 25)
